"""The sockets of this process: who hears what, and when something is due.

It must not import anything of games. Start with timer.py.
"""
