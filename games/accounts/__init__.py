"""Accounts: sign-up, passkeys, history, data export and deletion.

It must not touch a table: a seat belongs to a player, not to an account. Start with
views.py.
"""
