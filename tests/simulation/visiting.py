"""Visits every state of the update protocol, and checks the invariants in each."""

from collections import deque

from tests.simulation.protocol import (
    LOST,
    MOST_IN_FLIGHT,
    TURNS,
    Broken,
    State,
    close,
    in_flight,
    is_behind,
    note_taken,
    open_socket,
    put,
    take_move,
    take_question,
    tick,
)


class Steps:
    """All that can happen next in a state."""

    def __init__(self, protocol):
        self.protocol = protocol

    def calm(self, state):
        """Yield each state that can be next without further trouble."""
        if state.waiting is not None and state.is_timed:
            yield self.protocol.play(state)
            yield self.protocol.play(state, is_late=True)
        for place in range(2):
            yield from self._calm(state, place)

    def trouble(self, state):
        """Yield each state after the next trouble, if some is left."""
        if self.protocol.may_die(state):
            yield self._die(state)
        if state.trouble:
            fewer = state._replace(trouble=state.trouble - 1)
            for place in range(2):
                yield from self._trouble(fewer, place)

    def _calm(self, state, place):
        rules, tab = self.protocol, state.tabs[place]
        if in_flight(state) < MOST_IN_FLIGHT:
            yield from self._begin(state, place)
        if tab.is_told:
            yield put(state, place, rules.push(state, tab))
        if tab.up:
            yield from self._hear(state, place)
        if tab.down:
            shorter = put(state, place, tab._replace(down=tab.down[1:]))
            yield rules.hear(shorter, place, tab.down[0])
        for request in tab.requests:
            yield from self._serve(state, place, request)
        for answer in tab.answers:
            yield self.take(state, place, answer)

    def _hear(self, state, place):
        """Yield the states after the server has taken the first message of a socket."""
        rules, tab = self.protocol, state.tabs[place]
        if tab.up[0] == LOST:
            shorter = tab._replace(up=tab.up[1:])
            yield put(state, place, rules.send_all(state, shorter))
            return
        yield self.arrive(state, place, waits=False)
        if not state.has_waited:
            yield self.arrive(state, place, waits=True)

    def _begin(self, state, place):
        """Yield the states after a page, or the heartbeat, has begun an act."""
        rules, tab = self.protocol, state.tabs[place]
        if tab.shown is None and tab.is_live:
            yield self.act(state, place, close)
        elif tab.shown is None and rules.has_sockets:
            yield self.join(state, place)
        elif tab.shown is not None and not tab.down and is_behind(state, tab):
            beaten = put(state, place, rules.heartbeat(state, tab))
            yield rules.find_due(beaten)
        if tab.move is None and tab.number < rules.moves and TURNS[tab.number] == place:
            yield self.send(state, place)
        if tab.newest > tab.number or not tab.is_live or tab.is_lost:
            yield self.act(state, place, tick)

    def _serve(self, state, place, request):
        yield self.serve(state, place, request)
        if not state.has_waited and request[0] == "move":
            yield self.serve(state, place, request, waits=True)

    def _die(self, state):
        """The process dies; a page with a lost move sends it again."""
        lost = [
            (place, each) for place in range(2) for each in state.tabs[place].requests
        ]
        state = self.protocol.die(state)
        for place, request in lost:
            state = self.lose(state, place, request)
        return state

    def _trouble(self, state, place):
        tab = state.tabs[place]
        if tab.shown is not None:
            # A cut, which the page notices only by silence.
            yield put(
                state, place, tab._replace(shown=None, up=(), down=(), is_told=False)
            )
        if tab.is_told:
            yield put(state, place, tab._replace(is_told=False))
        if tab.way == "socket":
            yield self.give_up_socket(state, place)
        for request in tab.requests:
            fewer = tab._replace(requests=tab.requests - {request})
            yield self.lose(put(state, place, fewer), place, request)
            if request[0] == "move":
                yield self.serve(state, place, request, is_repeated=True)
                yield self.serve(state, place, request, is_noticed=False)
        for answer in tab.answers:
            fewer = tab._replace(answers=tab.answers - {answer})
            yield self.lose(put(state, place, fewer), place, answer)

    def send(self, state, place):
        rules, tab = self.protocol, state.tabs[place]
        tab = tab._replace(move=(place, tab.number))
        if tab.is_live and tab.shown is not None:
            tab = tab._replace(way="socket", up=(*tab.up, ("move", tab.move)))
            return put(state, place, tab)
        request = ("move", rules.key_of(tab), tab.is_live)
        return put(
            state, place, tab._replace(way="post", requests=tab.requests | {request})
        )

    def arrive(self, state, place, *, waits):
        rules = self.protocol
        key = state.tabs[place].up[0][1]
        state, answer = rules.submit(state, key, waits=waits)
        tab = state.tabs[place]
        tab = tab._replace(up=tab.up[1:])
        return put(state, place, rules.acknowledge(state, tab, key, answer))

    def serve(
        self, state, place, request, *, waits=False, is_noticed=True, is_repeated=False
    ):
        rules, tab = self.protocol, state.tabs[place]
        if not is_repeated:
            tab = tab._replace(requests=tab.requests - {request})
            state = put(state, place, tab)
        if request[0] == "ask":
            _, since, is_first = request
            state = rules.find_due(state)
            answer = ("asked", rules.answer_question(state, since), is_first)
        else:
            _, key, is_live = request
            state, made = rules.submit(state, key, waits=waits)
            if not is_noticed:
                return self.lose(state, place, request)
            number = None if made == "made" and is_live else rules.look(state)
            answer = ("answer", key, made, state.number, number)
        tab = state.tabs[place]
        return put(state, place, tab._replace(answers=tab.answers | {answer}))

    def take(self, state, place, answer):
        rules, tab = self.protocol, state.tabs[place]
        tab = tab._replace(answers=tab.answers - {answer})
        if answer[0] == "asked":
            tab, effects = rules.at_page(tab, take_question, *answer[1:])
            tab = note_taken(tab) if ("shown",) in effects else tab
            return rules.after_page(state, place, tab, effects)
        _, key, made, now, number = answer
        if tab.move != key or tab.way != "post":
            return put(state, place, tab)
        statuses = {"entered": 202, "refused": 409}
        status = statuses.get(made, 204 if number is None else 200)
        now_shown = now if number is None else number
        tab, effects = rules.at_page(tab, take_move, status, now_shown)
        tab = note_taken(tab) if ("shown",) in effects else tab
        if status == 204:
            # The page expects the update for half a second.
            tab = tab._replace(newest=max(tab.newest, now))
        if status == 409 and key in taken(state):
            raise Broken("A player was refused a move that was made or entered.")
        return rules.after_page(state, place, tab, effects)

    def lose(self, state, place, message):
        """A request or an answer is gone; a page's move goes again."""
        rules, tab = self.protocol, state.tabs[place]
        if (
            message[0] in ("ask", "asked")
            or tab.way != "post"
            or tab.move != message[1]
        ):
            return state
        tab, effects = rules.at_page(tab, take_move, 504, None)
        if not any(name == "after" for name, *_ in effects):
            return put(state, place, tab)
        request = ("move", rules.key_of(tab), tab.is_live)
        tab = tab._replace(requests=tab.requests | {request})
        return put(state, place, tab)

    def give_up_socket(self, state, place):
        """No acknowledgement comes in time: the move goes by POST."""
        rules, tab = self.protocol, state.tabs[place]
        # A socket that does not answer is not heard.
        tab = tab._replace(is_live=False)
        request = ("move", rules.key_of(tab), tab.is_live)
        tab = tab._replace(way="post", requests=tab.requests | {request})
        return put(state, place, tab)

    def join(self, state, place):
        rules, tab = self.protocol, state.tabs[place]
        state = put(state, place, rules.join(state, tab))
        return self.act(state, place, open_socket)

    def act(self, state, place, act):
        """Let a page do something by itself."""
        rules, tab = self.protocol, state.tabs[place]
        tab, effects = rules.at_page(tab, act)
        return rules.after_page(state, place, tab, effects)


def taken(state):
    """Return the keys of all moves that are made, came too late, or wait."""
    return (*state.made, *state.late, *filter(None, [state.waiting]))


def check(state):
    """Raise Broken unless the properties of every state hold."""
    keys = taken(state)
    if len(set(keys)) != len(keys):
        raise Broken("A move was made or entered twice.")
    if state.acknowledged - set(keys):
        raise Broken("An acknowledged move is lost.")
    if state.number != len(state.made) + len(state.late):
        raise Broken("A move was made, or came too late, without a new number.")
    for tab in state.tabs:
        if tab.content != tab.number:
            raise Broken("A page shows a number whose content it lacks.")
        if tab.number > state.number:
            raise Broken("A page is ahead of its table.")


def check_step(state, following):
    """Raise Broken if a page goes back, or an accusation is taken back."""
    pairs = zip(state.tabs, following.tabs, strict=True)
    if any(tab.number > other.number for tab, other in pairs):
        raise Broken("A page goes back.")
    if state.waiting is not None and state.waiting not in taken(following):
        raise Broken("An entered accusation is taken back.")


START = State()


def visit_all(protocol, first=START):
    """Visit every state; return how many there are. Raises Broken with its story."""
    steps, before, sources = Steps(protocol), {first: None}, {}
    queue = deque([first])
    while queue:
        state = queue.popleft()
        try:
            check(state)
            calm = list(steps.calm(state))
            for following in (*calm, *steps.trouble(state)):
                check_step(state, following)
                if following not in before:
                    before[following] = state
                    queue.append(following)
        except Broken as broken:
            raise Broken(*broken.args, story_of(before, state)) from None
        for following in calm:
            sources.setdefault(following, []).append(state)
    check_ends(protocol, before, sources)
    return len(before)


def check_ends(protocol, before, sources):
    """Every state must lead, without further trouble, to one where all is right."""
    good = deque(state for state in before if is_right(protocol, state))
    reached = set(good)
    while good:
        for source in sources.get(good.popleft(), ()):
            if source not in reached:
                reached.add(source)
                good.append(source)
    lost = next((state for state in before if state not in reached), None)
    if lost is not None:
        raise Broken(
            "A page, a move or an entered accusation is stuck.", story_of(before, lost)
        )


def is_right(protocol, state):
    """Return whether every page shows the newest table and no move is open."""
    return (
        state.waiting is None
        and state.number == protocol.moves
        and all(
            tab.number == protocol.moves
            and tab.move is None
            and not tab.is_lost
            and tab.is_live is protocol.has_sockets
            for tab in state.tabs
        )
    )


def story_of(before, state):
    states = []
    while state is not None:
        states.append(state)
        state = before[state]
    return states[::-1]
