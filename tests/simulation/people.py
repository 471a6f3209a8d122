"""What people do at a table besides the moves of their turn."""

from functools import partial
from random import Random
from re import findall

from games.models import Bystander, Seat
from games.play.snapshot import Table as TableFacts
from games.players.sessions import SessionStore
from games.rules.state import Phase
from games.table.seat_transfer import make_ticket
from tests.simulation.browser import Person
from tests.simulation.page import Sending
from tests.simulation.seeded import clock

# Seconds for which all but one player of each table are silent, in each tenth seed, and
# seconds between two acts of that one.
SILENCE, ACTING = 600, 5


def find_silence(seed):
    return SILENCE if seed % 10 == 9 else 0


def someone(table, chance, *, seated=True):
    """Return a tab that shows the table to somebody who is not silent, if any."""
    tabs = [tab for tab in table.tabs if tab.page and not tab.person.is_silent]
    if seated:
        tabs = [tab for tab in tabs if tab.page.viewer.isdecimal()]
    return chance.choice(tabs) if tabs else None


def host_tab(table):
    return next((tab for tab in table.tabs_of(table.host) if tab.page), None)


def facts(table) -> TableFacts:
    return table.newest().table


def play(table, chance):
    table.play(chance)


def race(table, chance):
    """Several people accuse within a moment, many of them the same suspect."""
    tabs = [tab for tab in table.tabs if tab.page and tab.page.viewer.isdecimal()]
    taste = chance.random()
    for tab in chance.sample(tabs, min(len(tabs), 4)):
        choice = Random(taste) if chance.random() < 0.5 else chance
        table.world.after(chance.random() * 0.25, accuse, table, tab, choice)


def accuse(table, tab, chance):
    return tab.page and table.act(tab, chance, accuses=True)


def accuse_and_vanish(table, chance):
    """Accuse, and close the page, sign out or reconnect while it may wait.

    The nearest player has to wait for the others. Perhaps a second one accuses the same
    suspect, and a third one another, and they vanish too.
    """
    nearest = sorted(table.tabs, key=lambda tab: tab.person.line.slowest)
    taste = chance.random()
    tastes = [Random(taste), Random(taste), chance][: chance.choice((1, 3))]
    for tab in nearest:
        if tastes and accuse(table, tab, tastes[0]):
            tastes.pop(0)
            vanish(table, tab, chance)


def accuse_and_leave(table, chance):
    """The nearest accuses and closes the page, and nobody else does anything."""
    nearest = nearest_at(table)
    if accuse(table, nearest, chance):
        table.world.after(0.2, nearest.leave)


def accuse_twice(table, chance):
    """The nearest accuses, and taps again while the accusation may wait."""
    tab = nearest_at(table)
    move = tab.page and table.choose(tab, chance, accuses=True)
    if move:
        content = move.to_dict()
        content.pop("seat")
        tab.page.send_move(content)
        table.world.after(chance.random() * 0.1, send_again, tab, content)


def nearest_at(table):
    return min(table.tabs, key=lambda tab: tab.person.line.slowest)


def die_when_entered(table, chance):
    """The next process that enters an accusation dies, and its page is closed."""
    table.world.on_entered[table.code] = clock.now + 30, partial(die, table)
    race(table, chance)


def die_alone(table, chance):
    """The same, at once if the nearest accuses; nobody else does anything."""
    table.world.on_entered[table.code] = clock.now + 1, partial(die, table)
    accuse(table, nearest_at(table), chance)


def die(table, key, process):
    page = table.world.keys.get(key)
    for tab in table.tabs:
        if page and tab.name == page[0]:
            tab.leave()
            table.world.after(20, table.open_tab, tab.person)
    table.world.kill(process)
    table.world.after(1, table.world.restart, process)


def vanish(table, tab, chance):
    ways = [tab.leave, tab.lose_socket]
    if tab.person is not table.host:
        ways.append(partial(end_session, table, tab.person))
    table.world.after(chance.choice((0.05, 0.1, 0.2)), chance.choice(ways))
    table.world.after(5, table.open_tab, tab.person)


def double_tap(table, chance):
    """Make one move twice, and perhaps on two tabs."""
    tab = someone(table, chance)
    if tab:
        move = table.choose(tab, chance)
        for other in table.tabs_of(tab.person) if move else ():
            content = move.to_dict()
            content.pop("seat")
            if other.page:
                other.page.send_move(content)
                table.world.after(chance.random() * 0.3, send_again, other, content)


