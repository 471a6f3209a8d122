"""Every address is answered by a thread that may do the work of its view."""

from functools import partial

import pytest
from django.contrib.auth.models import User

from charlie_site.destinations import find_destination
from runtime.threads import Kind
from tests.security.addresses import all_addresses
from tests.security.test_matrix import ANY, rows_of


@pytest.mark.django_db
@pytest.mark.parametrize("phase", [ANY, "suspects", "over"])
def test_no_view_does_long_work_on_another_thread(phase, monkeypatch):
    # The test's own transaction holds the file, so that no other connection can save.
    monkeypatch.setattr("charlie_site.readiness._try_saving", lambda: None)
    assert rows_of(phase, ("host",))


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/rules/", Kind.READER),
        ("GET", "/t/QX7K3M/", Kind.READER),
        ("POST", "/t/QX7K3M/moves/", Kind.WORKER),
        ("POST", "/t/new/", Kind.WORKER),
        ("GET", "/practice/fiendish/7/", Kind.SEARCHES),
        ("POST", "/admin/games/game/", Kind.EXPORTS),
        ("GET", "/admin/games/game/", Kind.SEARCHES),
        ("GET", "/host/games/game/1/record.json", Kind.SEARCHES),
        ("GET", "/history/", Kind.SEARCHES),
        ("GET", "/accounts/export/", Kind.SEARCHES),
        ("GET", "/club/abc/", Kind.SEARCHES),
        ("GET", "/club/abc/nights/", Kind.SEARCHES),
        ("GET", "/accounts/login/", Kind.READER),
        ("POST", "/accounts/login/", Kind.PASSWORDS),
        ("GET", "/healthz", None),
        ("GET", "/nowhere/", Kind.READER),
    ],
)
def test_address_has_its_kind_of_thread(method, path, kind):
    assert find_destination(method, path).kind is kind


@pytest.mark.django_db
def test_form_with_a_password_is_on_the_thread_for_passwords(client):
    routes = [
        each.route for each in all_addresses() if not set("<(^") & set(each.route)
    ]
    alice = User.objects.create_user("alice", password="a-quiet-crossing")
    asking = set()
    for sign_in in (client.logout, partial(client.force_login, alice)):
        sign_in()
        pages = (client.get(route, follow=True) for route in routes)
        asking |= {
            page.request["PATH_INFO"]
            for page in pages
            if 'type="password"' in page.text
        }
    assert len(asking) > 3
    kinds = {path: find_destination("POST", path).kind for path in asking}
    assert set(kinds.values()) == {Kind.PASSWORDS}, kinds


def test_every_spelling_of_a_code_has_the_same_worker():
    codes = {
        find_destination("POST", f"/t/{code}/moves/").code
        for code in ("QX7K3M", "qx7k3m")
    }
    assert codes == {"QX7K3M"}
