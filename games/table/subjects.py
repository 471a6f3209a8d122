"""The list of a table's subjects; the places that they share ask them in this order."""

from games.table import (
    bets,
    bots,
    notebook,
    reactions,
    seat_transfer,
    subscriptions,
    tutorial,
)

SUBJECTS = (
    bets.SUBJECT,
    bots.SUBJECT,
    notebook.SUBJECT,
    reactions.SUBJECT,
    seat_transfer.SUBJECT,
    subscriptions.SUBJECT,
    tutorial.SUBJECT,
)