def send_again(tab, content):
    if tab.page:
        tab.page.send_move(content)


def replay(table, chance):
    """A move of long ago arrives again, and would be legal again."""
    for _, tab, fields, *_ in reversed(table.world.answers):
        if tab in table.tabs and tab.page and table.offers(tab, fields):
            tab.page.begin_sending(Sending(fields, tab.page.number))
            return


def wrong_move(table, chance):
    """Try a move that may be illegal, late or malformed."""
    tab = someone(table, chance, seated=False)
    if tab:
        kinds = (
            {"move": "draw"},
            {"move": "done"},
            {"move": "pass"},
            {"move": "nonsense"},
        )
        tab.page.send_move(chance.choice(kinds))


def reload(table, chance):
    if tab := someone(table, chance, seated=False):
        tab.load()


def close_tab(table, chance):
    if tab := someone(table, chance, seated=False):
        tab.leave()


def close_and_return(table, chance):
    if tab := someone(table, chance):
        tab.leave()
        pause = chance.choice((0.5, 3, 10))
        table.world.after(pause, table.open_tab, tab.person)


def second_tab(table, chance):
    table.open_tab(chance.choice(table.people))


def watch(table, chance):
    """A stranger, or a screen in the middle of the table."""
    table.open_tab(table.stranger(), is_display=chance.random() < 0.5)


def go_offline(table, chance):
    """The phone loses its network for a while; its page may notice."""
    tab = someone(table, chance, seated=False)
    if not tab:
        return
    seconds = chance.choice((1, 4, 15, 30))
    tab.person.line.lost = 1.0
    is_told = chance.random() < 0.6
    for each in table.tabs_of(tab.person):
        each.cut(chance)
        if is_told:
            each.lose_network()
    table.world.after(seconds, come_online, table, tab.person, is_told)


def come_online(table, person, is_told):
    person.line.lost = 0.0
    for tab in table.tabs_of(person):
        if is_told:
            tab.come_back("online")


def show_again(table, chance):
    """A page that was hidden is shown again, or comes back by the back button."""
    if tab := someone(table, chance, seated=False):
        tab.come_back(chance.choice(("visibilitychange", "pageshow")))


def bad_line(table, chance):
    """Messages of one person come late, get lost, or come twice, for a while."""
    line = chance.choice(table.people).line
    line.slowest, line.lost = (
        chance.choice((0.3, 1.0, 3.0)),
        chance.choice((0, 0.1, 0.4)),
    )
    line.repeated = 0.3
    table.world.after(chance.uniform(3, 25), line.mend)


def stall(table, chance):
    """Nothing passes for a while, and then all of it does."""
    line = chance.choice(table.people).line
    line.stalled_until = clock.now + chance.uniform(1, 10)


def cut(table, chance):
    if tab := someone(table, chance, seated=False):
        tab.cut(chance)


def sign_out(table, chance):
    """End the session of a person elsewhere; the person comes back as a stranger."""
    tab = someone(table, chance)
    if tab and tab.person is not table.host:
        if chance.random() < 0.5:
            # Their pages do not hear of it.
            for other in table.tabs_of(tab.person):
                other.cut(chance)
        end_session(table, tab.person)


def end_session(table, person):
    table.world.tell(f"{person.name} signs out")
    person.may_be_another = True
    table.world.do(SessionStore(person.cookies.get("charlie_session")).delete)


def move_to_phone(table, chance):
    """Hand a seat over to another phone by its link."""
    tab = someone(table, chance)
    if not tab:
        return
    find = Seat.objects.filter(game__code=table.code, index=int(tab.page.viewer))
    seat = table.world.do(find.select_related("player").first)
    if seat and seat.player_id:
        phone = Person(table.world, f"{tab.person.name}'s phone", tab.person.player)
        ticket = table.world.do(make_ticket, seat)
        table.people.append(phone)
        table.arrive(phone, ticket)
        if tab.person is not table.host and chance.random() < 0.5:
            table.world.after(3, remove, table, chance, seat.index)
            table.world.after(4, ask_for_seat, table, chance, seat.index)


def leave_seat(table, chance):
    """Leave the game; perhaps come back soon."""
    tab = someone(table, chance)
    if tab and tab.person is not table.host:
        tab.send_form("leave/", bot=chance.choice(("", "pip")))
        pause = chance.choice((1, 2, 4, 6))
        table.world.after(pause, table.open_tab, tab.person)


