"""The invariants of every world, during the trouble, after it, and at the end."""

from collections import defaultdict
from datetime import timedelta
from itertools import pairwise
from uuid import UUID

from channels.layers import get_channel_layer
from django.db import connection

from games.archive.audit import audit_stored
from games.models import (
    EnteredAccusation,
    Game,
    Move,
    MovedBy,
    Presence,
    Standing,
    VoteKind,
)
from games.play import connections as register
from games.play.clock import IDLE_PAUSE, STAND_IN_PAUSE, Cause, compute_horizon
from games.play.connections import connections
from games.play.race import NEAR
from games.play.schedule import _LAST_CHANCES
from games.play.seam import play_scripted
from games.play.selectors import see
from games.play.signs import IDLE_AFTER
from games.play.transaction import _fold_rows, get_snapshot, locked_game
from games.rules.illegal import RulesError, Why
from games.rules.legal import check_legal
from games.rules.moves import Accuse
from games.rules.state import Phase
from games.table.live.hub import _hubs
from games.table.lobby.ending import end_game
from games.table.page.visits import visit
from games.table.page.whole import show_page
from games.table.people.votes import count_votes_needed, read_votes
from tests.simulation import seeded
from tests.simulation.content import Content, find_differences
from tests.simulation.difference import differ
from tests.simulation.page import POLL_PAUSE
from tests.simulation.people import ACTING
from tests.simulation.plan import CALM
from tests.simulation.scheduler import USUAL_DELAY
from tests.simulation.seeded import clock
from tests.support.cast import choose_move
from tests.support.memory import forget_rows

# Seconds: a page may lag this far behind while nothing is wrong, and load for so long.
LAG, LOADING = 2, 4
# Milliseconds until a thread usually has begun a request that has arrived.
BEGUN = 10
# Outcomes of entered accusations that did not come too late.
DONE = (EnteredAccusation.WAITING, EnteredAccusation.PLAYED)


def check_pages(world):
    """Every page shows its table as the rows have it now."""
    for table in world.tables:
        game = table.game
        try:
            folded = world.do(_fold_rows, game, None)
        except RulesError as error:
            world.fail(f"table {table.place}: its moves break the rules", error)
        kept = world.snapshots[table.code].get(game.number)
        if kept is not None and (facts := differ(kept, folded)):
            world.fail(
                f"table {table.place} at {game.number}: not what its rows say", facts
            )
        for tab in table.tabs:
            if not tab.is_gone:
                check_page(world, table, tab)
        check_due(world, table)


def check_page(world, table, tab):
    page, snapshots = tab.page, world.snapshots[table.code]
    if tab.begun_at > clock.now - LOADING:
        return
    if page is None:
        world.fail(f"{tab.name} has not loaded")
    # A page whose player got a seat asks by HTTP until it may load itself anew.
    lag = LAG + POLL_PAUSE if page.is_refused else LAG
    least = newest_at(world, table, clock.now - lag)
    if page.number < least:
        world.fail(f"{tab.name} shows {page.number} and not {least}", page.is_live)
    if page.number not in snapshots:
        world.fail(f"{tab.name} shows {page.number}, which never was")
    check_shown(world, tab, snapshots[page.number])
    if not page.is_live and not page.is_refused:
        world.fail(f"{tab.name} has no socket")
    facts = snapshots[page.number].table
    if page.is_live and page.viewer.isdecimal() and facts.phase != "over":
        check_player(world, tab, facts.seats[int(page.viewer)])


def check_player(world, tab, seat):
    if seat.presence in (Presence.AWAY, Presence.STAND_IN):
        world.fail(f"{tab.name} is open, and its player counts as away")
    if seat.idle and not tab.page.is_asking:
        world.fail(f"{tab.name} does not ask its idle player for a sign")


def check_shown(world, tab, snapshot):
    """A page shows its viewer's part of this snapshot, and no more."""
    players = [tab.player_there()]
    if tab.is_of_stranger:
        # The person may have got a session in another tab since this page was loaded.
        players.append(None)
    views = [see(snapshot, each, is_display=tab.is_display) for each in players]
    rights = [Content(world.do(show_page, view)) for view in views]
    wrong = [find_differences(right, tab.content) for right in rights]
    if all(wrong):
        world.fail(f"{tab.name} shows something else than {tab.page.number}", wrong[0])


def check_due(world, table):
    """No move is overdue at a table with an open page, and no accusation waits."""
    game = table.game
    if not any(tab.page and tab.page.is_live for tab in table.tabs):
        return
    late = seeded.now() - timedelta(seconds=LAG)
    if game.due_at is not None and game.due_at < late:
        world.fail(f"table {table.place}: a move is overdue since {game.due_at}")
    if game.due_at is not None and game.due_at > compute_horizon(seeded.now()):
        world.fail(f"table {table.place}: a move is due as late as {game.due_at}")
    entered = game.entered.filter(outcome=EnteredAccusation.WAITING)
    if waiting := world.do(list, entered):
        world.fail(f"table {table.place}: accusations still wait: {waiting}")


