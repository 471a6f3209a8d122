"""Tells the story of a closed game in three sentences, and lists its moments.

Each sentence is proved, and leads to the move that it speaks of.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.coach.moments import Names, get_revealed_rounds
from games.coach.review import format_points
from games.coach.sentences import title_moment
from games.deduction.analysis import JudgedAccusation, RoundAnalysis
from games.deduction.luck import Gift
from games.labels import join_names, suspect_name
from games.models import Game
from games.rules.scoring import COLOUR_FOR_REASON, choose_award_reason


class MomentKind(StrEnum):
    """The reasons why a moment is notable."""

    ACCUSATION = "accusation"
    DECISIVE = "decisive"
    CERTAIN = "certain"
    OPENED = "opened"
    LUCKY = "lucky"
    LAST_CALL = "last-call"
    REVEAL = "reveal"


class Catch(NamedTuple):
    """The accusation of a chief, in a round that began after `start` moves."""

    start: int
    round: RoundAnalysis
    seat: int
    made: JudgedAccusation

    @property
    def move(self) -> int:
        """Return the number of its move in the game."""
        return self.start + self.made.at


class LuckyDraw(NamedTuple):
    """The draw that was worth most to a seat, in a round of this number."""

    gift: Gift
    move: int
    round: int


class StorySentence(NamedTuple):
    """A sentence of a story, and the number of its move; None without one."""

    words: str
    move: int | None = None


class KeyMoment(NamedTuple):
    """A notable moment of a closed game, as seen after `move` moves.

    `seat` and `suspect` are those that it is about; None and empty without one.
    `colour` is that of the token that an accusation was due.
    """

    kind: MomentKind
    move: int
    round: int
    words: str
    seat: int | None = None
    suspect: str = ""
    colour: str = ""

    @property
    def title(self) -> str:
        """Return the moment with its round, as a title that stands alone."""
        return title_moment(self.round, self.words)


class Story:
    """The revealed rounds of a closed game, its decisive catch and its luckiest draw.

    `rounds` leaves out void rounds. Each entry begins with the moves before the round.
    """

    def __init__(self, game: Game) -> None:
        self.names = Names(game)
        self.winners = {seat.index for seat in self.names.seats if seat.winner}
        self.revealed = get_revealed_rounds(game)
        self.rounds = [each for each in self.revealed if not each[1].seats[0].is_void]
        self.decisive = self._find_decisive()
        self.lucky = self._find_lucky()

    def _find_decisive(self) -> Catch | None:
        """Return the winners' most valuable catch, without one that of others."""
        return max(
            _list_catches(self.rounds),
            key=lambda one: (one.seat in self.winners, _sum_points(one), one.start),
            default=None,
        )

    def _find_lucky(self) -> LuckyDraw | None:
        """Return the draw that was worth most to a seat, if any helped one."""
        draws = [
            LuckyDraw(gift, start + gift.at, each.number)
            for start, each in self.rounds
            for gift in each.gifts
            if gift.points > 0
        ]
        return max(draws, key=lambda draw: draw.gift.points, default=None)


def _list_catches(rounds: Sequence[tuple[int, RoundAnalysis]]) -> Iterator[Catch]:
    for start, each in rounds:
        for seat in each.seats:
            if seat.accusation and seat.accusation.is_catch:
                yield Catch(start, each, seat.seat, seat.accusation)


def _sum_points(catch: Catch) -> int:
    """Return the points of the token: luck and nerve add up to them."""
    seat = catch.round.seats[catch.seat]
    return round(seat.luck + seat.nerve)


def tell_story(game: Game) -> list[StorySentence]:
    """Return sentences on the decisive moment, the certain seats and the luckiest draw.

    Two sentences if no draw was lucky. Empty for a game without winners.
    """
    story = Story(game)
    if not story.winners:
        return []
    return [*_tell_catch(story), *_tell_luck(story.lucky, story.names)]


def _tell_catch(story: Story) -> list[StorySentence]:
    catch = story.decisive
    if catch is None:
        return [
            StorySentence(_("The decisive moment never came: nobody caught a chief.")),
            StorySentence(_("The cats kept their secret.")),
        ]
    said = {
        "name": story.names.at(catch.seat, catch.move),
        "suspect": suspect_name(catch.made.suspect),
        "round": catch.round.number,
    }
    if catch.seat in story.winners:
        text = _("%(name)s decided it in round %(round)s: %(suspect)s was the chief.")
    else:
        text = _(
            "%(name)s caught %(suspect)s, the chief, in round %(round)s, and it wasn't "
            "enough."
        )
    return [StorySentence(text % said, catch.move), _tell_certainty(catch, story.names)]


