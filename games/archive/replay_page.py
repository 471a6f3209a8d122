"""Presents replays, the knowledge of each seat, and summaries for templates.

A seat is shown only its own knowledge; the referee sees all seats side by side. It must
not query the database.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.archive.access import Access, Holding, describe_race
from games.archive.story import KeyMoment, group_moments
from games.coach.moments import MovePosition, Names, list_counted
from games.coach.review import (
    build_cast,
    describe_shown,
    list_round_marks,
    list_seat_marks,
    present_paws,
    title_position,
)
from games.coach.sentences import Cast
from games.deduction.analysis import JudgedAccusation, RoundAnalysis, SeatAnalysis
from games.labels import join_names, name_of_seat
from games.models import Move, ReplayLink
from games.play.selectors import TableView
from games.rules.observe import REFEREE, SPECTATOR, Viewer
from games.rules.results import AwardReason
from games.rules.scoring import choose_award_reason
from games.rules.suspects import SUSPECTS, Suspect
from games.table.notebook import choose_likeliest
from games.table.page.status import format_percent, to_percent

# The query values of the viewers without a seat.
REFEREE_NAME, SPECTATOR_NAME = "referee", "everybody"
_QUERY_VALUES = {REFEREE: REFEREE_NAME, SPECTATOR: SPECTATOR_NAME}
VIEWERS = {value: viewer for viewer, value in _QUERY_VALUES.items()}
# The name of each speed, and the milliseconds for which a position is shown.
_SPEEDS = {"slow": ("1×", 3000), "steady": ("2×", 1500), "fast": ("4×", 750)}
# The size of the plot of certainty, in units of the view box in _certainty.html.
_WIDTH, _HEIGHT = 300, 100
# Dash patterns by seat (lengths of dashes and gaps): colour alone must not tell curves
# apart.
_DASHES = ("", "9 3", "2 3", "12 3 2 3", "5 5")


def present_replay(
    access: Access,
    table_view: TableView,
    links: list[ReplayLink],
    move: Move | None,
    speed: str,
    *,
    names_then: Names,
) -> dict[str, Any]:
    """Return the controls around a position of a closed game.

    The forms send `viewer` and `link` along. `speed` is empty unless the replay plays
    by itself. `names_then` are those at each move.
    """
    at, last = table_view.table.move_count, access.game.move_count
    shown = to_query_value(table_view.viewer)
    names = {seat.index: seat.name for seat in table_view.table.seats}
    speed = speed if speed in _SPEEDS else ""
    return {
        "code": table_view.table.code,
        "at": at,
        "last": last,
        "viewer": shown,
        "link": access.link,
        "players": join_names(names.values()),
        "link_query": _build_link_query(access.link),
        "queries": _build_queries(at, last, shown, access.link),
        "speed": speed,
        "speeds": [(value, words) for value, (words, _wait) in _SPEEDS.items()],
        "wait": _SPEEDS[speed][1] if speed and at < last else 0,
        "made_at": move.made_at if move else None,
        "race": describe_race(move, names_then) if move else "",
        "views": list(_list_views(access, table_view, names)),
        "links": [
            (*_name_view(link.viewer, names), _build_link_query(link.token, at))
            for link in links
        ],
        "is_seated": access.seat is not None,
        "has_record": access.sees_all,
    }


def present_moments(
    access: Access,
    table_view: TableView,
    moments: Sequence[KeyMoment],
    place: MovePosition | None,
    names: Names,
) -> dict[str, Any]:
    """Return the moments of a closed game by rounds, and the caption of the position.

    `here` is the moment at the position, and `dog` that of its seat. `query` is that of
    its picture, for a visitor with a shared link.
    """
    at, shown = table_view.table.move_count, to_query_value(table_view.viewer)
    here = find_moment(moments, at)

    def link(moment: KeyMoment) -> tuple[KeyMoment, str]:
        return moment, build_query(moment.move, shown, access.link)

    return {
        "rounds": [
            (round_, list(map(link, group))) for round_, group in group_moments(moments)
        ],
        "here": here,
        "dog": table_view.table.seats[here.seat].investigator
        if here and here.seat is not None
        else "",
        "caption": here.title if here else _describe_position(place, names),
        "query": build_query(at, shown, access.link) if access.link and here else "",
    }


def _describe_position(place: MovePosition | None, names: Names) -> str:
    """Return the round of a position, and the public part of its move in words."""
    return title_position(place, place.index, names) if place else ""


def _build_queries(at: int, last: int, viewer: str, link: str) -> dict[str, str]:
    """Return the queries of the buttons, relative to the page's own address."""
    places = {
        "first": 0,
        "back": max(at - 1, 0),
        "next": min(at + 1, last),
        "last": last,
    }
    return {name: build_query(place, viewer, link) for name, place in places.items()}