def check_answers(world):
    """Each acknowledged move is there once, or came too late; a refused one is not."""
    made = world.do(list, Move.objects.exclude(key=None))
    late = world.do(list, EnteredAccusation.objects.exclude(outcome__in=DONE))
    rows = {row.key: row for row in (*late, *made)}
    for key in rows.keys() - world.keys:
        world.fail(f"a move was made under a key that no page sent: {key}")
    # A player may try a refused move again, under the same key.
    last = {fields["key"]: at for at, _, fields, *_ in world.answers}
    for at, tab, fields, status, message in world.answers:
        row = rows.get(UUID(fields["key"]))
        is_refused = status == 409 or bool(message and is_refusal(message))
        is_made = status in (200, 202, 204) and not is_refused
        if is_refused and row is not None and at == last[fields["key"]]:
            world.fail(f"{tab.name}: {fields} was refused at {at:.3f} and is made")
        if is_refused and is_made_anew(world, rows, fields):
            world.fail(f"{tab.name}: {fields} was refused, and is made under a new key")
        if is_made and row is None:
            world.fail(f"{tab.name}: {fields} was acknowledged at {at:.3f} and is lost")
        if is_made and not is_move_of(row, fields):
            world.fail(
                f"{tab.name}: {fields} was acknowledged, {content_of(row)} is stored"
            )


def is_refusal(message):
    """Return whether an acknowledgement says why not, and not that one is entered."""
    return "alert" in message and "number" not in message


def content_of(row):
    """Return the content of a move, or of an accusation that came too late."""
    if isinstance(row, Move):
        return row.content
    return Accuse(row.seat, row.suspect).to_dict()


def is_move_of(row, fields):
    content = content_of(row)
    return all(content.get(n) == v for n, v in fields.items() if n != "key")


def is_made_anew(world, rows, fields):
    """Return whether the same page made this move at this place under another key."""
    key = UUID(fields["key"])
    others = [rows[other] for other in rows if world.keys[other] == world.keys[key]]
    return any(row.key != key and is_move_of(row, fields) for row in others)


def check_entered(world):
    """Each entered accusation counts, or has a right reason why not; none waits on."""
    for table in world.tables:
        # Where the process has died, and no page is open, the next visit plays it.
        world.do(visit, table.code)
    rows = {row.key: row for row in world.do(list, EnteredAccusation.objects.all())}
    for key in world.acknowledged.keys() - rows:
        world.fail("an entered accusation is gone", *world.acknowledged[key])
    made = set(world.do(list, Move.objects.values_list("key", flat=True)))
    for key, row in rows.items():
        code, number, runner, _at = world.entered[key]
        about = code, number, runner, row.outcome
        if row.outcome == EnteredAccusation.WAITING:
            world.fail("an entered accusation waits for ever", *about)
        if (row.outcome == EnteredAccusation.PLAYED) != (key in made):
            world.fail("an entered accusation has a wrong outcome", *about)
        is_late = row.outcome in Why.__members__
        if is_late and not is_refused_rightly(world, code, number, runner):
            world.fail(f"the accusation entered at {number} was taken back", *about)


def is_refused_rightly(world, code, entered_at, runner):
    for number, snapshot in sorted(world.snapshots[code].items()):
        if number <= entered_at:
            continue
        if snapshot.state is None or snapshot.table.phase == "over":
            return True
        try:
            check_legal(snapshot.state, runner.move)
        except RulesError:
            return not is_overtaken(code, snapshot.table.move_count, runner.sent)
    return False


def is_overtaken(code, count, sent):
    """Return whether the move of this number is an accusation that was sent later."""
    row = Move.objects.filter(game__code=code, number=count).first()
    if row is None or row.content["move"] != "accuse":
        return False
    return sent_at(row) > sent + NEAR


def check_races(world):
    """Without trouble, players' accusations count in the order of sending.

    A thread that is slow to begin may be too late for it (docs/race.md).
    """
    if world.thread_delay > USUAL_DELAY:
        return
    raced = Move.objects.filter(game__race="fair", game__last_call="race")
    raced = raced.filter(content__move="accuse", by="player").order_by("number")
    for table in world.tables:
        calm = newest_at(world, table, clock.now - CALM)
        done = world.snapshots[table.code][calm].table.move_count
        rows = raced.filter(game__code=table.code, number__gt=done)
        for row, following in pairwise(world.do(list, rows)):
            if sent_at(row) > sent_at(following) + NEAR + BEGUN:
                world.fail("of two accusations the later one counts", row, following)


