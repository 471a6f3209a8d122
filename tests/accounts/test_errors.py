"""Error pages: in words, in the reader's language, even if rendering fails."""

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from django.utils.translation import override

from games.pages import error_pages


def break_down(request):
    raise RuntimeError("a secret")


def refuse(request):
    raise PermissionDenied


urlpatterns = [path("broken/", break_down), path("refused/", refuse)]
handler403 = error_pages.permission_denied
handler500 = error_pages.server_error


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["/<script>/", "/%00/", "/\u202e/", "/" + "x" * 10_000, "/t/%F0%9F%90%88/"],
)
def test_malformed_address_gets_the_sites_error_page(client, address):
    page = client.get(address)
    assert page.status_code == 404
    assert "<script>/" not in page.content.decode()


@pytest.mark.django_db
def test_forged_form_is_refused_with_a_page():
    page = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "eve"})
    assert page.status_code == 403
    assert "has expired" in page.content.decode()
    assert "HX-Refresh" not in page


@pytest.mark.django_db
def test_htmx_request_without_a_token_reloads_the_page():
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post("/accounts/login/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Refresh"]) == (403, "true")


@override_settings(ROOT_URLCONF=__name__)
def test_error_page_shows_no_secret_and_needs_no_database():
    client = Client(raise_request_exception=False)
    page = client.get("/broken/")
    assert page.status_code == 500
    assert "Something broke" in page.content.decode()
    assert "secret" not in page.content.decode()


def test_failing_error_page_still_answers(monkeypatch):
    monkeypatch.setattr(error_pages, "render_to_string", break_down)
    answer = error_pages.server_error(RequestFactory().get("/"))
    assert (answer.status_code, answer.content) == (500, b"Something broke")


@pytest.mark.django_db
def test_unknown_host_gets_the_sites_error_page(client):
    page = client.get("/", headers={"Host": "evil.example"})
    assert page.status_code == 400
    assert "Unknown address" in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_error_page_declares_its_language(client, language):
    with override(None):
        page = client.get("/no/such/page/", headers={"Accept-Language": language})
    assert f'<html lang="{language}">' in page.content.decode()
