"""Messages over sockets, compressed as far as it costs next to nothing.

A window of a kilobyte and small tables make a third of an update, in 25 microseconds
and with 8 KiB a socket; zlib's own choice saves a few bytes more, in three times as
long and with 256 KiB. Nothing is kept from one message to the next, so that the size of
one tells nothing about another.
"""

from collections.abc import Iterable

from autobahn.websocket.compress import (
    PerMessageCompressOffer,
    PerMessageDeflateOffer,
    PerMessageDeflateOfferAccept,
)

WINDOW_BITS = 10
MEMORY_LEVEL = 3


def accept_offer(
    offers: Iterable[PerMessageCompressOffer], largest: int
) -> PerMessageDeflateOfferAccept | None:
    """Return how a browser's offer is accepted, None if it offers nothing that fits.

    What a page sends may not be larger than `largest` once it is decompressed.
    """
    for offer in offers:
        if isinstance(offer, PerMessageDeflateOffer):
            asked = offer.request_max_window_bits or WINDOW_BITS
            can_limit = offer.accept_max_window_bits
            return PerMessageDeflateOfferAccept(
                offer,
                request_no_context_takeover=offer.accept_no_context_takeover,
                request_max_window_bits=WINDOW_BITS if can_limit else 0,
                no_context_takeover=True,
                window_bits=min(asked, WINDOW_BITS),
                mem_level=MEMORY_LEVEL,
                max_message_size=largest,
            )
    return None
