"""A table: its page and its people, over HTTP and over its socket.

Each subject has a module with its name: seats, votes, bets, evening … No module decides
a rule of the game. Start with views.py and consumers.py.
"""
