"""The privacy page, and that it tells the truth."""

from django.apps import apps


def test_page_says_how_long_a_guest_is_remembered(phone):
    assert "30 days" in phone.get("/privacy/").content.decode()


def test_player_has_only_the_fields_that_the_page_names():
    fields = {field.name for field in apps.get_model("games.Player")._meta.fields}
    assert fields == {
        "id",
        "user",
        "guest_key",
        "name",
        "created",
        "last_seen",
        "session_ended_at",
        "banned_until",
    }
