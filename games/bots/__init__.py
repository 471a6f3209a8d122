"""Bots and exact deduction as pure Python on top of the rules, without Django."""
