"""Tags that put regions and marks into the frame of a table's page."""

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.table.page.regions import Region

register = template.Library()


@register.simple_tag(takes_context=True)
def region(context: template.Context, wanted: Region | str) -> SafeString:
    """Return the HTML of a region, or of the page's region with this id.

    A region inside another one is rendered for the same seat.
    """
    if isinstance(wanted, str):
        shown: Region = context["regions"][wanted]
    else:
        shown = wanted.to(context["me"])
    return shown.render(**context["fields"])


@register.filter
def as_attributes(marks: dict[str, str | None]) -> SafeString:
    """Return the marks of an element as its attributes, which begin with a space."""
    present = [(name, text) for name, text in marks.items() if text is not None]
    return format_html_join("", ' {}="{}"', present)
