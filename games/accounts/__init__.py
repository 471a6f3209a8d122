"""Accounts: what the site asks of django-allauth, and what allauth does not know."""
