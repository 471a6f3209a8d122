"""The page of an account."""

import pytest

from games.models import Player


def test_name_at_the_tables_can_be_changed(account, laptop):
    assert laptop.post("/accounts/", {"name": " Alice  A. "}).status_code == 302
    assert Player.objects.get(pk=account.pk).name == "Alice A."
    assert "Alice A." in laptop.get("/accounts/").content.decode()


@pytest.mark.parametrize(
    "name", ["", "\x00", "\u202e", "x" * 10_000, "\u3164", "x" * 21]
)
def test_invalid_name_is_refused_with_a_message(account, laptop, name):
    page = laptop.post("/accounts/", {"name": name})
    assert page.status_code == 422
    assert "errorlist" in page.content.decode()
    assert Player.objects.get(pk=account.pk).name == "alice"
