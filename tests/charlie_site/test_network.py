"""The addresses that the terminal shows to phones, in several networks."""

import socket

import pytest

from charlie_site import devserver, network
from runtime.addresses import public_url

HERE = "http://localhost:8000/"
LINUX = """1: lo    inet 127.0.0.1/8 scope host lo
2: wlan0    inet 192.168.1.20/24 brd 192.168.1.255 scope global dynamic wlan0
"""
DOCKER = "3: docker0    inet 172.17.0.1/16 scope global docker0\n"
CABLE = "4: eth0    inet 10.0.0.5/24 scope global eth0\n"
VPN = "5: tun0    inet 10.8.0.2/24 scope global tun0\n"
HOTSPOT = "6: ap0    inet 10.42.0.1/24 scope global ap0\n"
MAC = """lo0: flags=8049<UP,LOOPBACK> mtu 16384
\tinet 127.0.0.1 netmask 0xff000000
en0: flags=8863<UP,BROADCAST> mtu 1500
\tinet6 fe80::1%en0 prefixlen 64
\tinet 192.168.0.7 netmask 0xffffff00 broadcast 192.168.0.255
utun3: flags=8051<UP> mtu 1380
\tinet 10.9.0.3 --> 10.9.0.3 netmask 0xffffffff
"""
# The system's list, the address of the default route, and the addresses for phones.
NETWORKS = {
    "one Wi-Fi": (LINUX, "192.168.1.20", ["192.168.1.20"]),
    "no default route": (LINUX, None, ["192.168.1.20"]),
    "a hotspot beside the uplink": (
        HOTSPOT + CABLE,
        "10.0.0.5",
        ["10.0.0.5", "10.42.0.1"],
    ),
    "several networks": (
        CABLE + LINUX + DOCKER,
        "10.0.0.5",
        ["10.0.0.5", "192.168.1.20"],
    ),
    "a VPN with the default route": (
        VPN + LINUX,
        "10.8.0.2",
        ["192.168.1.20", "10.8.0.2"],
    ),
    "a Mac with a VPN": (MAC, "10.9.0.3", ["192.168.0.7", "10.9.0.3"]),
    "a public address alone": ("", "203.0.114.9", ["203.0.114.9"]),
    "no network": ("1: lo    inet 127.0.0.1/8 scope host lo\n", None, []),
}


@pytest.mark.parametrize(
    ("listed", "main", "shown"), NETWORKS.values(), ids=NETWORKS.keys()
)
def test_phones_are_shown_each_private_address(listed, main, shown):
    addresses = {main: ""} if main else {}
    addresses |= network.read_addresses(listed)
    assert network.choose_phone_addresses(addresses, main) == shown


def test_this_machine_answers_to_its_own_names():
    assert "127.0.0.1" in network.find_own_addresses()
    assert {"localhost", socket.gethostname().lower()} <= network.find_own_names()


def test_terminal_shows_the_likeliest_address_first(capsys):
    others = ["http://192.168.1.20:8000/", "http://10.8.0.2:8000/"]
    devserver.greet(HERE, others, is_open=True)
    said = capsys.readouterr().out
    places = [said.index(text) for text in (HERE, *others, "A phone cannot open it?")]
    assert places == sorted(places)
    assert "port 8000" in said
    assert "█" in said


@pytest.mark.parametrize(
    ("is_open", "why"), [(True, "in no network"), (False, "this machine alone")]
)
def test_terminal_says_why_phones_have_no_address(capsys, is_open, why):
    devserver.greet(HERE, [], is_open=is_open)
    said = capsys.readouterr().out
    assert f"none, it is {'served to ' * (not is_open)}{why}" in said
    assert "cannot open it" not in said


@pytest.fixture
def moved(monkeypatch):
    """Return a function that brings this machine into another network."""

    def move(address):
        listed = {"127.0.0.1": "lo"} | ({address: "wlan0"} if address else {})
        monkeypatch.setattr(network, "find_main_address", lambda: address)
        monkeypatch.setattr(network, "find_own_addresses", lambda: listed)

    network.list_phone_addresses.cache_clear()
    return move


@pytest.mark.parametrize("listens", ["0.0.0.0", "[::]"])
def test_link_for_phones_follows_the_network(moved, settings, rf, listens):
    moved("192.168.1.20")
    settings.PUBLIC_URL = network.follow_network(f"http://{listens}:8000")
    request = rf.get("/", SERVER_NAME="localhost")
    assert public_url(request, "/t/A/") == "http://192.168.1.20:8000/t/A/"
    moved("10.42.0.7")
    assert public_url(request, "/t/A/") == "http://10.42.0.7:8000/t/A/"
    moved(None)
    assert public_url(request, "/t/A/") == "http://localhost:8000/t/A/"


@pytest.mark.parametrize("url", ["http://10.0.0.5:8000", "http://charlie.local:1", ""])
def test_link_to_the_only_host_that_is_served_stays(moved, url):
    moved("192.168.1.20")
    assert network.follow_network(url) == url


@pytest.mark.parametrize("here", [HERE, "https://localhost:8000/"])
def test_terminal_tells_each_change_of_the_network_once(capsys, here):
    before, after = ["http://192.168.1.20:8000/"], ["http://10.42.0.7:8000/"]
    assert devserver.tell_change(here, before, before) == before
    assert capsys.readouterr().out == ""
    assert devserver.tell_change(here, before, after) == after
    said = capsys.readouterr().out
    assert after[0] in said
    assert "█" in said
    assert ("certificate" in said) == here.startswith("https")
    assert devserver.tell_change(here, after, []) == []
    assert "none, it is in no network" in capsys.readouterr().out


def test_terminal_warns_of_wsl(capsys, monkeypatch):
    monkeypatch.setattr("platform.release", lambda: "5.15.0-microsoft-standard-WSL2")
    devserver.greet(HERE, ["http://172.20.1.2:8000/"], is_open=True)
    assert "WSL2" in capsys.readouterr().out
