"""Closed games: replays, records, audits, analysis.

Never shows a running game. Start with access.py.
"""
