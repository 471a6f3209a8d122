"""What a link shows where it is shared: a title, a sentence and a picture."""

from typing import Any

from django import template
from django.templatetags.static import static

from games.play.selectors import TableView
from games.table.present.status import status_of
from runtime.addresses import public_url

register = template.Library()


@register.inclusion_tag("games/_social.html", takes_context=True)
def social(
    context: template.Context, title: str, description: str, picture: str
) -> dict[str, Any]:
    """Show the tags of a shared link; `picture` is one of static/icons/share-*.jpg."""
    address = public_url(context["request"], static(f"icons/share-{picture}.jpg"))
    return {"title": title, "description": description, "picture": address}


@register.filter
def status_sentence(table_view: TableView) -> str:
    """Return the state of a table in one sentence."""
    return status_of(table_view).sentence
