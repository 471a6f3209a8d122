"""The optional e-mail address of an account, and whether mail works at all."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction


def can_send_mail() -> bool:
    """Return whether this server sends mail, rather than discarding or printing it."""
    backend = str(settings.MAILERS["default"]["BACKEND"])
    return not backend.endswith(("console.EmailBackend", "dummy.EmailBackend"))


def change_address(user: User, address: str) -> None:
    """Replace the address of an account; an empty one removes it."""
    with transaction.atomic():
        EmailAddress.objects.filter(user=user).delete()
        user.email = address
        user.save(update_fields=["email"])
        if address:
            EmailAddress.objects.create(user=user, email=address, primary=True)
