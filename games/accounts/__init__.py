"""Accounts: sign-up, passkeys, history, data export. Start with views.py."""