def check_waits(world):
    """Without trouble, an entered accusation counts, or is too late, in a moment."""
    for key, ended_at in world.ended.items():
        code, number, runner, at = world.entered[key]
        if clock.now - CALM < at < ended_at - LAG:
            world.fail(
                f"an accusation waited for {ended_at - at} s", code, number, runner
            )


def newest_at(world, table, then):
    """Return the number that a table had at a moment."""
    return max(n for n, at in world.times[table.code].items() if at <= then)


def check_silence(world, since):
    """Where one player is active, a table goes on, with that host."""
    for table in world.tables:
        facts = table.newest().table
        is_silent = any(tab.person.is_silent for tab in table.tabs)
        if is_silent and facts.is_for_people:
            stood = clock.now - max(since, moved_at(world, facts))
            limit = IDLE_AFTER + ACTING + LAG + STAND_IN_PAUSE
            if facts.phase in _LAST_CHANCES:
                limit += IDLE_PAUSE
            if Presence.AWAY in facts.presences:
                # The others are silent for as long after the vote.
                limit += ACTING
            if stood > limit:
                world.fail(f"table {table.place} stands still since {stood} s")
            host = facts.find_seat(facts.host_id)
            if host is not None and facts.seats[host].idle:
                world.fail(f"the host of table {table.place} is idle")


def moved_at(world, facts):
    """Return the time of the last move before these facts, or of a pause's end."""
    seen, step = world.snapshots[facts.code], (facts.move_count, facts.paused_at)
    return min(
        at
        for number, at in world.times[facts.code].items()
        if (seen[number].table.move_count, seen[number].table.paused_at) == step
    )


def sent_at(row):
    """Return when an accusation was sent, as the server dates it, in milliseconds."""
    race = row.content.get("race", {"way": 0, "held": 0})
    return row.made_at.timestamp() * 1000 - race["way"] - race["held"]


def check_nothing_left(world):
    """Nothing of a table stays in a process when the last page is closed."""
    for process in world.processes:
        hub, is_shared = _hubs.get(process.loop), bool(process.redis)
        with process.running(process.loop):
            left = {
                "sockets": len(process.sockets),
                "tasks": len([t for t in process.loop.tasks if not is_lasting(t)]),
                "pages": len(connections.tables()),
                "pages elsewhere": count_elsewhere(),
                "channels": count_channels() - is_shared,
                "calls": sum(each.count_calls() for each in process.threads),
                "requests": len(process.waiting()),
            }
            if hub:
                left |= {
                    "due times": len(hub._due_timer._times),
                    "runs": len(hub._due_timer._running),
                    "absences": len(hub._absences._absences),
                }
            left["places"] = sum(len(each._taken) for each in process.places())
        if any(left.values()):
            world.fail(f"{process.name} still has {left}")


def is_lasting(task):
    """Return whether a task lasts as long as a process, or sends a message of one."""
    names = ("_keep_listening", "listen_to_processes", "_keep_sending_heartbeats")
    return any(name in repr(task) for name in (*names, "_tell_others", "group_send"))


def count_elsewhere():
    """Return how many pages without a socket here a process still counts."""
    register.forget_old()
    words = [word for about in register._words.values() for word in about.values()]
    return len(register._asking) + sum(len(word.people) for word in words)


def count_channels():
    loops = get_channel_layer()._loops.values()
    return sum(len(here.queues) for here in loops)


def check_end(world):
    """The chain and the audit hold for every game, and one of them goes on."""
    check_entered(world)
    check_answers(world)
    check_next_tables(world)
    check_votes(world)
    check_stand_ins(world)
    check_people(world)
    running = [table for table in world.tables if table.game.ended_at is None]
    for table in running[:1]:
        world.do(play_to_end, world, table)
    for table in world.tables:
        game = table.game
        if game.ended_at is None:
            world.do(end_game, table.code, game.host)
        report = world.do(audit_stored, game.pk)
        if not report.is_sound:
            world.fail(f"table {table.place}: {report.faults}")
    world.do(forget_rows)


def check_votes(world):
    """The host decides alone; others pause together, and outvote an absent player."""
    for (code, number), voter in world.voters.items():
        pair = [world.snapshots[code].get(each) for each in (number - 1, number)]
        if None not in pair and pair[0].table.host_id != voter:
            check_vote(world, pair[0].table, pair[1].table, voter)


