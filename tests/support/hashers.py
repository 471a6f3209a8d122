"""A quick hasher, for accounts of tests."""

from typing import Any

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from runtime.threads import Kind, require_slow_thread


class QuickHasher(PBKDF2PasswordHasher):
    """Hashes like the site's, but only once, and on the thread for passwords alone."""

    iterations = 1

    def encode(self, *arguments: Any, **options: Any) -> str:
        require_slow_thread(Kind.PASSWORDS)
        return super().encode(*arguments, **options)
