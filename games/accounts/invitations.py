"""Accounts made for other people, and links that set a password."""

from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse


def invite(name: str) -> str:
    """Make an account, also while sign-up is closed; return its link for a password.

    Raises:
        ValidationError: the name is taken, or not readable.
    """
    user = User(username=get_adapter().clean_username(name))
    user.set_unusable_password()
    # The account and the key of its name, or neither.
    with transaction.atomic():
        user.save()
    return make_password_link(user)


def make_password_link(user: User) -> str:
    """Return the path of the page that sets a password, once and within three days."""
    args = user_pk_to_url_str(user), default_token_generator.make_token(user)
    return reverse("account_reset_password_from_key", args=args)
