"""A quick hasher, for accounts of tests."""

from games.accounts.hashers import PasswordHasher


class QuickHasher(PasswordHasher):
    """Hashes like the site's, but only once."""

    iterations = 1
