"""Games and pages in WebKit, the engine of Safari, in Firefox and in Chromium."""

import pytest

from games.rules.moves import Accuse, Choose, Draw
from games.rules.suspects import sides_of
from tests.browser.engines import Other, phones_of
from tests.browser.rounds import FIRST, begin_known
from tests.browser.visits import beside
from tests.support.cast import look_into
from tests.support.programs import FINDERS

SHEET = "#suspect-sheet"


@pytest.fixture(
    params=[pytest.param("WebKit", marks=pytest.mark.core), "Firefox", "Chromium"]
)
def engine(request):
    if not FINDERS[request.param]():
        pytest.skip(f"no {request.param} on this machine")
    return request.param


@pytest.fixture
def new_phone_of(engine, server, request, tmp_path):
    """Return a factory of phones. At the end the test fails for errors of scripts."""
    phones = []

    def make(**options):
        phone = make_one(**options)
        phone.site = server
        phones.append(phone)
        return phone

    chromium = engine == "Chromium" and request.getfixturevalue("browser")
    with phones_of(engine, tmp_path, chromium) as make_one:
        yield make
        faults = [phone.faults() for phone in phones]
        for phone in phones:
            phone.load("about:blank")
    assert faults == [""] * len(phones)


@pytest.fixture
def known(server):
    """Return a game whose first cards are known, its players and their browsers."""
    game, players = beside(begin_known)
    return game, players, [beside(Other, server, player, game) for player in players]


def test_round_is_played_by_taps(new_phone_of, known):
    game, players, others = known
    phone = new_phone_of()
    phone.come_as(players[0], game)
    phone.tap(".menu-button")
    phone.see(".menu-close")
    phone.tap(".menu-close")
    phone.see_no(".menu-close")
    phone.tap("form[data-move=choose] .button-side")
    phone.see_moves(1)
    clues = beside(look_into, game).state.clue_tokens
    for seat in (1, 2):
        others[seat].make(Choose(seat, sides_of(clues[seat])[0]))
    phone.see_moves(3)
    phone.draw()
    phone.see_moves(4)
    others[1].make(Draw(1))
    phone.see_moves(5)
    phone.tap(f"[data-line] [data-suspect='{FIRST[0]}']")
    phone.see(SHEET)
    assert phone.share_of(SHEET) < 0.5
    phone.tap(f"{SHEET} .sheet-close")
    phone.see_no(SHEET)
    phone.value("charlie.say('Hear, hear!')")
    phone.see_words("#alert .alert", "Hear, hear!")
    phone.accuse(FIRST[0])
    phone.see_moves(6)
    others[1].make(Accuse(1, FIRST[1]))
    phone.see_phase("review")
    phone.see("#reveal .award")
    assert not phone.is_wider_than_its_screen()
