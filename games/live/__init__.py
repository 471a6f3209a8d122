"""The live state of a process: its sockets, absent players and due moves.

Reads numbers and times, never cards. Start with pages.py and broadcast.py.
"""
