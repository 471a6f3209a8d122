"""Encryption for browsers, and the server's key."""

from base64 import urlsafe_b64decode

from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid

from runtime import web_push
from tests.support.push_service import Browser


def decode(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_browser_decrypts_the_example_of_the_standard():
    # RFC 8291, appendix A: the tests' browser is right, so the texts that it reads are.
    number = int.from_bytes(decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    key = ec.derive_private_key(number, ec.SECP256R1())
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3"
        "vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuw"
        "XPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    browser = Browser(key, decode("BTBZMqHH6r4Tts7J_aSIgg"))
    message = browser.decrypt(decode(body))
    assert message == b"When I grow up, I want to be a watermelon"


def test_only_the_browser_reads_a_message():
    browser = Browser()
    body = web_push.encrypt(b"It's your turn", browser.point, browser.auth)
    assert browser.decrypt(body) == b"It's your turn"
    assert b"turn" not in body
    again = web_push.encrypt(b"It's your turn", browser.point, browser.auth)
    assert again != body


def test_key_of_the_server_is_made_once_of_the_secret_key(settings):
    settings.SECRET_KEY = "one" * 20
    made = []
    for secret in ("one" * 20, "one" * 20, "other" * 20):
        settings.SECRET_KEY = secret
        web_push.get_server_key.cache_clear()
        made.append(web_push.get_server_key().private_pem())
    assert made[0] == made[1] != made[2]
    web_push.get_server_key.cache_clear()


def test_server_proves_its_name_to_the_push_service(monkeypatch, settings):
    settings.PUBLIC_URL = "https://charlie.example.org:8443"
    web_push.get_server_key.cache_clear()
    web_push.get_public_key.cache_clear()
    claims = {"aud": "https://push.example", "sub": "https://charlie.example.org"}
    signed = web_push.get_server_key().sign(claims)["Authorization"]
    assert Vapid.verify(signed)
    assert f"k={web_push.get_public_key()}" in signed
