"""The sentences of the log: each to the player whom it is about, and to all others."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.labels import (
    LazyText,
    colour_name,
    join_names,
    join_sides,
    name_of_seat,
    side_name,
    suspect_name,
)
from games.models import NAMELESS, Reason
from games.play.log import Entry, EntryKind
from games.rules.observe import Viewer
from games.rules.results import AwardReason, RoundEnd


class LogLine(NamedTuple):
    """An entry with the names that it mentions, those of then.

    `people` are the seats and names of all that it lists.
    """

    entry: Entry
    name: str
    other: str
    people: tuple[tuple[int, str], ...]
    # A stand-in made the move.
    for_absent: bool
    # The clock made it.
    is_clocks: bool


class Pair(NamedTuple):
    """A sentence to the viewer whom an entry is about, and to all others."""

    own: LazyText
    others: LazyText


class Variant(NamedTuple):
    """A sentence for the lines of a kind that it fits."""

    kind: EntryKind
    fits: Callable[[LogLine, Viewer], bool]
    pair: Pair


def write_sentence(line: LogLine, me: Viewer) -> SafeString:
    """Return a line of the log as HTML in the active language, for the page of `me`."""
    own, others = _choose_pair(line, me)
    sentence = str(own if line.entry.seat == me else others) % _Words(line, me)
    parts = [_name_mover(line), _describe_round_end(line.entry), sentence]
    return SafeString(" ".join(part for part in parts if part))


def describe_round_end(ending: str) -> str:
    """Return why a round has ended; `ending` is a value of RoundEnd."""
    return str(_ROUND_ENDS[RoundEnd(ending)])


def describe_award_reason(due: str, *, is_mine: bool = False) -> str:
    """Return the reason for a token (docs/rules.md section 5.3), after its owner."""
    pair = _DUES[AwardReason(due)]
    return str(pair.own if is_mine else pair.others)


def join_people(people: tuple[tuple[int | None, str], ...], me: Viewer) -> str:
    """Return people as a list in a sentence, which begins with "you" for `me`."""
    names = [name for seat, name in people if seat != me]
    return join_names(names, with_you=len(names) < len(people))


def _name_mover(line: LogLine) -> str:
    if line.for_absent:
        return gettext("Stand-in:")
    return gettext("Time's up:") if line.is_clocks else ""


def _describe_round_end(entry: Entry) -> str:
    return describe_round_end(entry.word) if entry.kind is EntryKind.REVEALED else ""


def _choose_pair(line: LogLine, me: Viewer) -> Pair:
    kind = line.entry.kind
    for variant in _VARIANTS:
        if variant.kind is kind and variant.fits(line, me):
            return variant.pair
    return _SENTENCES[kind]


def _to_all(sentence: LazyText) -> Pair:
    return Pair(sentence, sentence)


_SENTENCES: dict[EntryKind, Pair] = {
    EntryKind.ROUND: Pair(
        _("Round %(number)s. You go first."),
        _("Round %(number)s. %(name)s goes first."),
    ),
    EntryKind.CHOSEN: Pair(_("You're ready."), _("%(name)s is ready.")),
    EntryKind.EXPOSED: Pair(
        _("You play with your clue face up: %(side)s."),
        _("%(name)s plays with the clue face up: %(side)s."),
    ),
    EntryKind.PUBLIC_CLUE: Pair(
        _("You draw an investigator. Public clue: %(side)s!"),
        _("%(name)s draws an investigator. Public clue: %(side)s!"),
    ),
    EntryKind.KEPT: Pair(_("You keep %(suspect)s."), _("%(name)s keeps %(suspect)s.")),
    EntryKind.DISCARDED: Pair(
        _("You discard %(suspect)s."), _("%(name)s discards %(suspect)s.")
    ),
    EntryKind.ACCUSED: Pair(
        _("You accuse %(suspect)s."), _("%(name)s accuses %(suspect)s.")
    ),
    EntryKind.LAST_CALL: _to_all(_("The deck is empty: last call!")),
    EntryKind.PASSED: Pair(
        _("You don't get to accuse."), _("%(name)s doesn't get to accuse.")
    ),
    EntryKind.REVEALED: _to_all(_("The clues: %(clues)s. The chief is %(suspect)s.")),
    EntryKind.MISTAKEN: _to_all(_("Cards misplaced by %(names)s: the round is void.")),
    EntryKind.AWARDED: Pair(
        _("You %(why)s. Token: %(colour)s."), _("%(name)s %(why)s. Token: %(colour)s.")
    ),
    EntryKind.OFFICER: Pair(
        _("You draw the Stasi officer."), _("%(name)s draws the Stasi officer.")
    ),
    EntryKind.CAFE: _to_all(_("Café Adler is open.")),
    EntryKind.TRADED: Pair(
        _("You swap an Adler for a token of %(other)s's (round %(round)s)."),
        _("%(name)s swaps an Adler for a token of %(other)s's (round %(round)s)."),
    ),
    EntryKind.DONE: Pair(
        _("You're ready to move on."), _("%(name)s is ready to move on.")
    ),
    EntryKind.TEN: Pair(
        _("You announce ten points!"), _("%(name)s announces ten points!")
    ),
    EntryKind.ENDED: _to_all(_("Game over: %(reason)s. %(names)s wins.")),
    EntryKind.TAKEN: Pair(
        _("You take over from %(other)s."), _("%(name)s takes over from %(other)s.")
    ),
}
# The first variant that fits a line replaces the sentence of its kind.
_VARIANTS = (
    Variant(
        EntryKind.ROUND,
        lambda line, _me: line.entry.attempt > 1,
        Pair(
            _("Round %(number)s again. You go first."),
            _("Round %(number)s again. %(name)s goes first."),
        ),
    ),
    Variant(
        EntryKind.DISCARDED,
        lambda line, _me: not line.entry.card,
        Pair(_("You discard a card."), _("%(name)s discards a card.")),
    ),
    Variant(
        EntryKind.REVEALED,
        lambda line, _me: line.entry.is_in_deck,
        _to_all(
            _(
                "The clues: %(clues)s. Nobody found the chief: %(suspect)s was still in"
                " the deck."
            )
        ),
    ),
    Variant(
        EntryKind.AWARDED,
        lambda line, _me: not line.entry.words[1],
        Pair(
            _("No %(colour)s tokens left for you (you %(why)s)."),
            _("No %(colour)s tokens left for %(name)s (%(why)s)."),
        ),
    ),
    Variant(
        EntryKind.TRADED,
        lambda line, me: line.entry.other == me,
        _to_all(_("%(name)s swaps an Adler for a token of yours (round %(round)s).")),
    ),
    Variant(
        EntryKind.ENDED,
        lambda line, _me: len(line.entry.seats) != 1,
        _to_all(_("Game over: %(reason)s. Shared victory: %(names)s.")),
    ),
    Variant(
        EntryKind.ENDED,
        lambda line, me: me in line.entry.seats,
        _to_all(_("Game over: %(reason)s. You win.")),
    ),
    Variant(
        EntryKind.TAKEN,
        lambda line, _me: line.name.startswith(NAMELESS),
        Pair(
            _("You take over from %(other)s."),
            _("A stand-in takes over from %(other)s."),
        ),
    ),
)
_ROUND_ENDS: dict[RoundEnd, LazyText] = {
    RoundEnd.ACCUSED: _("All but one have accused."),
    RoundEnd.NO_SUSPECT: _("No suspect is left to accuse."),
    RoundEnd.CALL_OVER: _("The last call is over."),
}
_DUES: dict[AwardReason, Pair] = {
    AwardReason.CHIEF: Pair(
        pgettext_lazy("after you", "caught the chief"), _("caught the chief")
    ),
    AwardReason.ASSISTANT: Pair(
        pgettext_lazy("after you", "caught an assistant"), _("caught an assistant")
    ),
    AwardReason.INNOCENT: Pair(
        pgettext_lazy("after you", "accused an innocent"), _("accused an innocent")
    ),
    AwardReason.NO_ACCUSATION: Pair(
        _("were too late: the chief was on the table"),
        _("was too late: the chief was on the table"),
    ),
    AwardReason.CHIEF_IN_DECK: Pair(
        pgettext_lazy("after you", "held back: the chief was still in the deck"),
        _("held back: the chief was still in the deck"),
    ),
    AwardReason.MISTAKE: Pair(
        pgettext_lazy("after you", "misplaced a card"), _("misplaced a card")
    ),
}

# What stands for each name in a sentence.
_WORDS: dict[str, Callable[[LogLine, Viewer], object]] = {
    "name": lambda line, _me: name_of_seat(line.name),
    "other": lambda line, _me: name_of_seat(line.other),
    "names": lambda line, me: join_people(line.people, me),
    "suspect": lambda line, _me: suspect_name(line.entry.card),
    "side": lambda line, _me: side_name(line.entry.word),
    "clues": lambda line, _me: join_sides(line.entry.words),
    "colour": lambda line, _me: colour_name(line.entry.word),
    "why": lambda line, me: describe_award_reason(
        line.entry.words[0], is_mine=line.entry.seat == me
    ),
    "reason": lambda line, _me: Reason(line.entry.word).label,
    "number": lambda line, _me: line.entry.number,
    # The round of a token that was taken in a trade.
    "round": lambda line, _me: line.entry.words[1].partition(".")[0],
}


class _Words:
    """The words of a line by their names in a sentence, escaped for HTML."""

    def __init__(self, line: LogLine, me: Viewer) -> None:
        self._line, self._me = line, me

    def __getitem__(self, name: str) -> str:
        return conditional_escape(str(_WORDS[name](self._line, self._me)))
