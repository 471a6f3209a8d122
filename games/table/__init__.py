"""A table, over HTTP and over its socket: live, page, people, lobby, and the subjects.

Each subject has a module with its name: bets, notebook, reactions … No module decides a
rule of the game. Start with page/views.py, live/http_views.py and live/consumers.py.
"""
