"""Lists, invites, renames and removes accounts, and lets them set a new password."""

from collections.abc import Iterator
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from charlie_site.single_process import read_last_address
from games.accounts.invitations import invite, make_password_link
from games.accounts.spellings import find_account


class Command(BaseCommand):
    """`manage.py accounts list`, and the other acts; NAME is the name to sign in."""

    help = "List, invite, rename, reset and remove accounts."

    def add_arguments(self, parser: CommandParser) -> None:
        acts = parser.add_subparsers(required=True)
        for act, words, names in (
            (_list, "name, name at the tables, made, last sign-in, staff", ()),
            (_invite, "make an account, and print its link for a password", ("NAME",)),
            (_rename, "give an account another name to sign in", ("NAME", "NEW")),
            (_reset, "print a link that sets a new password, within 3 days", ("NAME",)),
            (_remove, "delete an account; its games stay, without a name", ("NAME",)),
        ):
            own = acts.add_parser(act.__name__[1:], help=words)
            own.set_defaults(act=act, names=names)
            for name in names:
                own.add_argument(name)

    def handle(self, *_args: object, act: Any, names: Any, **options: Any) -> None:
        try:
            for line in act(*(options[name] for name in names)):
                self.stdout.write(line)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None


def _list() -> Iterator[str]:
    for user in User.objects.select_related("player").order_by("username"):
        at_tables = user.player.name if hasattr(user, "player") else ""
        last_login = f"{user.last_login:%Y-%m-%d}" if user.last_login else "never"
        staff = "staff" if user.is_staff else ""
        yield f"{user}\t{at_tables}\t{user.date_joined:%Y-%m-%d}\t{last_login}\t{staff}"


def _invite(name: str) -> Iterator[str]:
    yield _link(invite(name))


def _rename(name: str, new: str) -> Iterator[str]:
    user = _find(name)
    user.username = get_adapter().clean_username(new, of=user)
    with transaction.atomic():
        user.save(update_fields=["username"])
    yield f"{name} is {user} now."


def _reset(name: str) -> Iterator[str]:
    yield _link(make_password_link(_find(name)))


def _remove(name: str) -> Iterator[str]:
    # Its player goes with it (games.accounts.signals).
    _find(name).delete()
    yield f"{name} is removed."


def _find(name: str) -> User:
    found = find_account(name)
    if found is None:
        raise CommandError(f"No account has the name {name}.")
    return found


def _link(path: str) -> str:
    site = settings.PUBLIC_URL or read_last_address(settings.DATA_DIR)
    return f"{site or 'http://localhost:8000'}{path}"
