"""Checkpoint Charlie: the rules, what is kept of a game, and its pages."""
