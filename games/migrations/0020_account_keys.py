"""Stores the keys of account names again: the dot of an "i" no longer counts."""

import re
import unicodedata

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

# The key of a name as it was built at this migration (games.players.names).
_IGNORED = re.compile("[\u200c\u200d\ufe00-\ufe0f\u180b-\u180d\u180f\U000e0100-\U000e01ef]")
_DOTS = re.compile("(?<=[ijįɨ])\u0307")


def _build_key(name: str) -> str:
    folded = unicodedata.normalize("NFKC", _IGNORED.sub("", name)).casefold()
    dotless = _DOTS.sub("", unicodedata.normalize("NFKC", folded).replace("ı", "i"))
    return " ".join(unicodedata.normalize("NFKC", dotless).split())


def rebuild_keys(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Store the keys, those of older accounts first.

    A younger account with the same key gets its pk appended: it is found by the exact
    spelling of its name alone, and `manage.py accounts list` says so.
    """
    AccountName = apps.get_model("games", "AccountName")
    User = apps.get_model(settings.AUTH_USER_MODEL)
    rows, taken = [], set()
    users = User.objects.order_by("date_joined", "pk").values_list("pk", "username")
    for pk, username in users.iterator():
        key = _build_key(username)[:480]
        if key in taken:
            key = f"{key}\n{pk}"
        taken.add(key)
        rows.append(AccountName(user_id=pk, key=key))
    AccountName.objects.all().delete()
    AccountName.objects.bulk_create(rows, batch_size=1000)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0019_origin"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(rebuild_keys, migrations.RunPython.noop, elidable=True),
    ]
