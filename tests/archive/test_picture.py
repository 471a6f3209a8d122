"""The picture of a closed game: the winners, all players' points, and the chiefs."""

from xml.etree import ElementTree

import pytest
from django.urls import reverse

from games.models import Seat
from games.rules.state import Phase
from games.table.page.status import format_signed
from tests.support.browsers import open_browser
from tests.support.positions import play

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"


def test_picture_shows_the_result_and_the_chief_of_each_round():
    game, _players = play("game-3p-devir", lambda state: state.phase is Phase.OVER)
    Seat.objects.filter(game=game, index=0).update(name="<b>&")
    answer = open_browser(None).get(reverse("picture", args=[game.code]))
    assert answer["Content-Type"] == "image/svg+xml"
    drawing = ElementTree.fromstring(answer.text)
    assert (drawing.get("width"), drawing.get("height")) == ("1200", "630")
    words = [text.text for text in drawing.iter(f"{SVG}text")]
    seats = game.seats.order_by("-points", "index")
    shown = [word for seat in seats for word in (seat.name, format_signed(seat.points))]
    assert words == ["Checkpoint Charlie", *shown]
    symbols = {symbol.get("id") for symbol in drawing.iter(f"{SVG}symbol")}
    used = [use.get("href").removeprefix("#") for use in drawing.iter(f"{SVG}use")]
    chiefs = ["00001", "11000", "10001"]
    assert used[:3] == [f"s-{chief}" for chief in chiefs]
    assert set(used) <= symbols
