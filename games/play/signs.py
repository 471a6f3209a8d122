"""The signs of the players: requests, touches and keys, not what a page does alone.

They tell who is idle (games.table.people.idle). Any thread may note one or look.
"""

from collections.abc import Iterable
from time import monotonic

from games.play import clock
from games.play.clock import serving

# When a table has waited for a player for so many seconds without a sign, the own page
# asks for one, and later the others may let a stand-in play.
ASK_AFTER = 90
IDLE_AFTER = 120


class Signs:
    """Keeps the last sign of each player at a table, and since when the table waits.

    No lock is needed: each method reads or changes a dictionary in one step.
    """

    def __init__(self) -> None:
        # By the code of a table and a player.
        self._signs: dict[tuple[str, int | None], float] = {}
        # By code, the time of the last look at a table, and when each wait began.
        self._waits: dict[str, tuple[float, dict[int | None, float]]] = {}

    def note(self, code: str, player_id: int, age: float = 0) -> bool:
        """Note a sign of so many seconds ago; return whether it is the newest."""
        given_at, key = monotonic() - age, (code, player_id)
        is_newest = given_at > self._signs.get(key, 0)
        if is_newest:
            self._signs[key] = given_at
        return is_newest

    def is_active(self, code: str, person: int | None) -> bool:
        """Return whether a player has given a sign in the last two minutes."""
        given_at = self._signs.get((code, person))
        return (
            given_at is not None
            and monotonic() - given_at < clock.span(IDLE_AFTER).total_seconds()
        )

    def measure(
        self, code: str, awaited: Iterable[int | None]
    ) -> dict[int | None, float]:
        """Return for how many seconds a table has waited for these without a sign.

        Time in which nobody looked at the table, or in which this process could hear no
        sign, does not count.
        """
        now = monotonic()
        looked_at, before = self._waits.get(code, (now, {}))
        if now - looked_at > clock.span(IDLE_AFTER).total_seconds():
            before = {}
        waits = {who: before.get(who, now) for who in awaited}
        self._waits[code] = now, waits
        awake = serving.count_seconds()
        most = now if awake is None else awake
        return {
            who: min(most, now - max(since, self._signs.get((code, who), since)))
            for who, since in waits.items()
        }

    def forget_old(self) -> None:
        """Drop the signs and the waits that no longer count."""
        oldest = monotonic() - clock.span(IDLE_AFTER).total_seconds()
        for key, given_at in list(self._signs.items()):
            if given_at < oldest:
                self._signs.pop(key, None)
        for code, (looked_at, _waits) in list(self._waits.items()):
            if looked_at < oldest:
                self._waits.pop(code, None)

    def clear(self) -> None:
        """Drop everything. For tests."""
        self._signs.clear()
        self._waits.clear()


signs = Signs()