def _list_views(
    access: Access, table_view: TableView, names: dict[int, str]
) -> Iterator[tuple[str, str, str, bool]]:
    """Yield the name, value and query of each viewer, and whether it is shown."""
    for viewer in access.viewers:
        name, value = _name_view(viewer, names)
        if viewer == access.find_own_seat(table_view.table.move_count):
            name = f"{name} ({_('you')})"
        query = build_query(table_view.table.move_count, value, access.link)
        yield name, value, query, viewer == table_view.viewer


def _name_view(viewer: Viewer, names: dict[int, str]) -> tuple[str, str]:
    """Return the name and the query value of a viewer."""
    if viewer == SPECTATOR:
        name = _("Everybody")
    else:
        name = _("Referee") if viewer == REFEREE else name_of_seat(names[viewer])
    return name, to_query_value(viewer)


def to_query_value(viewer: Viewer) -> str:
    """Return the query value of a viewer: a seat's number, `everybody` or `referee`."""
    return _QUERY_VALUES.get(viewer, str(viewer))


def find_moment(moments: Sequence[KeyMoment], at: int) -> KeyMoment | None:
    """Return the first moment after `at` moves, if there is one."""
    return next((moment for moment in moments if moment.move == at), None)


def build_query(at: int, viewer: str, link: str = "", why: str = "") -> str:
    """Return the query of a position as a viewer saw it, and a question about it."""
    asked = {"at": at, "as": viewer} | ({"link": link} if link else {})
    return f"?{urlencode(asked | ({'why': why} if why else {}))}"


def _build_link_query(token: str, at: int = 0) -> str:
    """Return the query that gives access by a shared link; empty without one."""
    asked = ({"at": at} if at else {}) | {"link": token}
    return f"?{urlencode(asked)}" if token else ""


def present_known(
    access: Access, table_view: TableView, place: MovePosition | None, names: Names
) -> dict[str, Any] | None:
    """Return the knowledge at a position, and the outcome of its round.

    `name` and `chances` are those of the viewer's seat, empty for the referee;
    `is_mine` tells whether it is the reader's. None in a round never revealed, and for
    a spectator: the table shows all that was public.
    """
    if place is None or table_view.viewer == SPECTATOR:
        return None
    viewer, seats = table_view.viewer, place.analysis.seats
    is_referee = viewer == REFEREE
    people = build_cast(names, place, None)
    shown = seats if is_referee else (seats[viewer],)
    return {
        "name": "" if is_referee else people.names[viewer],
        "is_mine": access.find_own_seat(place.known_at) == viewer,
        "chances": choose_likeliest(_get_chances(table_view, place)),
        "plot": _build_plot(place, shown, names, people),
        "marks": list(list_round_marks(place, names, is_referee=is_referee)),
        "judgements": [
            (people.names[seat.seat], list(list_seat_marks(place, seat, names)))
            for seat in shown
        ],
    }


def list_percents(
    table_view: TableView, place: MovePosition | None
) -> dict[Suspect, int] | None:
    """Return the chance of each suspect to be the chief in per cent, for its card.

    None without a seat, and for a round that was never revealed.
    """
    if place is None or table_view.viewer < 0:
        return None
    chances = _get_chances(table_view, place)
    return {suspect: to_percent(chance) for suspect, chance in chances.items()}


def _get_chances(table_view: TableView, place: MovePosition) -> dict[Suspect, float]:
    """Return the probability of each suspect for the viewer; empty for the referee."""
    if table_view.viewer == REFEREE:
        return {}
    chances = place.analysis.seats[table_view.viewer].chances[place.index]
    return dict(zip(SUSPECTS, chances, strict=True))


def _build_plot(
    place: MovePosition, seats: tuple[SeatAnalysis, ...], names: Names, people: Cast
) -> dict[str, Any]:
    """Return the curves of these seats' certainty, and the x positions of the marks.

    `here` marks the shown position, `opened` the moment when the chief lay in a line,
    `certain` the first moment when a seat could be certain, `best` the first at which
    accusing was worth as much as waiting.
    """
    certain = [seat.certain_at for seat in seats if seat.certain_at is not None]
    best = [seat.best_moment.at for seat in seats if seat.best_moment]
    return {
        "curves": [_build_curve(place, seat, people) for seat in seats],
        "rows": list(_list_rows(place, seats, names)),
        "here": _scale_x(place.index, place),
        "opened": _scale_x_or_none(place.analysis.open_at, place),
        "certain": _scale_x_or_none(min(certain, default=None), place),
        "best": _scale_x_or_none(min(best, default=None), place),
    }


