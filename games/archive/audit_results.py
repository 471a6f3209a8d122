"""Stores the last audit of each game, with its date and its user."""

from django.contrib.auth.models import User
from django.utils import timezone

from games.archive.audit import audit_game
from games.models.archive import Audit
from games.models.game import Game


def keep_audit(game: Game, user: User) -> Audit:
    """Audit a closed game on behalf of a user and store the result.

    Raises:
        TableError: the game is running, or was closed before it began.
    """
    report = audit_game(game)
    audit, _created = Audit.objects.update_or_create(
        game=game,
        defaults={
            "made_at": timezone.now(),
            "made_by": user,
            "is_sound": report.is_sound,
            "checks": [
                {
                    "name": check.name,
                    "expected": check.expected,
                    "found": check.found,
                    "holds": check.holds,
                }
                for check in report.checks
            ],
        },
    )
    return audit
