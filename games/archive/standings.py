"""Counts the standings and awards of an evening. Only closed games count."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.db.models import QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.coach.moments import get_revealed_rounds, list_counted
from games.coach.review import USUAL_NERVE, format_points
from games.deduction.analysis import JudgedAccusation, SeatAnalysis
from games.labels import join_names, name_of_seat
from games.models import NAMELESS, Game, Player, Reason, Seat
from games.players.names import build_name_key
from games.table.bets import count_right_bets
from games.table.lobby.evening import get_evening_games
from runtime.threads import Kind, require_slow_thread


@dataclass(slots=True)
class EveningFigures:
    """The figures of one person, or of a bot, over the games of an evening.

    `lead` counts the moves by which a caught chief was accused before it was certain;
    None if no catch came that early. `climb` counts the places won by the last game.
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
    climb: int = 0

    @property
    def coolness(self) -> float:
        """Return the points above the usual from the choice of suspect and moment.

        It is at most the points: nerve counts what bad luck has cost as well.
        """
        return min(self.nerve - USUAL_NERVE * self.rounds, self.points)


# A club's page shows the evenings of so many of its newest tables.
_MOST_TABLES = 100

# By player, or by the mark of a former one or the name of a bot.
type Key = tuple[int | None, str]
type People = dict[Key, EveningFigures]


def get_closed_games(*codes: str) -> list[Game]:
    """Return the games of evenings that were played to their end, in their order."""
    games = get_evening_games(*codes).exclude_tutorials()
    closed = games.filter(ended_at__isnull=False)
    return list(closed.exclude(reason=Reason.ABANDONED).prefetch_related("seats"))


def get_standings(games: Sequence[Game]) -> list[EveningFigures]:
    """Return the standings of all players after these closed games, the best first.

    Wins belong to the last holder of a seat; points, chiefs, leads, luck and nerve to
    its holder at that moment.
    """
    people: People = {}
    places: dict[Key, int] = {}
    for game in games:
        places = _find_places(people)
        _count(people, game)
        _judge(people, game)
    for key, place in _find_places(people).items():
        people[key].climb = places.get(key, place) - place
    return _sort(people)


def _find_places(people: People) -> dict[Key, int]:
    """Return each listed person's place by points, then wins; equals share one."""
    figures = {
        key: (one.points, one.wins) for key, one in people.items() if _is_listed(one)
    }
    return {
        key: 1 + sum(other > own for other in figures.values())
        for key, own in figures.items()
    }


def _count(people: People, game: Game) -> None:
    for seat in game.seats.all():
        for holder, points, _golds in game.list_scores(seat):
            # Also one without figures is listed.
            move = None if holder is None else holder.moves
            _find_person(people, game, seat, move).points += points
        _find_person(people, game, seat).wins += seat.winner


def _sort(people: People) -> list[EveningFigures]:
    """Order people by the figure that stands in bold: their points."""
    listed = filter(_is_listed, people.values())
    return sorted(listed, key=lambda one: (-one.points, -one.wins, one.name))


def _is_listed(one: EveningFigures) -> bool:
    """Return whether it is no idle stand-in for a player who left."""
    # A former player has this character alone as name.
    is_stand_in = one.name.startswith(NAMELESS) and one.name != NAMELESS
    return bool(one.wins or one.points or one.chiefs) or not is_stand_in


def list_nights(
    tables: QuerySet[Game], player: Player | None
) -> Iterator[tuple[datetime, int, str, list[str]]]:
    """Yield the evenings of these tables, the newest first.

    Each has the end of its last game, the number of its games, the names of its
    winners (the most points, then the most wins), and the codes of the games at which
    the player sat.
    """
    require_slow_thread(Kind.SEARCHES)
    codes = tables.reverse().values_list("evening", "code")[:_MOST_TABLES]
    nights: dict[str, list[Game]] = {evening or code: [] for evening, code in codes}
    for game in get_closed_games(*nights):
        nights[game.evening_code].append(game)
    for games in nights.values():
        people: People = {}
        for game in games:
            _count(people, game)
        standings = _sort(people)
        best = [
            one.name
            for one in standings
            if (one.points, one.wins) == (standings[0].points, standings[0].wins)
        ]
        if games and games[-1].ended_at:
            own = [
                game.code
                for game in games
                for seat in game.seats.all()
                if player and seat.player_id == player.pk
            ]
            yield games[-1].ended_at, len(games), join_names(best), own


def _find_person(
    people: People, game: Game, seat: Seat, move: int | None = None
) -> EveningFigures:
    """Return the standing of a seat's holder at this move, by default the last one.

    A player has the newest name; a bot is known by its name.
    """
    holder = None if move is None else game.find_former_holder(seat.index, move)
    one, name = (holder, holder.name) if holder else (seat, seat.shown_name)
    player, former = one.player_id, one.former_person
    if former and not player:
        name = NAMELESS
    key = player, "" if player else former or build_name_key(name)
    person = people.setdefault(key, EveningFigures("", ""))
    person.name, person.investigator = name, seat.investigator
    return person


def _judge(people: People, game: Game) -> None:
    """Add the chiefs, the luck, the nerve and the earliest catch of each round."""
    seats = {seat.index: seat for seat in game.seats.all()}
    for move, seat in list_counted(get_revealed_rounds(game)):
        person = _find_person(people, game, seats[seat.seat], move)
        person.rounds += 1
        person.luck += seat.luck
        person.nerve += seat.nerve
        if seat.accusation and seat.accusation.is_catch:
            person.chiefs += 1
            _note_lead(person, seat)


def _note_lead(person: EveningFigures, seat: SeatAnalysis) -> None:
    """Note by how many moves the catch of a chief came before it was certain."""
    made = cast("JudgedAccusation", seat.accusation)
    # `made.at` counts the accusation: the seat knew only the state before it.
    if seat.certain_at is None or seat.certain_at < made.at - 1:
        return
    lead = max(0, seat.certain_at - made.at)
    if person.lead is None or lead > person.lead:
        person.lead = lead


def choose_awards(
    standings: Sequence[EveningFigures],
) -> Iterator[tuple[str, str, str]]:
    """Yield each earned award: its title, the player's name and the reason."""
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
        "audience": count_right_bets(games),
    }