def leave_at_restart(table, chance):
    """Players leave and come back, and pages load, while a new process is slow."""
    world = table.world
    if process := world.choose_process(chance):
        world.kill(process)
        world.after(0.2, world.restart, process)
        for tab in table.tabs:
            if tab.person is not table.host and chance.random() < 0.5:
                world.after(0.2, tab.send_form_if_open, "leave/", {"bot": ""})
                world.after(0.4 + chance.random() * 0.4, table.open_tab, tab.person)
            else:
                world.after(0.2 + chance.random() * 0.6, tab.load)


def vote(table, chance):
    """Vote to pause or to resume, as most people do, perhaps without the host."""
    has_host = chance.random() < 0.4
    for tab in table.tabs:
        if (has_host or tab.person is not table.host) and chance.random() < 0.8:
            tab.send_form("pause/", pause=next_pause(table))


def next_pause(table):
    return "off" if facts(table).paused_at else "on"


def vote_and_go(table, chance):
    """A player votes and goes away; then all but the host vote."""
    tab = someone(table, chance)
    if tab and tab.person is not table.host:
        tab.send_form("pause/", pause=next_pause(table))
        table.world.after(1, tab.leave)
        table.world.after(18, vote_without_host, table)
        table.world.after(25, table.open_tab, tab.person)


def vote_and_lose_host(table, chance):
    """All but the host vote, and then the host goes away for a while."""
    host = host_tab(table)
    if host:
        vote_without_host(table)
        for tab in table.tabs_of(host.person):
            table.world.after(1, tab.leave)
        table.world.after(25, table.open_tab, host.person)


def vote_without_host(table):
    for tab in table.tabs:
        if tab.person is not table.host:
            tab.send_form("pause/", pause=next_pause(table))


def stand_in(table, chance):
    """Let stand-ins play where a page offers that."""
    tab = someone(table, chance)
    for seat in find_questions(tab, "seat") if tab else ():
        tab.send_form("stand-in/", seat=seat)


def find_questions(tab, kind):
    """Return what the questions of this kind are about that a page asks."""
    parts = "".join(tab.content.parts.values())
    return findall(f'id="question-{kind}-([^"]+)"', parts)


def fall_silent(table, chance):
    """All but one player do nothing, with their pages open, while that one plays on."""
    wake(table)
    tab = someone(table, chance)
    if tab and facts(table).seats[int(tab.page.viewer)].may_vote:
        wake(table, tab.person)
        stay_active(table, chance)


def wake(table, active=None):
    """Let all people act, or this one alone."""
    for person in (*table.people, *(tab.person for tab in table.tabs)):
        person.is_silent = active not in (None, person)


def stay_active(table, chance):
    """Touch the page of the active player, and use what it offers, until all leave."""
    tab = someone(table, chance)
    if tab and not table.is_closed:
        tab.page.sign()
        stand_in(table, chance)
        if "True" in find_questions(tab, "pause"):
            tab.send_form("pause/", pause="off")
        table.play(chance, haste=0)
        table.world.after(ACTING, stay_active, table, chance)


def remove(table, chance, seat=None):
    """The host removes a player from the game."""
    tab = host_tab(table)
    seats = [each.index for each in facts(table).seats if each.player_id]
    if tab and seat in seats:
        tab.send_form("seat/", seat=seat, out="on")
    elif tab and len(seats) > 3:
        tab.send_form("seat/", seat=chance.choice(seats), out="on")


def ask_for_seat(table, chance, seat=None):
    """A latecomer asks for a seat, and the host may give one."""
    late = table.open_tab(table.stranger())
    table.world.after(
        1.5, late.send_form_if_open, "ask/", {"name": f"late{chance.randrange(99)}"}
    )
    table.world.after(chance.uniform(3, 6), give_seat, table, chance, seat)


def ask_back(table, chance):
    """A player goes away, and asks for the own seat back on another phone."""
    tab = someone(table, chance)
    if tab and tab.person is not table.host:
        seat = facts(table).seats[int(tab.page.viewer)]
        for each in table.tabs_of(tab.person):
            each.leave()
        phone = table.open_tab(table.stranger())
        asked = {"own": seat.name}
        table.world.after(3, phone.send_form_if_open, "ask/", asked)
        for each in table.tabs:
            pause = chance.uniform(23, 27)
            table.world.after(pause, let_play, table, each, seat.index)
        if chance.random() < 0.4:
            table.world.after(chance.uniform(20, 28), table.open_tab, tab.person)


