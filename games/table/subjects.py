"""The list of a table's subjects; the places that they share ask them in this order."""

from games.table import bets, notebook, reactions, subscriptions

SUBJECTS = (bets.SUBJECT, notebook.SUBJECT, reactions.SUBJECT, subscriptions.SUBJECT)
