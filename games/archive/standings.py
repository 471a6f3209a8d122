"""Counts the standings and awards of an evening, and tells the story of a closed game.

Only closed games count, and each of the three sentences of a story is proved.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.coach.moments import get_analyses, get_revealed_rounds
from games.coach.review import format_points
from games.deduction.analysis import JudgedAccusation, RoundAnalysis
from games.labels import join_names, name_of_seat, suspect_name
from games.models import Bet, Game, Reason, Seat, Token
from games.rules.results import AwardReason
from games.table.evening import get_evening_games


@dataclass(slots=True)
class EveningFigures:
    """The figures of one person, or of a bot, over the games of an evening.

    `lead` counts the moves by which a caught chief was accused before it was certain;
    None if no catch came that early.
    """

    name: str
    investigator: str
    wins: int = 0
    points: int = 0
    chiefs: int = 0
    # Of all rounds, in points.
    luck: float = 0
    nerve: float = 0
    lead: int | None = None


def get_closed_games(code: str) -> list[Game]:
    """Return the games of an evening that were played to their end, in their order."""
    closed = get_evening_games(code).filter(ended_at__isnull=False, is_tutorial=False)
    return list(closed.exclude(reason=Reason.ABANDONED).prefetch_related("seats"))


def get_standings(games: Sequence[Game]) -> list[EveningFigures]:
    """Return everybody's standing after these closed games, the best first."""
    people: dict[tuple[int | None, str], EveningFigures] = {}
    for game in games:
        seats = {seat.index: _find_person(people, seat) for seat in game.seats.all()}
        for seat in game.seats.all():
            seats[seat.index].wins += seat.winner
            seats[seat.index].points += seat.points or 0
        caught = Token.objects.filter(round__game=game, due=AwardReason.CHIEF)
        for index in caught.values_list("seat", flat=True):
            seats[index].chiefs += 1
        _judge(game, seats)
    return sorted(people.values(), key=lambda one: (-one.wins, -one.points, one.name))


def _find_person(
    people: dict[tuple[int | None, str], EveningFigures], seat: Seat
) -> EveningFigures:
    """Return the standing of a seat's player, or bot, under the newest name."""
    key = seat.player_id, "" if seat.player_id else seat.shown_name.casefold()
    person = people.setdefault(key, EveningFigures("", ""))
    person.name, person.investigator = seat.shown_name, seat.investigator
    return person


def _judge(game: Game, seats: dict[int, EveningFigures]) -> None:
    """Add the luck, the nerve and the earliest catch of each counted round."""
    for each in get_analyses(game):
        for seat in each.seats:
            person, made = seats[seat.seat], seat.accusation
            if seat.is_void:
                continue
            person.luck += seat.luck
            person.nerve += seat.nerve
            if made and made.is_catch and seat.certain_at is not None:
                # The accusation follows what was known in the state before it.
                lead = seat.certain_at - (made.at - 1)
                if lead >= 0 and lead > (-1 if person.lead is None else person.lead):
                    person.lead = lead


def choose_awards(
    standings: Sequence[EveningFigures],
) -> Iterator[tuple[str, str, str]]:
    """Yield each award that somebody has earned: its title, the name and the reason."""
    noses = [one for one in standings if one.lead is not None]
    if noses:
        best = max(noses, key=lambda one: one.lead or 0)
        yield _("Fastest nose"), name_of_seat(best.name), _describe_lead(best.lead or 0)
    cool = max(standings, key=lambda one: one.nerve, default=None)
    if cool and cool.nerve > 0:
        reason = _("%(points)s points won by choosing the moment")
        said = reason % {"points": format_points(cool.nerve)}
        yield _("Coolest head"), name_of_seat(cool.name), said
    poor = min(standings, key=lambda one: one.luck, default=None)
    if poor and poor.luck < 0:
        reason = _("%(points)s points lost to bad cards and tokens")
        said = reason % {"points": number_format(-round(poor.luck, 1), 1)}
        yield _("Unluckiest dog"), name_of_seat(poor.name), said


def _read_audience(games: Sequence[Game]) -> QuerySet[Bet, Any]:
    """Return the name of each player who guessed along, their right guesses and all."""
    bets = Bet.objects.filter(round__game__in=games).values("player")
    right = Count("pk", Q(suspect=F("round__chief")))
    counted = bets.annotate(name=F("player__name"), right=right, all=Count("pk"))
    return counted.order_by("-right", "all", "name").values_list("name", "right", "all")


def _describe_lead(lead: int) -> str:
    if not lead:
        return _("named the chief as soon as it was certain")
    text = ngettext(
        "named the chief %(count)s move before it was certain",
        "named the chief %(count)s moves before it was certain",
        lead,
    )
    return text % {"count": lead}


def present_evening(code: str) -> dict[str, Any]:
    """Return the standings and awards of an evening for its template."""
    games = get_closed_games(code)
    standings = get_standings(games)
    return {
        "count": len(games),
        "standings": [(name_of_seat(one.name), one) for one in standings],
        "awards": list(choose_awards(standings)),
        "audience": _read_audience(games),
    }


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
    catches = list(_list_catches(rounds))
    # The winners' catches come last, the most valuable one at the end.
    catches.sort(key=lambda one: (one.seat in winners, _sum_points(one), one.start))
    catch = catches[-1] if catches else None
    return [*_describe_catch(catch, winners, names), *_describe_luck(rounds, names)]


def _list_catches(rounds: Sequence[tuple[int, RoundAnalysis]]) -> Iterator[Catch]:
    for start, each in rounds:
        for seat in each.seats:
            if seat.accusation and seat.accusation.is_catch:
                yield Catch(start, each, seat.seat, seat.accusation)


def _sum_points(catch: Catch) -> int:
    """Return the points of the token: luck and nerve add up to them."""
    seat = catch.round.seats[catch.seat]
    return round(seat.luck + seat.nerve)


def _describe_catch(
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
    return [text % said, _describe_certainty(catch, names)]


def _describe_certainty(catch: Catch, names: Sequence[str]) -> str:
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


def _describe_luck(
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
            "points": format_points(gift.points),
            "name": names[gift.seat],
        }
    ]
