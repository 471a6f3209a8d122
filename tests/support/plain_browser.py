"""A browser without scripts, which reads pages of a real server and sends forms."""

import re
from http.cookiejar import Cookie, CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


class PlainBrowser:
    """Keeps its cookies, and follows redirects."""

    def __init__(self, url: str) -> None:
        self.url, self.jar = url, CookieJar()
        self.open = build_opener(HTTPCookieProcessor(self.jar)).open

    def take_cookie(self, name: str, value: str, domain: str) -> None:
        """Keep a cookie of this domain until the end."""
        place = {"domain": domain, "domain_specified": True, "path": "/"}
        place |= {"domain_initial_dot": False, "path_specified": True}
        rest = {"comment": None, "comment_url": None, "rest": {}, "port": None}
        rest |= {"port_specified": False, "secure": False, "expires": None}
        cookie = Cookie(0, name, value, discard=True, **place, **rest)
        self.jar.set_cookie(cookie)

    def read(self, address: str, language: str = "en") -> str:
        headers = {"Accept-Language": language}
        with self.open(Request(self.url + address, headers=headers)) as answer:
            return answer.read().decode()

    def send(self, page: str, address: str, **fields: object) -> str:
        """Send a form of a page, and return the address to which it leads."""
        token = {"csrfmiddlewaretoken": TOKEN.search(page)[1]}
        body = urlencode(token | fields).encode()
        with self.open(self.url + address, body) as answer:
            return answer.url.removeprefix(self.url)
