"""Hockey: referee and scoreboard for two teams of two over three periods."""
