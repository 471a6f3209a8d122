"""Offers of compression are accepted with little memory."""

import zlib

import pytest
from autobahn.websocket.compress import PerMessageDeflate, PerMessageDeflateOffer
from daphne.ws_protocol import WebSocketFactory

from runtime.server.daphne import accept_offer, compress_messages

LARGEST = 16 * 1024


def offer(**parameters):
    """Return a browser's offer with these parameters."""
    return PerMessageDeflateOffer.parse(
        {name: [value] for name, value in parameters.items()}
    )


def begin(*offers):
    accepted = accept_offer(offers, LARGEST)
    return PerMessageDeflate.create_from_offer_accept(True, accepted)


def test_browsers_offer_is_accepted_with_small_windows():
    served = begin(offer(client_max_window_bits=True))
    assert served.server_no_context_takeover
    assert served.client_no_context_takeover
    assert (served.server_max_window_bits, served.mem_level) == (12, 5)
    assert served.client_max_window_bits == 12


def test_smaller_window_is_respected():
    assert begin(offer(server_max_window_bits="9")).server_max_window_bits == 9


@pytest.mark.parametrize("parameters", [{}, {"server_no_context_takeover": True}])
def test_browser_without_window_limits_is_not_limited(parameters):
    assert begin(offer(**parameters)).client_max_window_bits == zlib.MAX_WBITS


def test_socket_without_an_offer_is_not_compressed():
    assert accept_offer([], LARGEST) is None


def test_small_message_cannot_become_a_large_one():
    served = begin(offer(client_max_window_bits=True))
    compressor = zlib.compressobj(wbits=-11)
    bomb = compressor.compress(bytes(10**7)) + compressor.flush(zlib.Z_SYNC_FLUSH)
    served.start_decompress_message()
    assert len(served.decompress_message_data(bomb)) <= LARGEST


def test_daphnes_sockets_accept_an_offer(monkeypatch):
    # Puts the changed method back after the test.
    monkeypatch.setattr(
        WebSocketFactory, "setProtocolOptions", WebSocketFactory.setProtocolOptions
    )
    compress_messages(LARGEST)
    factory = WebSocketFactory(None)
    factory.setProtocolOptions(autoPingTimeout=10)
    accepted = factory.perMessageCompressionAccept([offer(client_max_window_bits=True)])
    assert accepted.max_message_size == LARGEST
