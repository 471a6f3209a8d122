"""Rounds of three players with known first cards, and their moves on phones."""

from playwright.sync_api import Page

from games.models import Game, Player
from games.rules.deal import Deal, shuffle_deal
from games.rules.editions import PRESETS, Edition, Investigator
from games.rules.state import INVESTIGATOR, begin_state
from games.rules.suspects import SUSPECTS, sides_of
from games.table.lobby.starting import start_game
from tests.browser.players import NewPhone, Phone
from tests.browser.visits import beside, draw, visit
from tests.support.cast import choose_all, open_lobby

# Alice draws the first, bob the second; both fit the first sides of their clues.
FIRST = ("11111", "11110")
IS_ON_TOP = """element => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
# However slow the machine, nothing ends before the test looks.
PAUSE_MOTION = """document.addEventListener("charlie:updated", () => {
  for (const motion of document.getAnimations()) motion.pause();
})"""


def begin_known() -> tuple[Game, list[Player]]:
    """Return a game of three with a known deck, before the clues are chosen."""
    game, players = open_lobby()
    options = PRESETS[Edition.DEVIR].options
    deal = shuffle_deal(bytes(32), begin_state(tuple(Investigator)[:3], options, 0))
    # The newspaper goes last, because the second suspect has none.
    bag = tuple(sorted(deal.bag, key=lambda trait: trait == "newspaper"))
    flips = tuple(sides_of(trait)[0] for trait in bag[3:])
    others = tuple(suspect for suspect in SUSPECTS if suspect not in FIRST)
    deck = (*FIRST, *others[:9], INVESTIGATOR, INVESTIGATOR, *others[9:])
    deal = Deal(deck, bag, flips, deal.pool)
    start_game(game.code, players[0], first_seat=0, deals=[deal])
    return Game.objects.get(pk=game.pk), players


def sit_at_two_suspects(new_phone: NewPhone, **options: object) -> list[Phone]:
    """Return three phones at a table with the first two suspects in its lines."""
    game, players = beside(begin_known)
    beside(choose_all, game, players)
    phones = [visit(new_phone, game, player, **options) for player in players]
    draw(phones[0])
    expect_all_at(phones, 4)
    draw(phones[1])
    expect_all_at(phones, 5)
    return phones


def choose(phone: Phone) -> None:
    phone.offers("choose").get_by_role("button").first.tap()


def accuse(phone: Phone, suspect: str) -> None:
    """Tap a suspect, then the button in its sheet."""
    phone.page.locator(f"[data-line] [data-suspect='{suspect}']").tap()
    accuse_button(phone, suspect).tap()


def accuse_button(phone: Phone, suspect: str):
    return phone.page.locator(f"[data-accuse='{suspect}']")


def expect_all_at(phones: list[Phone], count: int) -> None:
    for phone in phones:
        phone.expect_moves(count)


def finish(phones: list[Phone], count: int) -> None:
    """Have all players leave the café and the review, up to the next round."""
    for phase in ("cafe", "review"):
        if phones[0].table.get_attribute("data-phase") != phase:
            continue
        for phone in phones:
            phone.offers("done").get_by_role("button").tap()
            count += 1
            expect_all_at(phones, count)


def set_visibility(page: Page, state: str) -> None:
    """Make a page hidden or visible, and send it the event."""
    page.evaluate(
        """state => {
          const values = { visibilityState: state, hidden: state === "hidden" };
          for (const [name, value] of Object.entries(values))
            Object.defineProperty(document, name, { value, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )
