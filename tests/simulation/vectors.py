"""The acts of pages, step by step, by the model and by the scripts themselves."""

import heapq
import json
import subprocess
from itertools import count
from pathlib import Path
from random import Random

from tests.simulation.page import Page

ROOT = Path(__file__).parents[2]
SCRIPTS = ("socket", "table", "signs")
# Elements of the page; a new line of the log comes at its end.
PLACES = frozenset(["table", "log", "deck", "log-7"])
MOVES = ({"move": "draw"}, {"move": "accuse", "suspect": "10110"})


class Browser:
    """The browser of a page that notes the page's acts. Time stands still."""

    def __init__(self, viewer):
        self._time, self._count, self._timers = 0.0, count(), []
        self.done, self._keys, self.replies, self._is_open = [], [], [], False
        self._asked = None
        self.page = Page(self, 10, 5, viewer)

    def now(self):
        return self._time

    def after(self, delay, call, *args):
        heapq.heappush(
            self._timers, (self._time + delay, next(self._count), call, args)
        )

    def is_open(self):
        return self._is_open

    def new_key(self):
        self._keys.append(f"key{len(self._keys)}")
        return self._keys[-1]

    def has_places(self, update):
        """Return whether the page has a place for all of an update."""
        if not PLACES.issuperset(update["public"] | update["own"]):
            return False
        marks = update["marks"].get("table", {})
        self._moves = int(marks.get("data-moves", self.page.moves))
        return PLACES.issuperset(update["marks"])

    def has_table(self, _content):
        self._moves = self.page.moves
        return True

    def show(self):
        return self.page.viewer, self._moves

    def say(self, _content):
        return False

    def note_answer(self, *_):
        pass

    # The page's acts.

    def ask(self, number):
        self._asked = self.page.taken
        self.done.append(["ask", number])

    def stop_asking(self):
        self.done.append(["stop"])

    def reconnect(self):
        self.done.append(["reconnect"])

    def reload(self, note=""):
        self.done.append(["reload", note])

    def close(self, code):
        self._is_open = False
        self.done.append(["close", code])

    def tell(self, message):
        key = message.get("move", "").rpartition("key=")[2]
        if message.get("lost"):
            self.done.append(["lost"])
        elif "sign" in message:
            self.done.append(["sign", message["sign"]])
        else:
            self.done.append(["tell", self._keys.index(key)] if key else ["tell"])

    def post(self, _path, fields, headers, _limit, answered):
        key = self._keys.index(fields["key"])
        self.done.append(["post", key, *headers.values()])
        self.replies.append(answered)

    # The steps.

    def step(self, name, *args):
        self.done = []
        getattr(self, f"_{name}")(*args)
        self._wait(0)
        return [self.page.number, self.page.is_live, self.done]

    def _open(self):
        if not self._is_open:
            self._is_open = True
            self.page.open()

    def _hear(self, message):
        key = message.get("key")
        if self._is_open:
            self.page.hear(
                message if key is None else message | {"key": self._key(key)}
            )

    def _key(self, place):
        return self._keys[place] if place < len(self._keys) else None

    def _close(self, code):
        if self._is_open:
            self._is_open = False
            self.page.close(code)

    def _answer(self, method, status, headers):
        self.page.taken_before = self._asked
        self.page.take_answer(method, status, headers, "")

    def _reply(self, status, headers):
        if self.replies:
            self.replies.pop(0)(status, headers, "")

    def _show(self, kind):
        if kind == "offline":
            self.page.lose_network()
        else:
            self.page.come_back(kind)

    def _move(self, fields):
        self.page.send_move(fields)

    def _wait(self, seconds):
        end = self._time + seconds
        while self._timers and self._timers[0][0] <= end:
            self._time, _, call, args = heapq.heappop(self._timers)
            call(*args)
        self._time = end

    def _tick(self):
        self.page.tick()


