"""Tells the story of a closed game in three sentences, each of them proved."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.coach.moments import get_revealed_rounds
from games.coach.present import points
from games.deduction.analysis import JudgedAccusation, RoundAnalysis
from games.labels import join_names, name_of_seat, suspect_name
from games.models.game import Game
from games.rules.results import AwardReason
from games.rules.scoring import due_for_matches


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


def tell_story(game: Game) -> list[str]:
    """Return the decisive moment, what could be known then, and the luckiest draw.

    Empty for a game without winners. Void rounds are left out.
    """
    seats = list(game.seats.order_by("index"))
    names = [name_of_seat(seat.shown_name) for seat in seats]
    winners = {seat.index for seat in seats if seat.winner}
    if not winners:
        return []
    revealed = get_revealed_rounds(game)
    rounds = [each for each in revealed if not each[1].seats[0].is_void]
    catches = list(_catches(rounds))
    # The winners' catches come last, the most valuable one at the end.
    catches.sort(key=lambda one: (one.seat in winners, _worth(one), one.start))
    catch = catches[-1] if catches else None
    return [*_words_of_catch(catch, winners, names), *_words_of_luck(rounds, names)]


def _catches(rounds: Sequence[tuple[int, RoundAnalysis]]) -> Iterator[Catch]:
    for start, each in rounds:
        for seat in each.seats:
            made = seat.accusation
            is_catch = made and due_for_matches(made.matches) == AwardReason.CHIEF
            if made and is_catch:
                yield Catch(start, each, seat.seat, made)


def _worth(catch: Catch) -> int:
    """Return the points of the token: luck and nerve add up to them."""
    seat = catch.round.seats[catch.seat]
    return round(seat.luck + seat.nerve)


def _words_of_catch(
    catch: Catch | None, winners: set[int], names: Sequence[str]
) -> list[str]:
    if catch is None:
        return [
            _("The decisive moment never came: nobody caught a chief."),
            _("The cats kept their secret."),
        ]
    said = {
        "name": names[catch.seat],
        "suspect": suspect_name(catch.made.suspect),
        "move": catch.move,
    }
    if catch.seat in winners:
        text = _("%(name)s decided it on move %(move)s: %(suspect)s was the chief.")
    else:
        text = _(
            "%(name)s caught %(suspect)s, the chief, on move %(move)s, and it wasn't "
            "enough."
        )
    return [text % said, _words_of_certainty(catch, names)]


def _words_of_certainty(catch: Catch, names: Sequence[str]) -> str:
    """Return a sentence about the first seats that could know the chief by then."""
    known, sure = catch.round.certain_at, catch.round.certain_seats
    if known is None or known >= catch.made.at:
        return _("Nobody could have been certain by then.")
    said = {
        "names": join_names([names[seat] for seat in sure]),
        "name": names[catch.seat],
        "move": catch.start + known,
    }
    if catch.seat in sure:
        return _("%(names)s could have known from move %(move)s.") % said
    text = _("%(names)s could have known from move %(move)s, but %(name)s was faster.")
    return text % said


def _words_of_luck(
    rounds: Sequence[tuple[int, RoundAnalysis]], names: Sequence[str]
) -> list[str]:
    gifts = [
        (gift, start)
        for start, each in rounds
        for gift in each.gifts
        if gift.points > 0
    ]
    if not gifts:
        return [_("No draw helped anybody.")]
    gift, start = max(gifts, key=lambda each: each[0].points)
    text = _(
        "The luckiest draw: %(suspect)s on move %(move)s, worth %(points)s points to "
        "%(name)s."
    )
    return [
        text
        % {
            "suspect": suspect_name(gift.card),
            "move": start + gift.at,
            "points": points(gift.points),
            "name": names[gift.seat],
        }
    ]
