"""Players made of code, and tournaments of them: pure Python over games.deduction.

A bot gets only observations. Start with policy.py.
"""
