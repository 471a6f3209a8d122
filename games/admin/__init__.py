"""Django's admin for closed games: all of them for staff, their own for hosts.

It shows no running game, no account and no secret. Start with games.py.
"""
