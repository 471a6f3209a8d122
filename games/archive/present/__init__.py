"""Presents replays and their analysis as plain values for templates.

It must not query the database. Start with replay.py.
"""
