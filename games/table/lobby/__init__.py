"""A table before and between its games: its opening, settings, start and evening."""
