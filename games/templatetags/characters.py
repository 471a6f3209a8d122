"""Filters that name values of the rules in the active language."""

from collections.abc import Iterable

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import labels
from games.labels import colour_name as name_of_colour
from games.models import Reason
from games.play.selectors import TableView
from games.rules.suspects import Suspect
from games.rules.tokens import ADLER, STASI, TokenView
from games.table.page.controls import TokenChoice
from games.table.page.log_sentences import (
    describe_award_reason,
    describe_round_end,
    join_people,
)
from games.table.page.middle import Drawn
from games.table.page.result import Result
from games.table.page.seat_parts import Card
from games.table.page.status import (
    build_status,
    count_seconds,
    format_percent,
    format_signed,
)

register = template.Library()

for words in (
    labels.suspect_name,
    labels.suspect_label,
    labels.suspect_traits,
    labels.investigator_name,
    labels.join_names,
    labels.join_sides,
    labels.name_of_bot,
    labels.name_of_seat,
    labels.describe_bot,
    labels.side_name,
    count_seconds,
    describe_award_reason,
    describe_round_end,
    join_people,
    format_percent,
    name_of_colour,
    format_signed,
):
    register.filter(words.__name__, words)


@register.filter
def describe_own_award_reason(due: str) -> str:
    """Return the reason for the viewer's own token in words."""
    return describe_award_reason(due, is_mine=True)


@register.filter
def join_suspects(suspects: Iterable[Suspect]) -> str:
    """Return the names of these suspects in a sentence."""
    return labels.join_names([labels.suspect_name(each) for each in suspects])


@register.filter
def announce_winners(result: Result, me: int) -> str:
    """Return a sentence about the winners; empty for an abandoned game."""
    return result.announce_winners(me)


@register.filter
def card_label(card: Card, me: int) -> str:
    """Return the accessible name: the suspect, its accuser and its chance.

    It contains the words on the card, its name and its chance, in their order.
    """
    parts = [labels.suspect_label(card.suspect)]
    if card.accuser_seat is not None and card.accuser_seat == me:
        parts.append(_("Accused by you"))
    elif card.accused_by is not None:
        accuser = labels.name_of_seat(card.accuser)
        parts.append(_("Accused by %(name)s") % {"name": accuser})
    if card.chance is not None:
        name = labels.suspect_name(card.suspect)
        shown = f"{name} {format_percent(card.chance)}"
        parts.append(_("Chief: %(percent)s") % {"percent": shown})
    return ". ".join(parts)


@register.filter
def drawn_caption(drawn: Drawn, me: int) -> str:
    """Return the words below the card that was drawn last."""
    words = {"suspect": labels.suspect_name(drawn.suspect)}
    if drawn.seat == me:
        if drawn.is_waiting:
            return _("You draw %(suspect)s") % words
        if drawn.is_kept:
            return _("You keep %(suspect)s") % words
        return _("You discard %(suspect)s") % words
    words["name"] = labels.name_of_seat(drawn.name)
    if drawn.is_waiting:
        return _("%(name)s draws %(suspect)s") % words
    if drawn.is_kept:
        return _("%(name)s keeps %(suspect)s") % words
    return _("%(name)s discards %(suspect)s") % words


@register.filter
def face_sign(face: str) -> str:
    """Return the sign on a token's face."""
    names = {
        ADLER: pgettext("face of a token", "Adler"),
        STASI: pgettext("face of a token", "Stasi"),
    }
    return names.get(face) or format_signed(face)


@register.filter
def magnitude(points: int) -> int:
    """Return the number that selects the plural form: minus one counts as one."""
    return abs(points)


@register.filter
def token_label(token: TokenView) -> str:
    """Return the accessible name of a token."""
    colour, round_number = name_of_colour(token.colour), token.id.partition(".")[0]
    if token.face is None:
        return _("%(colour)s token from round %(round)s, face down") % {
            "colour": colour,
            "round": round_number,
        }
    return _("%(colour)s token from round %(round)s: %(face)s") % {
        "colour": colour,
        "round": round_number,
        "face": face_sign(token.face),
    }


@register.filter
def token_choice(token: TokenChoice) -> str:
    """Return another player's token in the café's list: colour, round, holder."""
    if not token.colour:
        return _("%(name)s, round %(round)s") % {
            "name": token.holder_name,
            "round": token.round,
        }
    # The name comes last, because it may be long and narrow lists cut their lines.
    return _("%(colour)s, round %(round)s: %(name)s") % {
        "name": token.holder_name,
        "round": token.round,
        "colour": name_of_colour(token.colour),
    }


@register.filter
def own_token_choice(token: TokenChoice) -> str:
    """Return the player's own token in the café's list: colour, round."""
    return _("%(colour)s, round %(round)s") % {
        "round": token.round,
        "colour": name_of_colour(token.colour),
    }


@register.filter
def reason_in_words(reason: str) -> str:
    return str(Reason(reason).label)


@register.filter
def status_sentence(table_view: TableView) -> str:
    return build_status(table_view).sentence
