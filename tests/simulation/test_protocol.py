"""The update protocol holds in every state, and each mutation of it is caught."""

import pytest

from tests.simulation.page import Page
from tests.simulation.protocol import Broken, Protocol, State
from tests.simulation.visiting import START, visit_all


class AnyKeyIsNew(Protocol):
    """A key that was made is made once more when its page has the turn again."""

    def submit(self, state, key, *, holds=False):
        if self.accepts(state, key):
            return self.make(state, key), "made"
        return super().submit(state, key, holds=holds)


class RepeatedKeyRefused(Protocol):
    def is_repeated(self, state, key):
        return False


class SilentHeartbeat(Protocol):
    def heartbeat(self, state, tab):
        return tab


class HeartbeatWithoutChange(Protocol):
    def heartbeat(self, state, tab):
        return tab._replace(down=(*tab.down, ("beat", tab.shown)))


class HoldForgotten(Protocol):
    def play_held(self, state):
        return state._replace(held=None)


class HoldDiesWithProcess(Protocol):
    def die(self, state):
        return super().die(state)._replace(held=None)


class WrongPredecessor(Protocol):
    def push(self, state, tab):
        shown = super().push(state, tab)
        if not shown.down or shown.down == tab.down:
            return shown
        kind, number, _follows, base = shown.down[-1]
        return shown._replace(down=(*shown.down[:-1], (kind, number, number - 1, base)))


class WholeUpdateWithPredecessor(Protocol):
    def follows_whole(self, number):
        return number - 1


class OldSnapshot(Protocol):
    def look(self, state):
        return state.cached


class NoNews(Protocol):
    def answer_question(self, state, since):
        return None


class AcknowledgedBeforeCommit(Protocol):
    def submit(self, state, key, *, holds=False):
        made = super().submit(state, key, holds=holds)
        return (state, "made") if made[1] == "made" and key not in state.made else made


class RefusedIsAcknowledged(Protocol):
    def submit(self, state, key, *, holds=False):
        following, answer = super().submit(state, key, holds=holds)
        return following, "made" if answer == "refused" else answer

    def accepts(self, state, key):
        return super().accepts(state, key) and state.number != 1


class CommitLostWithProcess(Protocol):
    def die(self, state):
        state = super().die(state)
        number = max(0, state.number - 1)
        return state._replace(number=number, made=state.made[:number])


class NewKeyByPost(Protocol):
    def key_of(self, tab):
        return tab.move and (*tab.move, "anew")


class MoveWithoutAnswer(Protocol):
    """After a held accusation its socket gets no acknowledgement."""

    def submit(self, state, key, *, holds=False):
        following, answer = super().submit(state, key, holds=holds)
        return following, "held" if following is state and answer == "made" else answer


class TakesOldUpdates(Page):
    def _swap(self, update, content, status=200):
        if update.get("number", self.number) < self.number and "follows" not in update:
            self.number = update["number"]
        super()._swap(update, content, status)


class IgnoresPredecessor(Page):
    def _swap(self, update, content, status=200):
        rest = {name: value for name, value in update.items() if name != "follows"}
        super()._swap(rest, content, status)


class TakesNumberAlone(Page):
    def expect(self, number):
        self.number = max(self.number, number)


class AsksForNothing(Page):
    def ask(self):
        self.asked_at = self.browser.now()


class ForgetsMoveAtClose(Page):
    def close(self, code):
        self._waiting.clear()
        super().close(code)


class SendsOnce(Page):
    def post(self, fields, attempt=0):
        if attempt < 2:
            super().post(fields, attempt)


class NeverLive(Page):
    def hear(self, message):
        super().hear(message)
        self.is_live = False


pytestmark = pytest.mark.slow
WRONG_PAGES = Page.__subclasses__()
MUTATIONS = [
    *Protocol.__subclasses__(),
    *(type(each.__name__, (Protocol,), {"page_class": each}) for each in WRONG_PAGES),
]


# How many moves it takes to show a mutation, if one is not enough.
MOVES = {
    "AnyKeyIsNew": 3,
    "WrongPredecessor": 2,
    "WholeUpdateWithPredecessor": 2,
    "RefusedIsAcknowledged": 2,
    "TakesOldUpdates": 2,
    "IgnoresPredecessor": 2,
}


@pytest.mark.parametrize(
    ("moves", "least"), [(2, 200_000), pytest.param(3, 600_000, marks=pytest.mark.full)]
)
def test_protocol_holds_in_every_state(moves, least):
    protocol = Protocol()
    protocol.moves = moves
    assert visit_all(protocol) > least


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda each: each.__name__)
def test_mutation_is_caught(mutation):
    protocol = mutation()
    protocol.moves = MOVES.get(mutation.__name__, 1)
    # Without other trouble two moves have a seventh of the states.
    first = START if protocol.moves == 1 else State(trouble=0)
    with pytest.raises(Broken):
        visit_all(protocol, first)
