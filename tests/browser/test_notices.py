"""Notices: asked for in the lobby, shown by the service worker away from the table."""

import json
import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.models import PushSubscription
from tests.browser.visits import beside, visit, wait_for_players
from tests.support.push_service import Browser

TELL = "Notify me on my turn"
# No push service of a browser maker answers in tests.
SUBSCRIBE = """({ endpoint, ...keys }) => {
  const subscription = {
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => sessionStorage.removeItem("on"),
  };
  PushManager.prototype.getSubscription = async () =>
    sessionStorage.getItem("on") && subscription;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    sessionStorage.setItem("on", applicationServerKey);
    return subscription;
  };
}"""
# Nor may a headless Chromium show notices: they are kept in a list instead.
RECORD = """() => {
  self.notices = [];
  self.handled = [];
  const { prototype } = ServiceWorkerRegistration;
  prototype.showNotification = async (title, { data, tag }) => {
    const notice = { title, data, tag };
    notice.close = () => notices.splice(notices.indexOf(notice), 1);
    notices.push(notice);
  };
  prototype.getNotifications = async ({ tag }) =>
    notices.filter((one) => one.tag === tag);
  const { waitUntil } = ExtendableEvent.prototype;
  PushEvent.prototype.waitUntil = function (work) {
    waitUntil.call(this, work);
    work.then(() => handled.push(notices.map(({ title, data }) => [title, data])));
  };
}"""
REFUSE_WORKER = """if (navigator.serviceWorker)
  navigator.serviceWorker.register = async () => {
    throw new DOMException("An SSL certificate error", "SecurityError");
  };"""
HANDLED = """async () => {
  while (!handled.length) await new Promise((resolve) => setTimeout(resolve, 10));
  return handled.shift();
}"""


def prepare(page, browser, permission="granted"):
    page.add_init_script(f"({SUBSCRIBE})({json.dumps(browser.form)})")
    page.add_init_script(
        f"Notification.requestPermission = async () => '{permission}';"
        "Object.defineProperty(Notification, 'permission', {"
        f"get: () => sessionStorage.getItem('on') ? '{permission}' : 'default' }});"
    )


def button(phone, name):
    return phone.page.get_by_role("button", name=name, exact=True)


def subscriptions():
    return beside(lambda: list(PushSubscription.objects.select_related("player")))


def test_player_asks_for_notices_with_one_tap_and_ends_them(new_phone):
    game, (alice, _bob, _carol) = wait_for_players(3)
    stranger = visit(new_phone, game)
    expect(button(stranger, TELL)).to_have_count(0)
    browser = Browser()
    phone = visit(
        new_phone,
        game,
        alice,
        before=lambda page: prepare(page, browser),
        language="pl",
        service_workers="allow",
    )
    tell, stop = phone.page.locator("#notices button").all()
    expect(tell).to_be_visible()
    expect(stop).to_be_hidden()
    tell.tap()
    expect(stop).to_be_visible()
    expect(tell).to_be_hidden()
    (kept,) = subscriptions()
    assert (kept.player, kept.language) == (alice, "pl")
    assert kept.endpoint == browser.form["endpoint"]
    assert Axe().run(phone.page).response["violations"] == []
    # The page of the next table goes on by itself.
    phone.page.reload()
    expect(stop).to_be_visible()
    stop.tap()
    expect(tell).to_be_visible()
    assert subscriptions() == []


def test_player_who_refuses_is_told_and_gets_none(new_phone):
    game, (alice, *_others) = wait_for_players(3)
    held = []

    def hold(route):
        held.append(route)

    def before(page):
        prepare(page, Browser(), "denied")
        page.route(re.compile("/contribute/$"), hold)

    phone = visit(new_phone, game, alice, before=before, service_workers="allow")
    button(phone, TELL).tap()
    alert = phone.page.get_by_role("alert")
    expect(alert).to_contain_text("doesn’t let us notify you")
    # The answer to the page's own request comes after the tap.
    with phone.page.expect_response(re.compile("/contribute/$")):
        held.pop().continue_()
    expect(phone.page.locator(".htmx-request")).to_have_count(0)
    expect(alert).to_contain_text("doesn’t let us notify you")
    assert subscriptions() == []


def test_browser_that_refuses_the_certificate_is_told_and_asked_no_more(new_phone):
    game, (alice, *_others) = wait_for_players(3)

    def before(page):
        prepare(page, Browser())
        page.add_init_script(REFUSE_WORKER)

    phone = visit(new_phone, game, alice, before=before, service_workers="allow")
    button(phone, TELL).tap()
    phone.expect_alert("allows no notices with this certificate")
    expect(button(phone, TELL)).to_be_hidden()


class Pusher:
    """Delivers messages to the service worker of a page, and reads what it shows."""

    def __init__(self, page):
        context = page.context
        page.evaluate("() => navigator.serviceWorker.register('/service-worker.js')")
        page.evaluate("async () => void (await navigator.serviceWorker.ready)")
        (self.worker,) = context.service_workers
        self.worker.evaluate(RECORD)
        self.devtools = context.new_cdp_session(page)
        self.registrations = []
        self.devtools.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self.devtools.send("ServiceWorker.enable")
        while not self.registrations:
            # Events arrive during calls.
            page.evaluate("() => null")

    def _note(self, event):
        self.registrations += event["registrations"]

    def push(self, **message):
        """Deliver a message; return the notices that stay."""
        registration = self.registrations[-1]
        push = {
            "origin": registration["scopeURL"].rstrip("/"),
            "registrationId": registration["registrationId"],
            "data": json.dumps(message),
        }
        self.devtools.send("ServiceWorker.deliverPushMessage", push)
        return self.worker.evaluate(HANDLED)


def test_service_worker_notifies_away_from_the_table_alone(new_phone):
    game, (alice, *_others) = wait_for_players(3)
    page = visit(new_phone, game, alice, service_workers="allow").page
    pusher = Pusher(page)
    path = f"/t/{game.code}/"
    message = {"title": "It’s your turn", "body": "Table", "url": path}
    # Shown, as browsers demand it, and closed at once.
    assert pusher.push(**message) == []
    page.goto("/rules/")
    assert pusher.push(**message) == [["It’s your turn", path]]
