"""The public proof of a game: its record, its hash chain, and their verification.

Pure Python over the rules: it must not import Django. Start with record.py.
"""
