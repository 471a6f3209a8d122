"""Checkpoint Charlie: the game's rules, bots, tables and pages.

Start with rules/ for the game, play/ for tables, table/ for their page.
"""
