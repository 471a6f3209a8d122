"""Connected pages, absent players, due moves: what a process knows of its sockets.

Reads numbers and times, never cards. Start with hub.py and broadcast.py.
"""
