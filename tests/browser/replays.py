"""Replays in a browser."""

from concurrent.futures import ThreadPoolExecutor

from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from playwright.sync_api import expect

from games.models.game import Game
from tests.support.finished import play_game


def expect_at(page, number):
    expect(page.locator("#controls")).to_have_attribute("data-at", str(number))
    expect(page.locator("#table")).to_have_attribute("data-moves", str(number))


def open_as_staff(new_phone, server, session, path, **options):
    page = new_phone(**options)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    page.goto(path)
    return page


def prepare(seed: int = 3) -> tuple[Game, str]:
    """Return a finished game, and the session of a staff user."""

    def make() -> tuple[Game, str]:
        try:
            client = Client()
            client.force_login(User.objects.create_superuser("staff"))
            return play_game(seed), client.cookies["sessionid"].value
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(make).result()
