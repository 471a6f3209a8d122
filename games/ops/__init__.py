"""Machinery that knows no table: rate limits, metrics, threads, caches, checks."""
