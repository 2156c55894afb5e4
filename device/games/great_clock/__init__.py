"""The Great Clock: a domino patience on a clock face."""
