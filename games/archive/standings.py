"""Counts the standings and awards of an evening, and tells the story of a closed game.

Only closed games count, and each of the three sentences of a story is proved.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from django.db.models import Count, F, Q, QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.coach.moments import get_revealed_rounds
from games.coach.review import USUAL_NERVE, format_points
from games.deduction.analysis import JudgedAccusation, RoundAnalysis, SeatAnalysis
from games.labels import join_names, name_of_seat, suspect_name
from games.models import Bet, Game, Reason, Seat
from games.players.names import build_name_key
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
    # Of this many rounds, in points.
    rounds: int = 0
    luck: float = 0
    nerve: float = 0
    lead: int | None = None

    @property
    def coolness(self) -> float:
        """Return the points that choosing whom and when has won beyond the usual.

        It is at most the points: nerve counts what bad luck has cost as well.
        """
        return min(self.nerve - USUAL_NERVE * self.rounds, self.points)


# By player, or by the name of a bot.
type People = dict[tuple[int | None, str], EveningFigures]


def get_closed_games(code: str) -> list[Game]:
    """Return the games of an evening that were played to their end, in their order."""
    closed = get_evening_games(code).filter(ended_at__isnull=False, is_tutorial=False)
    return list(closed.exclude(reason=Reason.ABANDONED).prefetch_related("seats"))


def get_standings(games: Sequence[Game]) -> list[EveningFigures]:
    """Return everybody's standing after these closed games, the best first.

    Wins and points belong to the last holder of a seat; chiefs, leads, luck and nerve
    to the one who held it then.
    """
    people: People = {}
    for game in games:
        for seat in game.seats.all():
            _find_former_people(people, game, seat)
            person = _find_person(people, game, seat)
            person.wins += seat.winner
            person.points += seat.points or 0
        _judge(people, game)
    return sorted(people.values(), key=lambda one: (-one.wins, -one.points, one.name))


def _find_former_people(people: People, game: Game, seat: Seat) -> None:
    """List the former holders of a seat, also those who have nothing to count."""
    for holder in game.former_holders:
        if holder.seat == seat.index:
            _find_person(people, game, seat, holder.moves)


def _find_person(
    people: People, game: Game, seat: Seat, move: int | None = None
) -> EveningFigures:
    """Return the standing of a seat's holder at this move, by default the last one.

    A player has the newest name; a bot is known by its name.
    """
    holder = None if move is None else game.find_former_holder(seat.index, move)
    player, name = (
        (holder.player_id, holder.name) if holder else (seat.player_id, seat.shown_name)
    )
    key = player, "" if player else build_name_key(name)
    person = people.setdefault(key, EveningFigures("", ""))
    person.name, person.investigator = name, seat.investigator
    return person


def _judge(people: People, game: Game) -> None:
    """Add the chiefs, the luck, the nerve and the earliest catch of each round."""
    seats = {seat.index: seat for seat in game.seats.all()}
    for start, each in get_revealed_rounds(game):
        for seat in each.seats:
            if seat.is_void:
                continue
            made = seat.accusation
            at = start + (made.at if made else each.revealed_at)
            person = _find_person(people, game, seats[seat.seat], at)
            person.rounds += 1
            person.luck += seat.luck
            person.nerve += seat.nerve
            if made and made.is_catch:
                person.chiefs += 1
                _note_lead(person, seat)


def _note_lead(person: EveningFigures, seat: SeatAnalysis) -> None:
    """Note by how many moves the catch of a chief came before it was certain."""
    made = cast("JudgedAccusation", seat.accusation)
    # The accusation follows what was known in the state before it.
    if seat.certain_at is None or seat.certain_at < made.at - 1:
        return
    lead = max(0, seat.certain_at - made.at)
    if person.lead is None or lead > person.lead:
        person.lead = lead


def choose_awards(
    standings: Sequence[EveningFigures],
) -> Iterator[tuple[str, str, str]]:
    """Yield each award that somebody has earned: its title, the name and the reason."""
    noses = [one for one in standings if one.lead is not None]
    if noses:
        best = max(noses, key=lambda one: one.lead or 0)
        yield _("Fastest nose"), name_of_seat(best.name), _describe_lead(best.lead or 0)
    cool = max(standings, key=lambda one: one.coolness, default=None)
    if cool and cool.coolness > 0:
        reason = _("%(points)s points more than usual by choosing whom and when")
        said = reason % {"points": format_points(cool.coolness)}
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
    winners = {seat.index for seat in seats if seat.winner}
    if not winners:
        return []
    revealed = get_revealed_rounds(game)
    rounds = [each for each in revealed if not each[1].seats[0].is_void]
    catches = list(_list_catches(rounds))
    # The winners' catches come last, the most valuable one at the end.
    catches.sort(key=lambda one: (one.seat in winners, _sum_points(one), one.start))
    catch = catches[-1] if catches else None
    names = Names(game, seats)
    return [*_describe_catch(catch, winners, names), *_describe_luck(rounds, names)]


class Names:
    """The names of a game's seats, of who held each of them at a move."""

    def __init__(self, game: Game, seats: Sequence[Seat]) -> None:
        self._game, self._seats = game, seats

    def at(self, seat: int, move: int) -> str:
        """Return the name of the seat's holder when this move was made."""
        holder = self._game.find_former_holder(seat, move)
        return name_of_seat(holder.name if holder else self._seats[seat].shown_name)


def _list_catches(rounds: Sequence[tuple[int, RoundAnalysis]]) -> Iterator[Catch]:
    for start, each in rounds:
        for seat in each.seats:
            if seat.accusation and seat.accusation.is_catch:
                yield Catch(start, each, seat.seat, seat.accusation)


def _sum_points(catch: Catch) -> int:
    """Return the points of the token: luck and nerve add up to them."""
    seat = catch.round.seats[catch.seat]
    return round(seat.luck + seat.nerve)


def _describe_catch(catch: Catch | None, winners: set[int], names: Names) -> list[str]:
    if catch is None:
        return [
            _("The decisive moment never came: nobody caught a chief."),
            _("The cats kept their secret."),
        ]
    said = {
        "name": names.at(catch.seat, catch.move),
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


def _describe_certainty(catch: Catch, names: Names) -> str:
    """Return a sentence about the first seats that could name the chief by then."""
    known, sure = catch.round.certain_at, catch.round.certain_seats
    if known is None or known >= catch.made.at:
        return _("Nobody with an accusation left could have been certain by then.")
    said = {
        "names": join_names([names.at(seat, catch.start + known) for seat in sure]),
        "name": names.at(catch.seat, catch.move),
        "move": catch.start + known,
    }
    if catch.seat in sure:
        return _("%(names)s could have known from move %(move)s.") % said
    text = _("%(names)s could have known from move %(move)s, but %(name)s was faster.")
    return text % said


def _describe_luck(
    rounds: Sequence[tuple[int, RoundAnalysis]], names: Names
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
            "name": names.at(gift.seat, start + gift.at),
        }
    ]
