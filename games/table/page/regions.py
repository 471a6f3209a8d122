"""Regions: the elements of a table's page that are rendered and sent by themselves.

A region is an element with an id of its own, a template and plain values, which are
hashable and hold no translated text. Django's engine renders it once for each language
and values, and all viewers with the same values get the same text. A region may have
other regions as its parts.
"""

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.rules.observe import SPECTATOR, Viewer

NO_SEATS: frozenset[int] = frozenset()
# The fields that a refused form had and its page keeps.
NOTHING_SENT = dict.fromkeys(("name", "investigator", "got_up"), "")
# The fields of a page that works without scripts, empty in every update.
_NO_FIELDS: dict[str, Any] = {
    "csrf_input": "",
    "new_key": None,
    "accusable": (),
    "now": None,
    "sent": NOTHING_SENT,
}
# Where a template puts the parts of its region. No text has it: `<` is escaped there.
_PARTS = SafeString("<!--parts-->")
# A line of a template that begins with one of these needs the space before it.
_INLINE = ("<a ", "<a>", "<b ", "<b>", "<span ", "<span>")


class Region(NamedTuple):
    """An element with this id, its template, and the values that the template shows.

    `about` are the seats that the text speaks of. Only their own pages show it in
    another form: rendered by the same template with `me`, which then says "you".
    `parts` are the regions inside, which the template puts at `{{ parts }}`. The text
    around them is rendered by itself, and speaks of the seats in `about_around` alone.
    """

    id: str
    template: str
    values: tuple[tuple[str, Hashable], ...] = ()
    about: frozenset[int] = NO_SEATS
    me: Viewer = SPECTATOR
    parts: tuple["Region", ...] = ()
    about_around: frozenset[int] = NO_SEATS

    def to(self, seat: Viewer) -> "Region":
        """Return the region as this seat's own page shows it.

        A value with a method `to` has another form there, too.
        """
        if seat not in self.about:
            return self
        parts = tuple([part.to(seat) for part in self.parts])
        if seat not in self.about_around:
            return self._replace(parts=parts)
        values = tuple([(name, _turn_to(value, seat)) for name, value in self.values])
        return self._replace(me=seat, values=values, parts=parts)

    def render(self, **fields: Any) -> SafeString:
        """Return the region as HTML in the active language.

        `fields` are those of a page that works without scripts (_NO_FIELDS).
        """
        around = self._replace(about=NO_SEATS, parts=_ANY) if self.parts else self
        html = _render_once(around, get_language() or "")
        if fields and ("<form" in html or "data-ends" in html):
            html = _render(around, fields)
        if not self.parts:
            return html
        parts = "".join([part.render(**fields) for part in self.parts])
        return SafeString(html.replace(_PARTS, parts))

    def parts_since(self, before: Any) -> tuple["Region", ...]:
        """Return the regions to send to a page that shows the earlier one.

        Those are the changed parts, or the whole if it has other parts or another text
        around them.
        """
        places = [part.id for part in self.parts]
        if not places or places != [part.id for part in before.parts]:
            return (self,)
        if self._replace(about=before.about, parts=before.parts) != before:
            return (self,)
        pairs = zip(self.parts, before.parts, strict=True)
        return tuple([part for part, old in pairs if part != old])


def build_region(
    dom_id: str,
    template: str,
    *,
    about: Iterable[int] = (),
    parts: tuple[Region, ...] = (),
    **values: Hashable,
) -> Region:
    """Return a region; `values` have the names by which its template calls them.

    `about` are the seats of which the text around the parts speaks.
    """
    around = frozenset(about) if about else NO_SEATS
    seats = around.union(*[part.about for part in parts]) if parts else around
    return Region(
        dom_id,
        template,
        tuple(values.items()),
        seats,
        parts=parts,
        about_around=around,
    )


# The text around the parts is the same for any parts.
_ANY = (Region("", ""),)


def _turn_to(value: Any, seat: Viewer) -> Any:
    return value.to(seat) if hasattr(value, "to") else value


def _render(region: Region, fields: dict[str, Any]) -> SafeString:
    parts = _PARTS if region.parts else ""
    names = {"id": region.id, "me": region.me, "fields": fields, "parts": parts}
    context = {**names, **_NO_FIELDS, **fields, **dict(region.values)}
    return join_lines(render_to_string(f"games/table/{region.template}", context))


# Most hits come within a move. With 100 tables in play, eight times as much room gained
# one hit in thirty, and strangers could fill it with closed tables.
@lru_cache(maxsize=2048)
def _render_once(region: Region, _language: str) -> SafeString:
    return _render(region, {})


def join_lines(html: str) -> SafeString:
    """Return HTML without the line breaks and the indentation of its template.

    They are half of a small update. A space stays where words would grow together.
    """
    lines = [line.strip() for line in html.split("\n")]
    parts = [line if _is_block(line) else f" {line}" for line in lines if line]
    return SafeString("".join(parts).strip())


def _is_block(line: str) -> bool:
    return line[0] == "<" and not f"{line} ".startswith(_INLINE)
