"""Pages for anyone are in one language."""

import re
from html import unescape

import pytest
from django.conf import settings

ENGLISH = re.compile(
    r"\b(the|and|your?|with|this|of|is|are|not|please)\b", re.IGNORECASE
)
PAGES = ["/", "/rules/", "/privacy/", "/verify/", "/t/new/", "/case/"]
PAGES += ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/x"]
OTHERS = [code for code, _name in settings.LANGUAGES if code != "en"]


def words_of(page):
    body = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", page, flags=re.DOTALL)
    spoken = re.findall(r'(?:alt|aria-label|title|placeholder)="([^"]*)"', body)
    return unescape(" ".join([*spoken, re.sub(r"<[^>]*>", " ", body)]))


@pytest.mark.django_db
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("address", PAGES)
def test_page_has_no_english_word_in_another_language(client, address, language):
    headers = {"Accept-Language": language}
    page = client.get(address, headers=headers, follow=True).content.decode()
    assert f'<html lang="{language}"' in page
    assert ENGLISH.findall(words_of(page)) == []
