"""The list of a table's subjects; the places that they share ask them in this order."""

from games.table import (
    bets,
    bots,
    evening,
    notebook,
    reactions,
    seat_transfer,
    subscriptions,
    tutorial,
)

SUBJECTS = (
    bets.SUBJECT,
    bots.SUBJECT,
    evening.SUBJECT,
    notebook.SUBJECT,
    reactions.SUBJECT,
    seat_transfer.SUBJECT,
    subscriptions.SUBJECT,
    tutorial.SUBJECT,
)
