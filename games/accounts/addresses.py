"""The one e-mail address of an account, if it has one, and mail as such."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction


def can_send_mail() -> bool:
    """Return whether mail leaves this server, which writes it to its log otherwise."""
    return not settings.MAILERS["default"]["BACKEND"].endswith("console.EmailBackend")


def change_address(user: User, address: str) -> None:
    """Keep this address for an account instead of any other; empty keeps none."""
    with transaction.atomic():
        EmailAddress.objects.filter(user=user).delete()
        user.email = address
        user.save(update_fields=["email"])
        if address:
            EmailAddress.objects.create(user=user, email=address, primary=True)
