"""Names the changes between two states of a page, for its sounds and motion.

The names are public, but for whether the game has begun to wait for the viewer.
"""

from typing import Any

from games.play.log import Entry, EntryKind
from games.table.page.log_lines import Log
from games.table.page.regions import Region
from games.table.page.whole import Page, Part, Public


def list_happened(before: Public, after: Public) -> list[str]:
    """Return the names of the public changes, in their order.

    These are the kinds of the new lines of the log, a drawn card, and a gold token
    that a player got.
    """
    names = [] if _find_drawn(before) == _find_drawn(after) else ["drawn"]
    for entry in _list_entries(after)[len(_list_entries(before)) :]:
        names += [entry.kind.value, *(["gold"] if _is_gold(entry) else [])]
    return list(dict.fromkeys(names))


def _list_entries(public: Public) -> tuple[Entry, ...]:
    log = public.parts.get("log")
    return log.entries if isinstance(log, Log) else ()


def _find_drawn(public: Public) -> str | None:
    drawn = _get_value(public.parts.get("drawn"), "drawn")
    return drawn.suspect if drawn else None


def _is_gold(entry: Entry) -> bool:
    is_award = entry.kind is EntryKind.AWARDED
    return is_award and entry.word == "gold" and bool(entry.words[1])


def is_called(before: Page, after: Page) -> bool:
    """Return whether the game, or a question, has begun to wait for the viewer."""
    return _count_calls(after) > _count_calls(before)


def _count_calls(page: Page) -> int:
    status = _get_value(page.own.get("status-sentence"), "status")
    # In a lobby the questions stand alone, else among the moves.
    moves = _get_value(page.own.get("moves"), "moves")
    asking = moves.questions if moves else page.own.get("questions")
    questions = _get_value(asking, "questions") or ()
    return len(questions) + bool(status and status.mine)


def _get_value(part: Part | None, name: str) -> Any:
    return dict(part.values).get(name) if isinstance(part, Region) else None
