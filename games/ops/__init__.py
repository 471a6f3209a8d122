"""Machinery without any knowledge of tables: limits, metrics, threads, caches, checks.

It must not read or write rows of tables. Start with threads.py.
"""
