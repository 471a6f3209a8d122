"""The manifest, the service worker and the offline page."""

import json

import pytest

pytestmark = pytest.mark.django_db


def test_manifest_is_translated(client):
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": "ru"})
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert manifest["lang"] == "ru"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert "maskable" in {icon["purpose"] for icon in manifest["icons"]}


def test_every_page_links_to_the_manifest(client):
    assert 'rel="manifest" href="/manifest.webmanifest"' in client.get("/").text


def test_service_worker_is_not_cached(client):
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"] == "text/javascript"
    assert answer["Cache-Control"] == "no-cache"
    assert '"/offline/"' in answer.text


def test_service_worker_differs_by_language(client):
    workers = {
        client.get("/service-worker.js", headers={"Accept-Language": language}).text
        for language in ("en", "ru")
    }
    assert len(workers) == 2


def test_offline_page_holds_no_user_data(client, admin_client):
    page = admin_client.get("/offline/").text
    assert page == client.get("/offline/").text
    assert "csrf" not in page