def _build_curve(
    place: MovePosition, seat: SeatAnalysis, people: Cast
) -> dict[str, Any]:
    certainty = seat.certainty
    accused = None
    if seat.accusation is not None:
        at = seat.accusation.at
        accused = _scale_x(at, place), _scale_y(certainty[at - 1])
    return {
        "name": people.names[seat.seat],
        "investigator": people.investigators[seat.seat],
        "dashes": _DASHES[seat.seat],
        "points": " ".join(_list_corners(certainty, place)),
        "accused": accused,
        "here": (_scale_x(place.index, place), _scale_y(certainty[place.index])),
    }


def _list_corners(certainty: tuple[float, ...], place: MovePosition) -> Iterator[str]:
    """Yield the corners of a step function: knowledge changes only with a move."""
    before = certainty[0]
    for index, chance in enumerate(certainty):
        if chance != before:
            yield f"{_scale_x(index, place)},{_scale_y(before)}"
        if chance != before or index in (0, len(certainty) - 1):
            yield f"{_scale_x(index, place)},{_scale_y(chance)}"
        before = chance


def _list_rows(
    place: MovePosition, seats: tuple[SeatAnalysis, ...], names: Names
) -> Iterator[tuple[int, str, list[int], bool]]:
    """Yield the moves that drew or accused, with each seat's certainty in percent.

    The last value tells whether the row is the shown position.
    """
    for index, shown in enumerate(place.shown):
        if shown is not None or index == place.index:
            words = describe_shown(place, index, names)
            cells = [to_percent(seat.certainty[index]) for seat in seats]
            yield place.start + index, words, cells, index == place.index


def _scale_x(index: int, place: MovePosition) -> float:
    return round(index * _WIDTH / max(1, len(place.shown) - 1), 1)


def _scale_x_or_none(index: int | None, place: MovePosition) -> float | None:
    return None if index is None else _scale_x(index, place)


def _scale_y(chance: float) -> float:
    return round(_HEIGHT * (1 - chance), 1)


def present_summaries(
    holdings: Iterable[Holding], rounds: Iterable[tuple[int, RoundAnalysis]]
) -> list[dict[str, Any]]:
    """Return lines and paws for each player of a closed game, and the replay's query.

    `rounds` are those that were revealed, with the moves before them. A player without
    a round is left out.
    """
    counted = list(list_counted(rounds))
    return [
        {
            "name": name_of_seat(held.name),
            "is_mine": held.is_mine,
            "investigator": held.investigator,
            "lines": list(_describe_rounds(theirs)),
            "paws": present_paws(theirs),
            "query": build_query(held.first, str(held.seat)),
        }
        for held in holdings
        if (theirs := [seat for move, seat in counted if held.covers(seat.seat, move)])
    ]


def _describe_rounds(rounds: list[SeatAnalysis]) -> Iterator[str]:
    made = [each.accusation for each in rounds if each.accusation is not None]
    yield _describe_accusations(made)
    certain = sum(each.certain_at is not None for each in rounds)
    text = ngettext(
        "Could have known the chief in %(certain)s of %(rounds)s round.",
        "Could have known the chief in %(certain)s of %(rounds)s rounds.",
        len(rounds),
    )
    yield text % {"certain": certain, "rounds": len(rounds)}


def _describe_accusations(made: list[JudgedAccusation]) -> str:
    if not made:
        return _("No accusation.")
    dues = [choose_award_reason(each.matches) for each in made]
    chiefs = dues.count(AwardReason.CHIEF)
    assistants = dues.count(AwardReason.ASSISTANT)
    accusations_text = ngettext(
        "%(count)s accusation", "%(count)s accusations", len(made)
    )
    chiefs_text = ngettext("%(count)s chief", "%(count)s chiefs", chiefs)
    assistants_text = ngettext(
        "%(count)s assistant", "%(count)s assistants", assistants
    )
    text = _(
        "%(accusations)s: %(chiefs)s, %(assistants)s. "
        "Average chance when accusing: %(percent)s."
    )
    chance = sum(each.chance for each in made) / len(made)
    return text % {
        "accusations": accusations_text % {"count": len(made)},
        "chiefs": chiefs_text % {"count": chiefs},
        "assistants": assistants_text % {"count": assistants},
        "percent": format_percent(to_percent(chance)),
    }
