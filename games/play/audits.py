"""Stores the last audit of each game."""

from collections.abc import Sequence
from dataclasses import asdict

from django.contrib.auth.models import User
from django.utils import timezone

from games.models.archive import Audit
from games.models.game import Game
from games.rules.checks import Check


def store_audit(game: Game, user: User, checks: Sequence[Check]) -> Audit:
    """Store the checks of an audit that this user has just asked for."""
    audit, _created = Audit.objects.update_or_create(
        game=game,
        defaults={
            "made_at": timezone.now(),
            "made_by": user,
            "is_sound": all(check.holds for check in checks),
            "checks": [asdict(check) | {"holds": check.holds} for check in checks],
        },
    )
    return audit
