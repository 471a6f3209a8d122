"""The books' worked example (docs/rules.md section 11), in four browsers."""

import json
from pathlib import Path

from playwright.sync_api import expect

from games.models.game import GameSecrets
from games.rules.moves import move_from_dict
from tests.browser.players import gather

RECORD = Path(__file__).parent.parent / "records" / "worked-example.json"
COLOURS = ["gold", "white", "black", "black"]


def test_worked_example_ends_as_the_books_say(new_phone):
    case = json.loads(RECORD.read_text())
    played = case["record"]["rounds"][0]
    party = gather(new_phone, 4, first_player="chosen")
    GameSecrets.objects.filter(game=party.game).update(deals=[played["deal"]])
    party.start(first_seat=0)
    for move in played["moves"]:
        party.make(move_from_dict(move))
    for phone in party.phones:
        phone.expect_phase("review")
        for seat, colour in enumerate(COLOURS):
            token = phone.page.locator(f'[data-seat="{seat}"] [data-token="1.{seat}"]')
            expect(token).to_have_attribute("data-colour", colour)
        reveal = phone.page.locator("#reveal")
        expect(reveal).to_contain_text("The chief is Nils")
        expect(reveal).to_contain_text("matches 5 of 5 clues")
        expect(reveal).to_contain_text("matches 4 of 5 clues")
    expect(party.phones[3].offers("done")).to_be_visible()
