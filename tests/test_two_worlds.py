"""Two games with the same public history and different secrets look the same.

The two worlds differ in bob's side, in the faces of the pool and in the cards still in
the deck. While the clues are hidden, bob alone may be able to tell them apart by any
page, update or fragment.
"""

import random
import re

import pytest
from django.urls import reverse

from games.models import Game
from games.play.selectors import see
from games.rules.deal import Deal, shuffle_deal
from games.rules.legal import legal_moves
from games.rules.moves import Accuse, Announce, Choose, Draw, Move, Place, Sorted
from games.rules.observe import SPECTATOR
from games.rules.state import INVESTIGATOR, begin_state
from games.rules.suspects import sides_of
from games.table.live.socket_messages import write_update
from games.table.lobby.opening import open_table
from games.table.lobby.starting import start_game
from games.table.page.whole import Page, show_page
from tests.support.browsers import open_browser
from tests.support.cast import (
    choose_move,
    look_into,
    make,
    make_players,
    make_setup,
    seat_all,
)
from tests.support.pages import forget_pages
from tests.support.samples import quick_first
from tests.support.worlds import change_hidden, shuffle_pool

pytestmark = [pytest.mark.django_db(transaction=True)]

BOB = 1
DRAWS = 6
# The page of a table holds the hand and the opening of a round.
PAGES = (("table", ""), ("update", "?protocol=2"), ("log", ""))
# A running game has no moment.
OTHERS = (
    ("display", ""),
    ("people", ""),
    ("hint", ""),
    ("notebook", ""),
    ("bet", ""),
    ("evening", ""),
    ("replay", ""),
    ("moment", "?at=3"),
    ("picture", ""),
    ("summary", ""),
)
BLANKS = re.compile(
    r'nonce="[^"]*"|name="(?:csrfmiddlewaretoken|key)" value="[^"]*"'
    r'|data-csrf="[^"]*"|"X-CSRFToken": "[^"]*"|sheet-\d+'
    # Rows of seats.
    r'|name="expected" value="\d+"'
)


def open_world(players, deal: Deal, placement: str = "players") -> Game:
    setup = make_setup(placement=placement, limits="quick")
    game = open_table(players[0], setup)
    seat_all(game, players)
    start_game(game.code, players[0], first_seat=0, deals=[deal])
    return game


def deal_for(game: Game, seed: bytes) -> Deal:
    kinds = [seat.investigator for seat in game.seats.order_by("index")]
    return shuffle_deal(seed, begin_state(tuple(kinds), game.options, 0))


def moves_of(deal: Deal, chance: random.Random, side_of_bob: int) -> list[Move]:
    """Return the moves of the first draws; the worlds differ in bob's side alone."""
    sides = [sides_of(trait) for trait in deal.bag[:3]]
    moves: list[Move] = [Choose(0, sides[0][0]), Choose(BOB, sides[BOB][side_of_bob])]
    moves.append(Choose(2, sides[2][1]))
    seat = 0
    for card in deal.deck[:DRAWS]:
        moves.append(Draw(seat))
        as_ = chance.choice([Sorted.SUSPECT, Sorted.DISCARD])
        moves.append(Place(seat, as_))
        if as_ == Sorted.SUSPECT and seat == 0 and chance.random() < 0.5:
            moves.append(Accuse(2, card))
        seat = (seat + 1) % 3
    return moves[: 3 + 2 * DRAWS]


def open_worlds(seed: int):
    """Return two games, different in secrets of bob's alone, and their moves."""
    players = make_players(3)
    trial = open_table(players[0], make_setup(placement="players"))
    seat_all(trial, players)
    deals = (deal_for(trial, bytes([seed, n]) * 16) for n in range(99))
    deal = next(each for each in deals if INVESTIGATOR not in each.deck[:DRAWS])
    hidden = change_hidden(deal, DRAWS, len(players), random.Random(seed))
    worlds = [open_world(players, each) for each in (deal, hidden)]
    moves = [moves_of(deal, random.Random(seed), side) for side in (0, 1)]
    return worlds, players, list(zip(*moves, strict=True))


@pytest.mark.parametrize("seed", quick_first(range(4)))
@pytest.mark.slow
def test_pages_and_updates_do_not_tell_two_worlds_apart(seed, hands):
    worlds, players, steps = open_worlds(seed)
    for step in steps:
        if is_refused(worlds[0], step[0]):
            continue
        make_and_compare(worlds, players, step, seen_by=players)
        assert public_parts(worlds[0]) == public_parts(worlds[1])
    one, other = [pages(game, players, OTHERS) for game in worlds]
    assert one == other


@pytest.mark.parametrize("seed", quick_first(range(3)))
def test_eve_cannot_tell_faces_apart_after_a_round(seed, hands):
    players = make_players(3)
    trial = open_table(players[0], make_setup())
    seat_all(trial, players)
    deal = deal_for(trial, bytes([seed]) * 32)
    worlds = [
        open_world(players, each, placement="referee")
        for each in (deal, shuffle_pool(deal, random.Random(seed)))
    ]
    chance = random.Random(seed)
    while look_into(worlds[0]).state.number == 1:
        wanted = choose_move(look_into(worlds[0]), chance)
        if isinstance(wanted, Announce):
            continue
        make_and_compare(worlds, players, (wanted, wanted), seen_by=[])
    assert pages(worlds[0], [], OTHERS) == pages(worlds[1], [], OTHERS)


def make_and_compare(worlds, players, step, *, seen_by) -> None:
    """Make a move in each world, and check that these players and eve see the same."""
    before = [pages_of(game, seen_by) for game in worlds]
    for game, wanted in zip(worlds, step, strict=True):
        make(game, players, wanted)
    after = [pages_of(game, seen_by) for game in worlds]
    one, other = [
        write_updates(*each) for each in zip(before, after, worlds, strict=True)
    ]
    assert one == other
    assert pages(worlds[0], seen_by) == pages(worlds[1], seen_by)


def is_refused(game: Game, wanted: Move) -> bool:
    return wanted not in legal_moves(look_into(game).state, wanted.seat)


def pages_of(game: Game, players) -> list[Page]:
    """Return the pages of all viewers but bob; eve's is the last."""
    viewers = [*players[::2], None]
    snapshot = look_into(game)
    return [show_page(see(snapshot, viewer)) for viewer in viewers]


def public_parts(game: Game) -> dict[str, str]:
    """Return the public regions, for a spectator and for each seat."""
    (page,) = pages_of(game, [])
    return {
        f"{dom_id} for {seat}": blank(part.to(seat).render(), game)
        for dom_id, part in page.public.parts.items()
        for seat in (SPECTATOR, 0, 1, 2)
    }


def write_updates(before: list[Page], after: list[Page], game: Game) -> list[str]:
    forget_pages()
    pairs = zip(before, after, strict=True)
    return [blank(write_update(old, new, "en"), game) for old, new in pairs]


def pages(game: Game, players, asked=PAGES) -> list[tuple[str, str]]:
    forget_pages()
    shown = []
    for viewer in (*players[::2], None):
        client = open_browser(viewer)
        for name, query in asked:
            answer = client.get(reverse(name, args=[game.code]) + query)
            headers = {**answer.headers}
            # They have a nonce, and the digits of keys that are blanked below.
            for header in ("Content-Security-Policy", "Content-Length"):
                headers.pop(header, None)
            shown.append((blank(answer.text, game), blank(str(headers), game)))
    return shown


def blank(text: str, game: Game) -> str:
    return BLANKS.sub("", text.replace(game.code, "CODE"))
