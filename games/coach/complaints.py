"""Takes "This sentence is wrong" from the readers of a proof.

The form holds the position and the sentence, signed, so a reader cannot change them.
"""

from typing import Any

from django.core import signing

from games.errors import Refused, refuse_if, require_found
from games.models import Game, Player, WrongSentence

_PROOF = "games.coach.proof"
_AGE = 24 * 60 * 60


def sign_proof(
    game: Game, seat: int, coach: dict[str, Any], reader: Player | None
) -> str:
    """Return the signed part of a form about a proof; empty without reader or proof."""
    if reader is None or not coach["proof"]:
        return ""
    words = " ".join([coach["asked"], *[step.words for step in coach["proof"]]])
    fields = {"game": game.pk, "at": coach["move"], "seat": seat, "sentence": words}
    return signing.dumps(fields | {"reader": reader.pk}, salt=_PROOF)


def call_wrong(signed: str, reader: Player | None) -> WrongSentence:
    """Note that a reader calls a proof wrong; the same again changes nothing.

    Raises:
        TableError: the form is too old, forged or another reader's.
    """
    try:
        fields = signing.loads(signed, salt=_PROOF, max_age=_AGE)
    except signing.BadSignature:
        fields = None
    fields = require_found(fields, Refused.SEAT_MOVED)
    is_readers = reader is not None and reader.pk == fields.pop("reader")
    refuse_if(not is_readers, Refused.NOT_SEATED)
    game = Game.objects.filter(pk=fields.pop("game")).first()
    noted, _made = WrongSentence.objects.get_or_create(
        game=require_found(game, Refused.SEAT_MOVED), reporter=reader, **fields
    )
    return noted
