"""Takes the messages of the site's other processes.

They tell which players have a page open or gave a sign, and which addresses guessed
wrong codes. Their messages about tables go to the groups of pages instead
(games.play.publish).
"""

from typing import Any

from channels.layers import get_channel_layer

from games.play.connections import note_asking, note_people
from games.play.signs import signs
from games.players.limits import note_wrong_code
from runtime.layer import PROCESS, PROCESSES
from runtime.threads import log_errors


async def listen_to_processes() -> None:
    """Hear the other processes for as long as this one runs."""
    layer = get_channel_layer()
    channel = await layer.new_channel("process")
    await layer.group_add(PROCESSES, channel)
    while True:
        message = await layer.receive(channel)
        with log_errors("A message of another process was not understood."):
            hear(message)


def hear(message: dict[str, Any]) -> None:
    """Note a message of another process, unless only another release knows it."""
    match message:
        case {"process": process} if process == PROCESS:
            pass
        case {"type": "pages.open", "process": process, "tables": tables}:
            note_people(process, tables)
        case {"type": "page.asks", "pk": pk, "player": player, "seconds": seconds}:
            note_asking(pk, player, seconds)
        case {"type": "person.sign", "code": code, "player": player, "age": age}:
            signs.note(code, player, age)
        case {"type": "code.wrong", "address": address}:
            note_wrong_code(address)
