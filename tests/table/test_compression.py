"""Pages and updates are compressed for slow mobile networks."""

import pytest
from django.test import Client

from tests.support.cast import begin_game

pytestmark = pytest.mark.django_db
PATHS = ["/", "/rules/", "/t/{}/", "/t/{}/update/?protocol=2", "/t/{}/qr.svg"]


@pytest.mark.parametrize("path", PATHS)
def test_page_is_compressed(path):
    game, _players = begin_game()
    address = path.format(game.code)
    packed = Client(headers={"Accept-Encoding": "gzip"}).get(address)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(Client().get(address).content) / 2


def test_qr_code_is_an_image_that_is_cached_privately():
    game, _players = begin_game()
    headers = Client().get(f"/t/{game.code}/qr.svg").headers
    assert headers["Content-Type"] == "image/svg+xml"
    assert headers["Cache-Control"] == "private, max-age=86400"