def _tell_certainty(catch: Catch, names: Names) -> StorySentence:
    """Return a sentence about the first seats that could name the chief by then."""
    known, sure = catch.round.certain_at, catch.round.certain_seats
    if known is None or known >= catch.made.at:
        text = _("Nobody with an accusation left could have been certain by then.")
        return StorySentence(text)
    # `made.at` counts the accusation: the seat knew only the state before it.
    earlier, is_own = catch.made.at - 1 - known, catch.seat in sure
    if not earlier and is_own:
        text = _("%(names)s could be certain at that very moment.")
    elif not earlier:
        text = _(
            "%(names)s could be certain at that very moment, but %(name)s was faster."
        )
    elif is_own:
        text = ngettext(
            "%(names)s could have been certain %(count)s move earlier.",
            "%(names)s could have been certain %(count)s moves earlier.",
            earlier,
        )
    else:
        text = ngettext(
            "%(names)s could have been certain %(count)s move earlier, but %(name)s "
            "was faster.",
            "%(names)s could have been certain %(count)s moves earlier, but %(name)s "
            "was faster.",
            earlier,
        )
    said = {
        "names": join_names([names.at(seat, catch.start + known) for seat in sure]),
        "name": names.at(catch.seat, catch.move),
        "count": earlier,
    }
    return StorySentence(text % said, catch.start + known)


def _tell_luck(lucky: LuckyDraw | None, names: Names) -> Iterator[StorySentence]:
    if lucky is None:
        return
    text = _(
        "The luckiest draw: %(suspect)s in round %(round)s, worth %(points)s points to "
        "%(name)s."
    )
    said = {
        "suspect": suspect_name(lucky.gift.card),
        "round": lucky.round,
        "points": format_points(lucky.gift.points),
        "name": names.at(lucky.gift.seat, lucky.move),
    }
    yield StorySentence(text % said, lucky.move)


def list_moments(game: Game) -> list[KeyMoment]:
    """Return the moments of a closed game in their order."""
    story = Story(game)
    found = [
        moment
        for start, each in story.revealed
        for moment in _list_round_moments(start, each, story)
    ]
    if story.lucky is not None:
        found.append(_build_lucky_moment(story.lucky, story.names))
    return sorted(
        found, key=lambda moment: (moment.move, moment.kind == MomentKind.REVEAL)
    )


def group_moments(moments: Sequence[KeyMoment]) -> list[tuple[int, list[KeyMoment]]]:
    """Return the moments by the number of their round."""
    groups = groupby(moments, key=lambda moment: moment.round)
    return [(number, list(group)) for number, group in groups]


def _list_round_moments(
    start: int, each: RoundAnalysis, story: Story
) -> Iterator[KeyMoment]:
    chief, number = suspect_name(each.chief), each.number
    if each.open_at is not None:
        words = _("%(suspect)s, the chief, comes to the table.") % {"suspect": chief}
        yield KeyMoment(
            MomentKind.OPENED, start + each.open_at, number, words, None, each.chief
        )
    # In a void round such a certainty may be wrong.
    if each.certain_at is not None and not each.seats[0].is_void:
        move = start + each.certain_at
        sure = [story.names.at(seat, move) for seat in each.certain_seats]
        words = _("From here on %(names)s could be certain.")
        said = words % {"names": join_names(sure)}
        yield KeyMoment(
            MomentKind.CERTAIN, move, number, said, each.certain_seats[0], each.chief
        )
    for seat in each.seats:
        if seat.accusation is not None:
            yield _build_accusation_moment(
                Catch(start, each, seat.seat, seat.accusation), story
            )
    if each.last_call_at is not None:
        yield KeyMoment(
            MomentKind.LAST_CALL, start + each.last_call_at, number, _("Last call!")
        )
    words = _("The clues are revealed: %(suspect)s was the chief.") % {"suspect": chief}
    yield KeyMoment(
        MomentKind.REVEAL, start + each.revealed_at, number, words, None, each.chief
    )


def _build_accusation_moment(made: Catch, story: Story) -> KeyMoment:
    suspect = made.made.suspect
    decisive = story.decisive
    if decisive is not None and made.move == decisive.move and story.winners:
        kind, text = (
            MomentKind.DECISIVE,
            _("The decisive moment: %(name)s accuses %(suspect)s."),
        )
    else:
        kind, text = MomentKind.ACCUSATION, _("%(name)s accuses %(suspect)s.")
    name = story.names.at(made.seat, made.move)
    words = text % {"name": name, "suspect": suspect_name(suspect)}
    colour = COLOUR_FOR_REASON[choose_award_reason(made.made.matches)]
    number = made.round.number
    return KeyMoment(kind, made.move, number, words, made.seat, suspect, colour)


def _build_lucky_moment(lucky: LuckyDraw, names: Names) -> KeyMoment:
    card, seat = lucky.gift.card, lucky.gift.seat
    text = _("The luckiest draw: %(suspect)s helps %(name)s.")
    words = text % {"suspect": suspect_name(card), "name": names.at(seat, lucky.move)}
    return KeyMoment(MomentKind.LUCKY, lucky.move, lucky.round, words, seat, card)
