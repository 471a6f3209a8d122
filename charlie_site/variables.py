"""Reads the variables of the settings, each with its type.

A wrong value ends the start with one sentence that names the variable. Only values that
cannot be secret are quoted.
"""

import math
import os
import re
import sys
from collections.abc import Collection
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

from runtime.addresses import read_host, write_host

_SWITCHES = dict.fromkeys(("1", "true", "t", "yes", "y", "on", "ok", "enabled"), True)
_SWITCHES |= dict.fromkeys(("0", "false", "f", "no", "n", "off", "disabled"), False)
_BYTE_ORDER_MARK = "\ufeff"
# A comment behind a value that has a type: none of the types has a space and a #.
_COMMENT = re.compile(r"(?:^|\s+)#.*")
# A line of `.env`: a name, and a value, which may be quoted, before a comment.
_LINE = re.compile(
    r"""\s*(?:export\s+)?(\w+)[ \t]*=(?:[ \t]+(?!\#))?
    (?:'(.*?)'|"((?:[^\\]|\\.)*?)"|(.*?))(?:\s+\#.*|\s*)""",
    re.VERBOSE,
)
_NO_LINE = re.compile(r"\s*([#;].*)?")


class Variables:
    """The environment, where SECRET_KEY_FILE names a file with the SECRET_KEY."""

    def __call__(self, name: str, *, default: str = "") -> str:
        """Return the value of a variable, or the default if it is not set or empty."""
        file = os.environ.get(f"{name}_FILE")
        value = _read_file(name, file) if file else os.environ.get(name, "")
        return value or default

    def switch(self, name: str, *, default: bool) -> bool:
        """Return whether a variable is on."""
        text = self._read(name)
        if text and text.casefold() not in _SWITCHES:
            refuse(name, "on or off", text)
        return _SWITCHES[text.casefold()] if text else default

    def whole(self, name: str, *, default: int, least: int = 0) -> int:
        """Return a whole number."""
        text = self._read(name)
        if text and not (text.isascii() and text.isdecimal() and int(text) >= least):
            refuse(name, f"a number from {least} on, without a fraction", text)
        return int(text) if text else default

    def factor(self, name: str, *, default: float) -> float:
        """Return a number above zero."""
        text = self._read(name)
        try:
            number = float(text) if text else default
        except ValueError:
            number = 0
        if not 0 < number < math.inf:
            refuse(name, "a number above 0, such as 1.5", text)
        return number

    def choice(self, name: str, choices: Collection[str], *, default: str) -> str:
        """Return one of these words; the setting may have it in any case."""
        text = self._read(name)
        words = {word.casefold(): word for word in choices}
        if text and text.casefold() not in words:
            refuse(name, " or ".join(choices), text)
        return words[text.casefold()] if text else default

    def pattern(self, name: str, pattern: str, *, default: str, must: str) -> str:
        """Return a text that matches a pattern; `must` describes it."""
        text = self._read(name)
        if text and not re.fullmatch(pattern, text, re.ASCII):
            refuse(name, must, text)
        return text or default

    def url(self, name: str) -> str:
        """Return the address of a page, without a slash at its end; empty if unset."""
        text = self._read(name)
        is_web = text.lower().startswith(("http://", "https://"))
        if text and not (is_web and read_host(text)):
            refuse(name, "an address that begins with http:// or https://", text)
        return text.rstrip("/")

    def origin(self, name: str) -> str:
        """Return the address of a site as browsers write it; empty if it is not set."""
        text = self.url(name)
        if not text:
            return ""
        url = urlsplit(text)
        if url.path or url.query or url.fragment or "@" in url.netloc:
            refuse(name, "an address without a path, such as https://a.example", text)
        port = f":{url.port}" if url.port else ""
        return f"{url.scheme}://{write_host(read_host(text))}{port}"

    def hosts(self, name: str, *, default: list[str]) -> list[str]:
        """Return hosts as Django compares them; `.a.example` has all below it."""
        found = []
        for each in self._read(name).split(","):
            text = each.strip()
            dot = "." if text.startswith(".") else ""
            host = "*" if text == "*" else write_host(read_host(text.removeprefix(".")))
            if text and not host:
                refuse(name, "host names, separated by commas", text)
            found += [dot + host] if text else []
        return found or default

    def service(self, name: str, schemes: Collection[str]) -> str:
        """Return the address of a service, which may have a password, as it is."""
        text = self(name).strip()
        # Passwords may have characters that no URL has.
        if text and text.partition("://")[0] not in schemes:
            begins = " or ".join(f"{scheme}://" for scheme in schemes)
            sys.exit(f"{name} must be an address that begins with {begins}.")
        if not _has_readable_port(text):
            # The reason would quote it, and it may be a part of a password.
            sys.exit(
                f"{name} must have a number as its port; a password has %2F for /."
            )
        return text

    def _read(self, name: str) -> str:
        """Return a value that is no secret, without the comment behind it."""
        text = self(name).removeprefix(_BYTE_ORDER_MARK)
        return _COMMENT.sub("", text).strip()


def _has_readable_port(address: str) -> bool:
    try:
        return urlsplit(address).port != 0
    except ValueError:
        return False


def _read_file(name: str, file: str) -> str:
    try:
        value = Path(file).read_text("utf-8-sig")
    except OSError as error:
        sys.exit(f"{name}_FILE names a file that cannot be read: {error}.")
    except UnicodeDecodeError:
        sys.exit(f"{name}_FILE names a file that is no text in UTF-8.")
    # Most editors end a file with a line break.
    return value.rstrip("\r\n")


def refuse(name: str, must: str, value: str) -> NoReturn:
    """End the start with a sentence about a wrong value, which must be no secret."""
    sys.exit(f"{name} must be {must}, not {value!r}.")


def read_lines(content: bytes) -> dict[str, str]:
    """Return the variables in an `.env` file, without comments behind values.

    Exits if a line has no name or value.

    Raises:
        UnicodeDecodeError: it is no text in UTF-8 or UTF-16.
    """
    is_wide = content[:2] in (b"\xff\xfe", b"\xfe\xff")
    lines = content.decode("utf-16" if is_wide else "utf-8-sig").splitlines()
    return dict(
        _read_line(number, line)
        for number, line in enumerate(lines, 1)
        if not _NO_LINE.fullmatch(line)
    )


def _read_line(number: int, line: str) -> tuple[str, str]:
    found = _LINE.fullmatch(line)
    if found is None:
        # It may have a secret.
        sys.exit(f"Cannot read the settings: line {number} of .env is no NAME=value.")
    name, quoted, escaped, plain = found.groups()
    if escaped:
        return name, re.sub(r"\\([^rnt])", r"\1", escaped)
    return name, quoted or plain or ""


env = Variables()
