"""Players made of code: pure Python over games.deduction.

A bot gets only observations. Start with policy.py.
"""
