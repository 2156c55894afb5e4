"""What is on the glass when no game is: the menu, settings, history, rules, questions and notices, and the night."""
