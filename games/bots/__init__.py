"""Players made of code, and exact deduction: pure Python over games.rules.

A bot sees an observation and nothing else. Start with policy.py.
"""
