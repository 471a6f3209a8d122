"""Bots and exact deduction: pure Python on top of games.rules.

A bot gets only observations. Start with policy.py.
"""
