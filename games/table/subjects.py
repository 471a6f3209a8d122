"""The list of a table's subjects; the places that they share ask them in this order."""

from games.table import bets, reactions

SUBJECTS = (bets.SUBJECT, reactions.SUBJECT)
