"""A visit of a stranger writes no row, and robots stay out of tables."""

import pytest
from django.apps import apps
from django.test import Client

from charlie_site.destinations import find_destination
from tests.security.addresses import all_addresses
from tests.support.cast import begin_game
from tests.support.finished import play_game
from tests.support.threads import acting_as

pytestmark = pytest.mark.django_db


def count_rows():
    models = apps.get_models(include_auto_created=True)
    return {model._meta.label: model.objects.count() for model in models}


@pytest.mark.parametrize("ends", [False, True], ids=["running", "over"])
def test_no_get_of_a_stranger_writes_a_row(ends, monkeypatch):
    # The test's own transaction holds the file, so that no other connection can save.
    monkeypatch.setattr("charlie_site.readiness._try_saving", lambda: None)
    game = play_game(1) if ends else begin_game()[0]
    paths = [each.fill(game) for each in all_addresses()]
    before = count_rows()
    for path in paths:
        stranger = Client(raise_request_exception=False)
        with acting_as(find_destination("GET", path).kind):
            answer = stranger.get(path)
        assert answer.status_code < 500, path
        assert count_rows() == before, path
        assert "charlie_session" not in stranger.cookies, path


def test_robots_may_read_what_is_for_everybody():
    answer = Client().get("/robots.txt")
    assert answer.headers["Content-Type"].startswith("text/plain")
    previews, others = answer.text.split("\n\n")
    lines = others.splitlines()
    assert lines[0] == "User-agent: *"
    out = {line.split()[1] for line in lines if line.startswith("Disallow:")}
    assert out == {"/t/", "/T/", "/club/", "/accounts/", "/admin/", "/host/"}
    # A chat may fetch the preview of a link in a message.
    assert "User-agent: *" not in previews
    assert "/t/" not in previews
    assert "max-age" in answer.headers["Cache-Control"]
