"""Compares our server with boardgame.io, on an equal game and with equal phones."""
