"""The hosts in URLs, headers and settings, and the addresses of clients."""

import logging

import pytest
from django.test import RequestFactory

from runtime import addresses
from runtime.addresses import (
    is_public_host,
    read_client_address,
    read_host,
    read_socket_address,
    write_host,
)

PROXY = "192.0.2.1"
HEADERS = [
    ("X-Forwarded-For", "203.0.113.11", "203.0.113.11"),
    ("X-Forwarded-For", "198.51.100.1, 203.0.113.11", "203.0.113.11"),
    ("X-Forwarded-For", "198.51.100.1, 203.0.113.11,", "203.0.113.11"),
    ("X-Forwarded-For", "203.0.113.11, ,", "203.0.113.11"),
    ("X-Forwarded-For", "203.0.113.11:51001", "203.0.113.11"),
    ("X-Forwarded-For", "2001:db8::1", "2001:db8::"),
    ("X-Forwarded-For", "[2001:db8::1]:443", "2001:db8::"),
    ("X-Forwarded-For", "[2001:db8::1]", "2001:db8::"),
    ("X-Forwarded-For", '"[2001:db8::1]:443"', "2001:db8::"),
    ("X-Forwarded-For", "::ffff:203.0.113.11", "203.0.113.11"),
    ("X-Forwarded-For", "[::ffff:203.0.113.11]:51001", "203.0.113.11"),
    ("X-Forwarded-For", "fe80::1%eth0", "fe80::"),
    ("X-Real-IP", "203.0.113.11", "203.0.113.11"),
    ("Forwarded", "for=203.0.113.11", "203.0.113.11"),
    ("Forwarded", 'For="[2001:db8:cafe::17]:4711"', "2001:db8:cafe::"),
    ("Forwarded", "for=203.0.113.11;proto=http;by=203.0.113.43", "203.0.113.11"),
    ("Forwarded", 'proto=https; for="203.0.113.11:51001"', "203.0.113.11"),
    ("Forwarded", "for=198.51.100.1, for=203.0.113.11", "203.0.113.11"),
]
UNREADABLE = ["unknown", "_hidden", "for=unknown", "1.2.3", "[::1", ",", "a:b"]


@pytest.fixture(autouse=True)
def unwarned():
    addresses._warn.cache_clear()


def read(header, sent):
    """Return the address for a request and for a socket, which are the same."""
    request = RequestFactory().get("/", headers={header: sent}, REMOTE_ADDR=PROXY)
    pairs = [(header.lower().encode(), sent.encode())]
    scope = {"client": (PROXY, 1), "headers": pairs}
    assert read_client_address(request) == read_socket_address(scope)
    return read_client_address(request)


@pytest.mark.parametrize(("header", "sent", "expected"), HEADERS)
def test_address_of_the_client_is_read(settings, caplog, header, sent, expected):
    settings.CLIENT_ADDRESS_HEADER = header
    assert read(header, sent) == expected
    assert caplog.records == []


@pytest.mark.parametrize("sent", UNREADABLE)
def test_header_without_a_readable_address_is_logged_once(settings, caplog, sent):
    settings.CLIENT_ADDRESS_HEADER = "X-Forwarded-For"
    with caplog.at_level(logging.WARNING, "runtime.addresses"):
        assert [read("X-Forwarded-For", sent) for _ in range(3)] == [PROXY] * 3
    (record,) = caplog.records
    assert "X-Forwarded-For (CLIENT_ADDRESS_HEADER)" in record.getMessage()
    assert sent not in record.getMessage()


@pytest.mark.parametrize("header", ["", "X-Forwarded-For"])
def test_header_that_no_proxy_sends_is_ignored_without_a_warning(
    settings, caplog, header
):
    settings.CLIENT_ADDRESS_HEADER = header
    assert read("X-Real-IP", "203.0.113.11") == PROXY
    assert caplog.records == []


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("http://charlie.example.org", "charlie.example.org"),
        ("https://Charlie.Example.org:8443/a?b=http://c", "charlie.example.org"),
        ("http://user:word@charlie.example.org/", "charlie.example.org"),
        ("charlie.example.org:8000", "charlie.example.org"),
        ("charlie.example.org.", "charlie.example.org"),
        (" my_site ", "my_site"),
        ("http://köln.example:8000", "xn--kln-sna.example"),
        ("KÖLN.example", "xn--kln-sna.example"),
        ("straße.example", "xn--strae-oqa.example"),
        ("xn--kln-sna.example:8000", "xn--kln-sna.example"),
        ("http://[::1]:8000/", "::1"),
        ("[::1]:8000", "::1"),
        ("[::1]", "::1"),
        ("::1", "::1"),
        ("2001:0DB8::0001", "2001:db8::1"),
        ("127.0.0.1:8000", "127.0.0.1"),
        ("", ""),
        ("http://", ""),
        ("http://[", ""),
        ("[::1", ""),
        ("[::1]8000", ""),
        ("[example]", ""),
        ("a:b", ""),
        ("a b", ""),
        ("a/b", ""),
        ("\u2060.example", ""),
    ],
)
def test_host_is_read_out_of_urls_headers_and_settings(text, host):
    assert read_host(text) == host
    assert read_host(write_host(host)) == host


def test_host_in_a_url_has_the_brackets_of_an_ipv6_address():
    assert write_host("::1") == "[::1]"
    assert write_host("127.0.0.1") == "127.0.0.1"


@pytest.mark.parametrize(
    ("host", "is_public"),
    [("[::1]", False), ("[2a00::1]:80", True), ("a.local", False), ("köln.de", True)],
)
def test_host_of_the_internet_is_told_from_one_at_home(host, is_public):
    assert is_public_host(host) == is_public
