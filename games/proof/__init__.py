"""What anybody can check: the record of a game, its hash chain, and their verification.

Pure Python over the rules: it must not import Django. Start with record.py.
"""
