"""Lets the site tell the current world of its acts."""

from functools import partial

from django.db import connection, transaction

import games.play.snapshot
from games.play import deals, race, seam
from games.play import transaction as changes
from games.play.seam import Entered
from games.rules.deal import find_next_round
from games.table.live import socket_messages
from games.table.page.whole import Page
from games.table.people import votes
from tests.simulation.content import Content
from tests.simulation.seeded import clock
from tests.simulation.world import World


def install():
    """Put the probes into the site, for all worlds of this process."""
    Page.render = _noting_render(Page.render)
    socket_messages.write_update = _pausing_write(socket_messages.write_update)
    seam.apply_move = _off_loop(seam.apply_move)
    games.play.snapshot.observe = _off_loop(games.play.snapshot.observe)
    changes._Cache.put = _noting_put(changes._Cache.put)
    changes.publish = _checking_publish(changes.publish)
    deals.shuffle_deal = _keeping_deals(deals.shuffle_deal)
    race.line_up = _checking_line_up(race.line_up)
    race.enter = _noting_enter(race.enter)
    race.note_outcome = _noting_outcome(race.note_outcome)
    seam.make_move = _noting_make_move(seam.make_move)
    votes.vote = _noting_vote(votes.vote)
    transaction.on_commit = _pausing_on_commit(transaction.on_commit)


def _noting_render(render):
    def noted_render(page, **fields):
        world = World.current
        world.check_thread("A page was rendered")
        html = render(page, **fields)
        world.contents[html] = Content(page)
        return html

    return noted_render


def _pausing_write(write_update):
    def paused_write(before, after, language):
        world = World.current
        world.check_thread("An update was rendered")
        text = write_update(before, after, language)
        # Other threads have their turn while this one renders.
        world.pause()
        return text

    return paused_write


def _off_loop(call):
    def called_off_loop(*args):
        World.current.check_thread(f"{call.__name__} ran")
        return call(*args)

    return called_off_loop


def _keeping_deals(shuffle_deal):
    def kept_deal(key, state):
        place = key, *find_next_round(state)
        kept = World.current.deals
        if place not in kept:
            kept[place] = shuffle_deal(key, state)
        return kept[place]

    return kept_deal


def _noting_put(put):
    def noted_put(cache, snapshot):
        World.current.note_snapshot(snapshot)
        put(cache, snapshot)

    return noted_put


def _checking_publish(publish):
    def checked_publish(pk, number, **options):
        if connection.connection.in_transaction:
            World.current.fail(f"table {pk} is told of {number} before its commit")
        publish(pk, number, **options)

    return checked_publish


def _checking_line_up(line_up):
    def checked_line_up(*args):
        runner, waiting = line_up(*args)
        World.current.check_date(runner)
        return runner, waiting

    return checked_line_up


def _noting_enter(enter):
    def noted_enter(game, round_pk, runner, waiting):
        enter(game, round_pk, runner, waiting)
        World.current.note_entered(game.code, game.number, runner)

    return noted_enter


def _noting_outcome(note_outcome):
    def noted_outcome(game, runner, outcome):
        note_outcome(game, runner, outcome)
        World.current.ended[runner.key] = clock.now

    return noted_outcome


def _noting_make_move(make_move):
    def noted_make_move(code, player, content, key, arrival=None):
        outcome = make_move(code, player, content, key, arrival)
        if isinstance(outcome, Entered):
            World.current.note_acknowledged(key)
        return outcome

    return noted_make_move


def _noting_vote(vote):
    def noted_vote(game, player, *proposal):
        voters, number = World.current.voters, game.number
        vote(game, player, *proposal)
        # A vote that is refused, or not committed, has led to no number.
        if game.number > number:
            note = partial(voters.__setitem__, (game.code, game.number), player.pk)
            transaction.on_commit(note)

    return noted_vote


def _pausing_on_commit(on_commit):
    def paused_on_commit(call, *args, **kwargs):
        def later():
            World.current.pause()
            call()

        on_commit(later, *args, **kwargs)

    return paused_on_commit
