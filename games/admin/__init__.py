"""Django's admin for closed games: all of them for staff, their own for hosts.

It shows no running game and no secret; staff see accounts, but set no password. Start
with sites.py, which decides who sees and changes what.
"""
