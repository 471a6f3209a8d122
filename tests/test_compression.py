"""What a browser offers to compress is accepted with little memory."""

import zlib

import pytest
from autobahn.websocket.compress import PerMessageDeflate, PerMessageDeflateOffer
from daphne.ws_protocol import WebSocketFactory

from charlie_site.daphne import accept_offer, compress_messages

LARGEST = 16 * 1024


def offer(**parameters):
    """Return an offer as its header says it; browsers ask for no value of theirs."""
    return PerMessageDeflateOffer.parse(
        {name: [value] for name, value in parameters.items()}
    )


def begin(*offers):
    accepted = accept_offer(offers, LARGEST)
    return PerMessageDeflate.create_from_offer_accept(True, accepted)


def test_a_browsers_offer_is_accepted_with_small_windows():
    served = begin(offer(client_max_window_bits=True))
    assert served.server_no_context_takeover
    assert served.client_no_context_takeover
    assert (served.server_max_window_bits, served.mem_level) == (10, 3)
    assert served.client_max_window_bits == 10


def test_a_smaller_window_is_kept_to():
    assert begin(offer(server_max_window_bits="9")).server_max_window_bits == 9


@pytest.mark.parametrize("parameters", [{}, {"server_no_context_takeover": True}])
def test_a_page_that_cannot_limit_its_window_is_not_asked_to(parameters):
    assert begin(offer(**parameters)).client_max_window_bits == zlib.MAX_WBITS


def test_nothing_is_compressed_when_nothing_is_offered():
    assert accept_offer([], LARGEST) is None


def test_a_small_message_cannot_become_a_large_one():
    served = begin(offer(client_max_window_bits=True))
    compressor = zlib.compressobj(wbits=-10)
    bomb = compressor.compress(bytes(10**7)) + compressor.flush(zlib.Z_SYNC_FLUSH)
    served.start_decompress_message()
    assert len(served.decompress_message_data(bomb)) <= LARGEST


def test_daphnes_sockets_accept_an_offer(monkeypatch):
    # What is changed in this process is put back.
    monkeypatch.setattr(
        WebSocketFactory, "setProtocolOptions", WebSocketFactory.setProtocolOptions
    )
    compress_messages(LARGEST)
    factory = WebSocketFactory(None)
    factory.setProtocolOptions(autoPingTimeout=10)
    accepted = factory.perMessageCompressionAccept([offer(client_max_window_bits=True)])
    assert accepted.max_message_size == LARGEST
