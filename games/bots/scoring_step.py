"""What to do in the scoring: trades in the café, and announcing ten (sections 5, 8)."""

from collections.abc import Sequence

from games.bots.valuation import expected_points
from games.rules.editions import TenPoints
from games.rules.moves import Trade
from games.rules.observe import Observation


def best_trade(observation: Observation, trades: Sequence[Trade]) -> Trade | None:
    """Return the trade that hurts whoever is ahead; None if there is none.

    A trade is never worse than none: an Adler counts as much as the least token of its
    colour that can be taken for it (R15), and each is as likely as any other.
    """
    holders = {
        token.id: view.seat for view in observation.seats for token in view.tokens
    }
    return max(
        trades,
        key=lambda trade: expected_points(observation, holders[trade.take]),
        default=None,
    )


def announces(observation: Observation) -> bool:
    """Tell whether a viewer who may announce ten should.

    Where only announcers can win, always. Else the game ends and all count: it is right
    for who is ahead, and harmless where the game ends anyway.
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