def make_steps(chance):
    """Return the random steps of one page."""
    return [
        MAKERS[name](chance) for name in chance.choices(list(MAKERS), WEIGHTS, k=25)
    ]


def headers_of(chance):
    is_refresh = chance.random() < 0.05
    number = {"Table-Number": str(number_of(chance))}
    number |= {"Still-There": "true"} if chance.random() < 0.2 else {}
    return {"HX-Refresh": "true"} if is_refresh else number


def number_of(chance):
    return chance.choice((9, 10, 11, 11, 12, 13, 14))


def message_of(chance):
    number = number_of(chance)
    greeting = {"number": number, "protocol": 2 + (chance.random() < 0.1)}
    return chance.choice(
        (
            {"number": number},
            {"number": 10},
            {"number": 10, "now": 0},
            {"number": 10, "now": 0, "still": True},
            greeting | {"viewer": chance.choice(("0", "0", "0", "spectator"))},
            {"number": number, "viewer": "0"},
            update_of(number, {}, {}),
            update_of(number, {"table": {"data-moves": "6"}}, {"deck": ""}),
            update_of(number, {}, {chance.choice(("table", "gone", "log-7")): ""}),
            update_of(number, {"gone": {"data-turn": ""}}, {"deck": ""}),
            update_of(number, {}, {"table": ""}),
            {"key": chance.randrange(2), "number": number},
            {"key": chance.randrange(2), "alert": ""},
            {"key": chance.randrange(2), "number": number, "alert": ""},
            {"key": chance.randrange(2), "elsewhere": True},
            {"key": chance.randrange(2), "again": 3},
        )
    )


def reply_of(chance):
    """Return the answer to a move: often that of a site that is busy for now."""
    is_for_now = chance.random() < 0.2
    answer = 503, {"Retry-After": "3"}
    return answer if is_for_now else (status_of(chance), headers_of(chance))


def update_of(number, marks, own):
    return {"number": number, "marks": marks, "public": {}, "own": own}


def status_of(chance):
    return chance.choice((200, 200, 200, 202, 204, 409, 502, 503, 504))


# Each kind of step, how to make one, and how often.
KINDS = {
    "open": (lambda _: ["open"], 2),
    "hear": (lambda chance: ["hear", message_of(chance)], 6),
    "close": (lambda chance: ["close", chance.choice((1000, 1006, 4401, 4404))], 1),
    "answer": (
        lambda chance: [
            "answer",
            chance.choice(("GET", "POST")),
            status_of(chance),
            headers_of(chance),
        ],
        3,
    ),
    "reply": (lambda chance: ["reply", *reply_of(chance)], 3),
    "show": (
        lambda chance: [
            "show",
            chance.choice(("visibilitychange", "pageshow", "online", "offline")),
        ],
        1,
    ),
    "move": (lambda chance: ["move", chance.choice(MOVES)], 3),
    "wait": (lambda chance: ["wait", chance.choice((0.25, 1, 3, 6, 13, 60))], 4),
    "tick": (lambda _: ["tick"], 3),
}
MAKERS = {name: make for name, (make, _) in KINDS.items()}
WEIGHTS = [weight for _, weight in KINDS.values()]


def make_vectors(seed, amount):
    chance = Random(seed)
    return [
        {"viewer": chance.choice(("0", "0", "spectator")), "steps": make_steps(chance)}
        for _ in range(amount)
    ]


def run_model(vector):
    browser = Browser(vector["viewer"])
    return [browser.step(*step) for step in vector["steps"]]


def run_scripts(vectors):
    """Return the acts of the scripts, run by node."""
    folder = ROOT / "static" / "js"
    scripts = {f"./{name}.js": (folder / f"{name}.js").read_text() for name in SCRIPTS}
    run = subprocess.run(
        [
            "node",
            "--experimental-vm-modules",
            "--no-warnings",
            Path(__file__).with_name("page_in_node.mjs"),
        ],
        input=json.dumps({"scripts": scripts, "vectors": vectors}),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)
