"""Decisions in the scoring: trading in the café and announcing ten."""

from collections.abc import Sequence

from games.deduction.valuation import expected_points
from games.rules.editions import TenPoints
from games.rules.moves import Trade
from games.rules.observe import Observation


def best_trade(observation: Observation, trades: Sequence[Trade]) -> Trade | None:
    """Return the trade with the leading opponent, or None if no trade is possible.

    A trade never costs points: an Adler token counts as much as the lowest token that
    can be taken for it (R15). All hidden tokens of a colour have the same mean value.
    """
    holders = {
        token.id: view.seat for view in observation.seats for token in view.tokens
    }
    return max(
        trades,
        key=lambda trade: expected_points(observation, holders[trade.take]),
        default=None,
    )


def should_announce(observation: Observation) -> bool:
    """Return whether a viewer that may announce ten should do so.

    Always if only announcers can win (R12), otherwise if no opponent is expected to
    have more points, because the announcement ends the game.
    """
    if observation.options.ten_points == TenPoints.ANNOUNCER:
        return True
    mine = observation.my_points or 0
    others = [
        expected_points(observation, view.seat)
        for view in observation.seats
        if view.seat != observation.viewer
    ]
    return mine >= max(others)
