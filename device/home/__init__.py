"""What is on the glass when no game is: the menu, notices, the shutdown question, and the night."""
