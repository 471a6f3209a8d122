"""Creates the administrator of ADMIN_NAME and ADMIN_PASSWORD after `migrate`."""

from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError


def create_first_admin(**_kwargs: Any) -> None:
    """Create the account unless there is an administrator."""
    name, password = settings.ADMIN_NAME, settings.ADMIN_PASSWORD
    if not name or User.objects.filter(is_staff=True).exists():
        return
    try:
        username = get_adapter().clean_username(name)
        validate_password(password, User(username=username))
    except ValidationError as error:
        # It quotes no password.
        raise CommandError(f"ADMIN_NAME, ADMIN_PASSWORD: {error.messages}") from None
    User.objects.create_superuser(username, password=password)
