"""Takes "This sentence is wrong" from the readers of a proof.

The form holds the position and the sentence, signed, so nobody writes anything else.
"""

from typing import Any

from django.core import signing

from games.errors import Refused, require_found
from games.models import Game, Player, WrongSentence

_PROOF = "games.coach.proof"
_AGE = 24 * 60 * 60


def sign_proof(game: Game, seat: int, coach: dict[str, Any]) -> str:
    """Return what the form sends about the proof that a reader sees; empty without."""
    words = " ".join([coach["asked"], *[step.words for step in coach["proof"]]])
    fields = {"game": game.pk, "at": coach["move"], "seat": seat, "sentence": words}
    return signing.dumps(fields, salt=_PROOF) if coach["proof"] else ""


def call_wrong(signed: str, reporter: Player | None) -> WrongSentence:
    """Note that a reader calls a proof wrong; the same again changes nothing.

    Raises:
        TableError: the form is too old or forged, or comes from a stranger.
    """
    try:
        fields = signing.loads(signed, salt=_PROOF, max_age=_AGE)
    except signing.BadSignature:
        fields = None
    fields = require_found(fields, Refused.SEAT_MOVED)
    player = require_found(reporter, Refused.NOT_SEATED)
    game = require_found(
        Game.objects.filter(pk=fields.pop("game")).first(), Refused.SEAT_MOVED
    )
    noted, _made = WrongSentence.objects.get_or_create(
        game=game, reporter=player, **fields
    )
    return noted
