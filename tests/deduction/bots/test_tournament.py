"""Games between bots, tournaments and their statistics."""

import pytest

from games.deduction.bots.characters import ARGUS, BRUNO, PIP, ROXY
from games.deduction.bots.pauses import Wait
from games.deduction.bots.policy import Intent
from games.rules.editions import Options
from games.rules.moves import Accuse, Draw
from tests.rules.random_games import ALL_OPTIONS
from tools.tournament import (
    Pairing,
    Played,
    TableClock,
    compute_standing,
    find_character,
    interval,
    main,
    play_game,
)


@pytest.mark.parametrize("number", range(0, 32, 3))
def test_bots_play_a_game_to_its_end_with_all_options(number):
    cast = (ARGUS, PIP, BRUNO, ROXY, PIP)[: 3 + number % 3]
    played = play_game(cast, ALL_OPTIONS[number], bytes([number]))
    assert played.winners
    assert played.cast == tuple(character.name for character in cast)


def test_same_key_gives_the_same_game():
    first, again, other = (
        play_game((ARGUS, PIP, ROXY), Options(), key) for key in (b"1", b"1", b"2")
    )
    assert first == again
    assert first != other


def test_first_character_takes_each_seat_in_turn():
    pairing = Pairing(("argus", "pip"), 3)
    casts = [pairing.play("seed", game, Options()).cast for game in range(3)]
    assert [cast.index("argus") for cast in casts] == [0, 1, 2]


def test_share_of_a_tie_is_divided():
    played = Played(("argus", "pip", "pip"), (5, 5, 1), (0, 1), 5)
    assert played.share_of("argus") == played.share_of("pip") == 0.5


def test_verdict_compares_the_wins_with_an_equal_share():
    pairing = Pairing(("argus", "pip"), 3)
    won = Played(("argus", "pip", "pip"), (9, 5, 1), (0,), 5)
    lost = Played(("argus", "pip", "pip"), (1, 5, 1), (1,), 5)
    assert compute_standing(pairing, [won] * 60 + [lost] * 40).verdict == "above"
    assert compute_standing(pairing, [won] * 34 + [lost] * 66).verdict == "equal"
    assert compute_standing(pairing, [won] * 10 + [lost] * 90).verdict == "below"
    assert compute_standing(pairing, [won, lost]).points == 5


def test_interval_narrows_with_the_number_of_games():
    few, many = interval(0.3, 50), interval(0.3, 5000)
    assert few[0] < many[0] < 0.3 < many[1] < few[1]


def test_reference_rule_can_have_the_memory_of_a_character():
    assert find_character("half").memory is None
    assert find_character("half:pip").memory == PIP.memory


def test_tournament_prints_a_table_and_writes_it(tmp_path, capsys):
    path = tmp_path / "table.csv"
    main(["--games=4", "--players", "3", "--bots", "argus,pip", f"--csv={path}"])
    printed = capsys.readouterr().out
    assert "| argus, pip | 3 | 4 |" in printed
    header, row = path.read_text().splitlines()
    assert header.startswith("cast,players,games,wins,low,high,equal")
    assert row.startswith("argus pip,3,4,")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--bots", "argus,fido"],
        ["--bots", "argus,pip,bruno,roxy", "--players", "3"],
        ["--players", "6"],
        ["--games", "0"],
        ["--processes", "0"],
        # The first character must not also fill the other seats.
        ["--bots", "pip"],
        ["--bots", "pip,argus,pip"],
    ],
)
def test_tournament_refuses_impossible_arguments(arguments):
    with pytest.raises(SystemExit) as ended:
        main(["--games=1", *arguments])
    assert ended.value.code not in (None, 0)


def test_tournament_plays_a_repeated_pairing_once(capsys):
    main(["--games=2", "--players", "3", "3", "--bots", "argus,pip"])
    printed = capsys.readouterr().out
    assert printed.count("| argus, pip | 3 | 2 |") == 1


def test_bot_accuses_as_soon_as_it_has_noticed_although_cards_are_drawn():
    clock = TableClock()
    accuse = Intent(Accuse(1, "00000"), (Wait("accusation", 6.0),))
    for number in range(2):
        draw = Intent(Draw(0), (Wait(f"card {number}", 2.5),))
        assert clock.next_move({0: draw, 1: accuse}) == draw.move
    draw = Intent(Draw(0), (Wait("card 2", 2.5),))
    assert clock.next_move({0: draw, 1: accuse}) == accuse.move


def test_bot_that_no_longer_wants_to_accuse_notices_anew():
    clock = TableClock()
    accuse = Intent(Accuse(1, "00000"), (Wait("accusation", 6.0),))
    draws = [Intent(Draw(0), (Wait(f"card {number}", 5.0),)) for number in range(3)]
    assert clock.next_move({0: draws[0], 1: accuse}) == draws[0].move
    assert clock.next_move({0: draws[1], 1: None}) == draws[1].move
    assert clock.next_move({0: draws[2], 1: accuse}) == draws[2].move
