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
from games.table.lobby import evening_acts
from games.table.people import moderation, seat_questions, vote_questions

SUBJECTS = (
    bets.SUBJECT,
    bots.SUBJECT,
    moderation.SUBJECT,
    evening_acts.SUBJECT,
    notebook.SUBJECT,
    reactions.SUBJECT,
    seat_transfer.SUBJECT,
    subscriptions.SUBJECT,
    tutorial.SUBJECT,
    vote_questions.SUBJECT,
    seat_questions.SUBJECT,
)