def return_to_promised_seat(table, chance):
    """A stand-in plays, the host promises the seat, and then its player comes back."""
    tab, host = someone(table, chance), host_tab(table)
    if tab and host and tab.person is not table.host:
        seat = int(tab.page.viewer)
        for each in table.tabs_of(tab.person):
            each.leave()
        after = table.world.after
        after(20, host.send_form_if_open, "stand-in/", {"seat": seat})
        after(22, ask_for_seat, table, chance, seat)
        after(30, table.open_tab, tab.person)


def let_play(table, tab, seat):
    """Say that the player who asks back has this seat."""
    asking = Bystander.objects.filter(game__code=table.code, claimed_seat__index=seat)
    askers = table.world.do(lambda: list(asking.values_list("pk", flat=True)))
    for asker in askers:
        tab.send_form("seat/", seat=seat, asker=asker, now="on")


def guess(table, chance):
    """Whoever sees the table, with or without a seat, guesses the chief."""
    tab, state = someone(table, chance, seated=False), table.newest().state
    cards = [card for line in state.lines for card in line] if state else []
    if tab and cards:
        # A new name would stand on the page after its next load alone.
        player = tab.player_there()
        name = player.name if player else ""
        tab.send_form("bet/", name=name, suspect=chance.choice(cards))


def give_seat(table, chance, seat=None):
    tab = host_tab(table)
    free = [
        each.index for each in facts(table).seats if each.bot or each.presence != "here"
    ]
    free = [seat] if seat in free else free
    asking = Bystander.objects.filter(game__code=table.code, standing=0)
    askers = table.world.do(lambda: list(asking.values_list("pk", flat=True)))
    if tab and free and askers:
        tab.send_form("seat/", seat=chance.choice(free), asker=askers[0])


def end_when_entered(table, chance):
    """The host ends the game while an accusation waits; all go to the next table."""
    table.world.on_entered[table.code] = clock.now + 30, partial(end, table, chance)
    race(table, chance)


def end_game(table, chance):
    tab = host_tab(table)
    if tab:
        tab.send_form("end/")
        table.world.after(1, go_on, table, chance)


def end(table, chance, _key, _process):
    table.end()
    table.world.after(1, go_on, table, chance)


def go_on(table, chance):
    """All go to the next table at once, while the processes are slow."""
    slow_down(table.world)
    for each in table.tabs:
        delay = 0.5 + chance.random() * 0.2
        table.world.after(delay, each.send_form_if_open, "again/", {})


def slow_down(world):
    for process in world.processes:
        process.slow_until = clock.now + 3


def hand_over(table, chance):
    tab = host_tab(table)
    if tab:
        tab.send_form("host/", seat=chance.randrange(len(facts(table).seats)))


def react(table, chance):
    if tab := someone(table, chance):
        tab.send_form("reactions/", reaction=chance.choice(("woof", "paw")))


def let_phase_end(table, chance):
    """Everybody acts at once, as at the end of a phase."""
    state = table.newest().state
    if state and state.phase is not Phase.OVER:
        for tab in list(table.tabs):
            if tab.page and tab.page.viewer.isdecimal():
                table.world.after(
                    chance.random() * 0.2, act_if_open, table, tab, chance
                )


def act_if_open(table, tab, chance):
    if tab.page:
        table.act(tab, chance)


WEIGHTS = {
    "race": 6,
    "accuse_and_vanish": 8,
    "accuse_twice": 4,
    "die_when_entered": 2,
    "double_tap": 3,
    "replay": 3,
    "wrong_move": 1,
    "reload": 2,
    "close_tab": 1,
    "close_and_return": 3,
    "second_tab": 1,
    "watch": 1,
    "go_offline": 3,
    "show_again": 1,
    "bad_line": 3,
    "stall": 2,
    "cut": 4,
    "sign_out": 2,
    "move_to_phone": 2,
    "leave_seat": 3,
    "leave_at_restart": 5,
    "vote": 2,
    "vote_and_go": 2,
    "vote_and_lose_host": 3,
    "stand_in": 2,
    "fall_silent": 2,
    "remove": 2,
    "ask_for_seat": 2,
    "ask_back": 3,
    "return_to_promised_seat": 2,
    "guess": 1,
    "end_when_entered": 3,
    "end_game": 1,
    "hand_over": 1,
    "react": 1,
    "let_phase_end": 3,
}
ACTS = {name: globals()[name] for name in ("play", *WEIGHTS)}