def check_vote(world, before, after, voter):
    here = {seat.index for seat in before.seats if seat.may_vote}
    asked = {seat for seat in here if not before.seats[seat].is_played_for}
    own = {seat.index for seat in before.seats if seat.player_id == voter}
    votes = defaultdict(own.copy)
    for kind, about, seat in before.find_fact(read_votes) or ():
        votes[kind, about] |= {seat} & here
    is_same = bool(before.paused_at) == bool(after.paused_at)
    if not is_same and not asked <= votes[VoteKind.PAUSE, 0]:
        world.fail(f"only some agreed to pause at {before.number}", votes, asked)
    for one, other in zip(before.seats, after.seats, strict=True):
        if (one.presence, other.presence) == (Presence.AWAY, Presence.STAND_IN):
            agreeing = votes[VoteKind.STAND_IN, one.index]
            if len(agreeing) <= len(here) // 2:
                world.fail(f"too few agreed to a stand-in at {before.number}", votes)


def check_people(world):
    """No seat has two holders, none is lost, and no vote that is enough stays open."""
    for table in world.tables:
        seen = [each.table for _, each in sorted(world.snapshots[table.code].items())]
        played = [each for each in seen if each.phase not in ("lobby", "over")]
        former = {(each.seat, each.player_id) for each in table.game.former_holders}
        for facts in played:
            check_holders(world, facts)
            check_recount(world, facts)
        for before, after in pairwise(played):
            for one, other in zip(before.seats, after.seats, strict=True):
                # Another phone of the same player leaves the seat its key.
                is_lost = (one.index, one.player_id) not in former
                if one.key != other.key and one.player_id and is_lost:
                    world.fail(f"a former holder is lost at {after.number}", one)


def check_holders(world, facts):
    """A player has one seat at most, and nobody who was removed or promises has one."""
    seated = [seat.player_id for seat in facts.seats if seat.player_id is not None]
    if len(seated) != len(set(seated)):
        world.fail(f"a player has two seats at {facts.number}", seated)
    for row in facts.bystanders:
        if row.player_id in seated and row.standing != Standing.PLAYED:
            world.fail(f"a bystander has a seat at {facts.number}", row)
        if row.promised_seat is not None and facts.seats[row.promised_seat].may_vote:
            world.fail(f"the seat of a player who plays is promised at {facts.number}")


def check_recount(world, facts):
    """Each open vote lacks the vote of somebody who is there."""
    here = {seat.index for seat in facts.seats if seat.may_vote}
    votes = defaultdict(set)
    for kind, about, seat in facts.find_fact(read_votes) or ():
        if not facts.seats[seat].may_vote and facts.seats[seat].presence != "away":
            world.fail(f"the vote of a seat that was left counts at {facts.number}")
        votes[kind, about].add(seat)
    for (kind, about), seats in votes.items():
        # How many votes an idle seat needs is a matter of signs.
        if kind == VoteKind.STAND_IN and facts.seats[about].idle:
            continue
        if kind != VoteKind.TAKE_OVER and len(seats & here) >= count_votes_needed(
            kind, len(here)
        ):
            world.fail(f"enough votes, and nothing follows at {facts.number}", kind)


def check_stand_ins(world):
    """The clock moves only for a stand-in's seat, and for one whose limit ended."""
    rows = Move.objects.filter(by=MovedBy.CLOCK).select_related("game")
    for row in world.do(list, rows):
        before = last_at(world, row.game.code, row.number - 1)
        if before and not before.seats[row.seat].is_played_for:
            dues = [each for each in before.dues if each.seat == row.seat]
            if not any(d.cause == Cause.LIMIT and d.at <= row.made_at for d in dues):
                world.fail(f"the clock moved for seat {row.seat}, at", row, dues)


def last_at(world, code, moves):
    """Return the last facts of a table with so many moves, if a page saw them."""
    found = [each.table for each in world.snapshots[code].values()]
    found = [table for table in found if table.move_count == moves]
    return max(found, key=lambda table: table.number, default=None)


def check_next_tables(world):
    """All players who ask for the next table are led to the same one."""
    for table in world.tables:
        players = [person.player for person in table.people]
        theirs = Game.objects.filter(seats__player__in=players).distinct()
        if world.do(theirs.count) > 2:
            world.fail(f"table {table.place} has more than one next table")


def play_to_end(world, table):
    """A game can always go on, until it ends."""
    chance, moves = world.draw("to the end"), 2000
    for _ in range(moves):
        with locked_game(table.code) as game:
            snapshot = get_snapshot(game)
            if snapshot.state.phase is Phase.OVER:
                return
            move = choose_move(snapshot, chance)
            play_scripted(game, snapshot, move, MovedBy.PLAYER)
    world.fail(f"table {table.place} has not ended after {moves} moves")


def all_rows():
    """Yield the rows of all games as text."""
    names = ("game", "move", "seat", "enteredaccusation")
    for table in [f"games_{name}" for name in names]:
        for row in connection.connection.execute(f"SELECT * FROM {table} ORDER BY 1"):
            yield repr(tuple(row))
