"""A viewer's socket at a table: updates out, nothing but heartbeats in."""

import json
import time
from contextlib import suppress
from typing import Any

from autobahn.exception import Disconnected
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404
from django.utils import translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from games import services
from games.attendance import Missing
from games.broadcast import group_of, publish_page
from games.errors import NoSuchTable
from games.listeners import switchboard
from games.pages import LISTENING, forget_page, has_other_processes, note_pages
from games.players import find_player
from games.presenters import Node, present
from games.reactions import reaction_in_words
from games.selectors import Scene, get_number, get_scene_at, get_scene_or_404
from games.services import welcome
from games.threads import in_thread
from games.updates import update_between

# Bytes of a message as it is sent; the server's own limit is a little higher.
LARGEST_MESSAGE = 16_000
NO_SUCH_TABLE = 4404


class TableConsumer(AsyncWebsocketConsumer):
    """Sends its viewer what changed, and every 10 s the number of the table."""

    pk = 0
    is_display = False
    player_id: int | None = None

    async def __call__(self, *arguments: Any) -> None:
        """Serve the socket; however that ends, it is told nothing more."""
        try:
            await super().__call__(*arguments)
        finally:
            switchboard().leave(self)

    async def connect(self) -> None:
        """Join the table's group, and tell the page the number that it should be at."""
        await self.accept()
        self.language = language_of(self.scope)
        try:
            scene = await in_thread(self._enter)
        except Http404:
            await self.close(NO_SUCH_TABLE)
            return
        self.pk, self.number = scene.table.pk, scene.table.number
        self.shown = present(scene)
        self._look_at(scene)
        switchboard().join(self)
        switchboard().expect(self.pk, self.number, scene.table.due_at)
        if self.is_display:
            await in_thread(services.note_display, self.code, is_open=True)
        if has_other_processes():
            await self.channel_layer.group_add(group_of(self.pk), self.channel_name)
        # What changed before anything was joined is caught up with here.
        number = await in_thread(get_number, self.pk)
        await self.beat(number or self.number)

    @property
    def expected(self) -> frozenset[int | None]:
        """Return whose pages should be at this table."""
        return self.table.expected

    async def disconnect(self, code: int) -> None:
        """Leave the group that other processes tell, and close the display."""
        switchboard().leave(self)
        await self._forget_page()
        if self.pk and self.is_display and not switchboard().has_display(self.pk):
            # A table that is gone has no display either.
            with suppress(NoSuchTable):
                await in_thread(services.note_display, self.code, is_open=False)
        if self.pk and has_other_processes():
            await self.channel_layer.group_discard(group_of(self.pk), self.channel_name)

    async def _forget_page(self) -> None:
        is_last = not switchboard().has_page(self.pk, self.player_id)
        if self.player_id and is_last and has_other_processes():
            await in_thread(forget_page, (self.pk, self.player_id))

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None
    ) -> None:
        """Ignore what comes in: moves go by POST."""

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Hear from another process that the table has changed."""
        await self.hear(event["number"])

    async def table_reaction(self, event: dict[str, Any]) -> None:
        """Hear from another process that somebody barks."""
        await self.see_reaction(event["seat"], event["reaction"])

    async def table_page(self, event: dict[str, Any]) -> None:
        """Hear from another process that a player has opened a page."""
        await self.see_other_page(event["player"])

    async def see_other_page(self, player_id: int) -> None:
        """Tell the viewer if it was they who have opened another page."""
        if self.player_id != player_id:
            return
        with translation.override(self.language):
            note = _("Your seat is open on another page now. Both can be played on.")
        await self.send(to_json(note=note))

    async def see_reaction(self, seat: int, reaction: str) -> None:
        """Show the viewer a bark or a paw."""
        with translation.override(self.language):
            words = reaction_in_words(reaction)
        await self.send(to_json(seat=seat, reaction=reaction, words=words))

    async def hear(self, number: int) -> None:
        """Send the viewer what changed, unless that has been sent already."""
        if number > self.number:
            scene = get_scene_at(
                self.pk, number, self.player, is_display=self.is_display
            )
            await self._show(scene or await in_thread(self._look))

    async def beat(self, number: int) -> None:
        """Send what a lost message would have told, and the number in any case."""
        if time.monotonic() - self.visited_at > services.VISIT:
            await in_thread(self._visit, self.pk)
        if self.is_missed:
            # Noted as away in the moment in which this socket was opened.
            await in_thread(services.note_here, self.code, self.player)
        if number > self.number:
            await self._show(await in_thread(self._look))
        await self.send(to_json(number=self.number))

    async def see_to_dues(self) -> None:
        """Have made at this table what is due."""
        number, due_at = await in_thread(services.make_due_moves, self.code)
        switchboard().expect(self.pk, number, due_at)

    async def report(self, missing: Missing) -> None:
        """Have noted who has no page at this table."""
        await in_thread(services.note_missing, self.code, missing)

    async def send(self, *arguments: Any, **keywords: Any) -> None:
        """Send, unless the socket is closing: its page comes back and asks."""
        with suppress(Disconnected):
            await super().send(*arguments, **keywords)

    def _enter(self) -> Scene:
        # A display sees what a spectator sees, whoever has opened it.
        self.is_display = b"display" in self.scope["query_string"]
        session = _session_of(self.scope)
        self.player = None if self.is_display else find_player(session)
        self.player_id = self.player.pk if self.player else None
        self.code = self.scope["url_route"]["kwargs"]["code"]
        services.tidy_now_and_then()
        scene = welcome(self._look(), self.player)
        self._visit(scene.table.pk)
        if self.player:
            # This page does not listen yet, so all that hear it are others.
            publish_page(scene.table.pk, self.player.pk)
            if has_other_processes():
                note_pages([(scene.table.pk, self.player.pk)], LISTENING)
        return scene

    def _visit(self, pk: int) -> None:
        """Note that this table is not left alone."""
        self.visited_at = time.monotonic()
        services.note_visit(pk)

    def _look_at(self, scene: Scene) -> None:
        """Remember of a scene who should be at its table."""
        self.table = scene.table
        self.is_missed = services.is_missed(scene)

    def _look(self) -> Scene:
        return get_scene_or_404(self.code, self.player, is_display=self.is_display)

    async def _show(self, scene: Scene) -> None:
        if scene.table.number <= self.number:
            return
        follows, before = self.number, self.shown
        # Both are set before the first await: a message that comes meanwhile must
        # start from what this one has sent.
        self.number, self.shown = scene.table.number, present(scene)
        self._look_at(scene)
        switchboard().expect(self.pk, self.number, scene.table.due_at)
        await self._send_change(follows, before)

    async def _send_change(self, follows: int, before: Node) -> None:
        with translation.override(self.language):
            content = update_between(before, self.shown)
        message = to_json(number=self.number, follows=follows, content=content)
        if len(message.encode()) > LARGEST_MESSAGE:
            # The server takes no larger one; the page asks for the whole update.
            message = to_json(number=self.number)
        await self.send(message)


def to_json(**message: Any) -> str:
    """Return a message as it is sent: as few bytes as Cyrillic letters allow."""
    return json.dumps(message, ensure_ascii=False)


def _session_of(scope: dict[str, Any]) -> SessionBase:
    store = import_string(f"{settings.SESSION_ENGINE}.SessionStore")
    return store(scope["cookies"].get(settings.SESSION_COOKIE_NAME))


def language_of(scope: dict[str, Any]) -> str:
    """Return the language of a page from the address of its socket."""
    query = scope["query_string"].decode("ascii", "replace")
    asked = query.partition("language=")[2].partition("&")[0]
    try:
        return translation.get_supported_language_variant(asked)
    except LookupError:
        return translation.get_supported_language_variant("en")
