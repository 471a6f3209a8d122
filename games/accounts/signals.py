"""Updates players when a user signs in or out, or an account is deleted.

Signing up also signs in, and every way in (password, passkey, admin) sends these
signals. After `migrate` the administrator of ADMIN_NAME is created.
"""

from functools import partial
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.db import transaction
from django.db.models.signals import post_delete, post_save, pre_delete, pre_save
from django.dispatch import receiver
from django.http import HttpRequest

from games.accounts.spellings import require_free_key, store_key
from games.models import Player
from games.play.notices import NOTICES, unsubscribe
from games.players.identity import (
    forget_cached_player,
    forget_guest,
    get_guest,
    get_or_create_player,
    note_session_end,
    publish_session_end,
)
from games.table.people.ownership import adopt_guest, forget_player, link_guest
from games.table.seat_transfer import prefer_own


@receiver(user_logged_in)
def keep_seats(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Give the guest's seats and tables in this browser to the account."""
    guest = get_guest(request.session)
    is_new = not Player.objects.filter(user_id=user.pk).exists()
    if guest is not None and is_new:
        link_guest(guest, user)
    player = get_or_create_player(user)
    if guest is None or is_new or adopt_guest(guest, player):
        forget_guest(request.session)
    prefer_own(request, player)
    forget_cached_player(request)


@receiver(user_logged_out)
def forget_signed_out_player(request: HttpRequest, user: Any, **_kwargs: Any) -> None:
    """End the notices to this browser: another person may use it now."""
    player = Player.objects.filter(user_id=user.pk).first() if user else None
    if player is not None:
        unsubscribe(player, request.session.get(NOTICES, ""))
    forget_cached_player(request)


@receiver(pre_delete, sender=settings.AUTH_USER_MODEL)
def forget_player_with_account(instance: User, **_kwargs: Any) -> None:
    """Remove the name of a deleted account from its seats."""
    player = Player.objects.filter(user_id=instance.pk).first()
    if player is not None:
        forget_player(player)


@receiver(post_delete, sender=Player)
def close_sockets(instance: Player, **_kwargs: Any) -> None:
    """Have the sockets of a deleted player closed."""
    transaction.on_commit(partial(publish_session_end, instance.pk), robust=True)


@receiver(post_save, sender=settings.AUTH_USER_MODEL)
def check_sockets(instance: User, created: bool, **_kwargs: Any) -> None:
    """Have each socket of a changed account check its session again."""
    if not created:
        owned = Player.objects.filter(user_id=instance.pk)
        note_session_end(list(owned.values_list("pk", flat=True)))


@receiver(pre_save, sender=settings.AUTH_USER_MODEL)
def refuse_taken_name(instance: User, **options: Any) -> None:
    """Raise IntegrityError if another account has the name, in any spelling."""
    if _saves_name(**options):
        require_free_key(instance)


@receiver(post_save, sender=settings.AUTH_USER_MODEL)
def store_name(instance: User, **options: Any) -> None:
    """Store the key of a new name; a unique index refuses one just taken."""
    if _saves_name(**options):
        store_key(instance)


def _saves_name(raw: bool, update_fields: Any, **_options: Any) -> bool:
    return not raw and (update_fields is None or "username" in update_fields)


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
