"""Hashes passwords on the thread for passwords alone."""

from typing import Any

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from runtime.threads import Kind, require_slow_thread


class PasswordHasher(PBKDF2PasswordHasher):
    """Django's own hasher, which takes some tenths of a second."""

    def encode(self, *arguments: Any, **options: Any) -> str:
        """Return the hash of a password.

        Raises:
            RuntimeError: another thread of the server got the request.
        """
        require_slow_thread(Kind.PASSWORDS)
        return super().encode(*arguments, **options)
