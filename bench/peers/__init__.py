"""boardgame.io with an equal game, measured beside our server by the same phones."""
