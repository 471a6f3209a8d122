"""Negative points have a real minus and the right plural."""

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import translation

from games.rules.observe import SPECTATOR

POINTS = Template(
    "{% load i18n characters %}{% blocktranslate count counted=n|magnitude with "
    "points=n|format_signed %}{{ points }} point{% plural %}{{ points }} points"
    "{% endblocktranslate %}"
)


@pytest.mark.parametrize(
    ("number", "words"), [(1, "1 point"), (-1, "\u22121 point"), (-2, "\u22122 points")]
)
def test_negative_points_have_a_minus_and_the_right_plural(number, words):
    with translation.override("en"):
        assert POINTS.render(Context({"n": number})) == words


def test_seat_shows_negative_points_with_a_minus():
    seat = {"points": -1, "investigator": "laces", "name": "alice", "seat": 0}
    values = {"head": seat, "id": "seat-0-head", "me": SPECTATOR, "parts": ""}
    head = render_to_string("games/table/_seat_head.html", values)
    assert "<b data-points>\u22121</b> point\n" in head
