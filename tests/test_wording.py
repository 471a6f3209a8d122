"""Each check of wordings finds its fault, and leaves good texts alone."""

import gettext

import polib
import pytest

from tools.catalogs import LOCALES, ROOT, read_catalog
from tools.template_roles import find_roles
from tools.wording import (
    Fault,
    count,
    find_double_roles,
    find_equal_forms,
    find_forbidden,
    find_long_buttons,
    find_same,
    read_glossary,
)

NUMBERS = (0, 1, 2, 5, 12, 21, 22, 25, 101)
FORMS = {
    "en": [1, 0, 1, 1, 1, 1, 1, 1, 1],
    "ru": [2, 0, 1, 2, 2, 0, 1, 2, 0],
    "pl": [2, 0, 1, 2, 2, 2, 1, 2, 2],
    "pt_BR": [0, 0, 1, 1, 1, 1, 1, 1, 1],
    "de": [1, 0, 1, 1, 1, 1, 1, 1, 1],
}


def entry(text, msgid="Text"):
    return polib.POEntry(msgid=msgid, msgstr=text)


def catalog(*entries):
    made = polib.POFile()
    made.extend(entries)
    return made


def kinds_of(locale, text):
    """Return the kinds of faults that the glossaries find in a text."""
    rules = [
        rule | {"except": []}
        for folder in ("", locale)
        for rule in read_glossary(ROOT / "locale" / folder)["forbidden"]
    ]
    return {kind for kind, _words in find_forbidden([entry(text)], rules)}


@pytest.mark.parametrize(
    ("locale", "kind", "bad", "good"),
    [
        ("ru", "number", "Готовы: %(names)s", "За продолжение: %(names)s"),
        ("pl", "number", "Chcą grać: %(names)s", "Za dalszą grą: %(names)s"),
        ("pt_BR", "number", "Pedem: %(names)s", "Pedido: %(names)s"),
        ("ru", "gender", "Ещё не готов(а)", "Подождите меня"),
        ("pl", "gender", "Zapomniałeś hasła?", "Rozmowa przed stołem"),
        ("pt_BR", "gender", "É você mesmo?", "É você?"),
        ("de", "gender", "Nur für Zuschauer", "Nur für das Publikum"),
        ("pl", "capital", "Jeśli Cię nie było", "Twoja tura"),
        ("ru", "case of a name", "место: %(name)s", "место игрока %(name)s"),
        ("ru", "typography", "подходят улики %(sides)s", "улики: %(sides)s"),
        ("ru", "typography", "Кафе „Адлер“", "Кафе «Адлер»"),
        ("pl", "typography", "Wynik — wygrana", "Wynik – wygrana"),
        ("en", "typography", 'Tap "Next".', '<b class="x">Tap</b> “Next”.'),
        ("de", "typography", "Neu verbinden…", "Neu verbinden …"),
        ("en", "typography", "Wait...", "Wait…"),
        ("en", "typography", "You get -4.", "You get −4, or 3-5 to play."),
        ("pl", "typography", "gra - wynik", "gra – wynik"),
        ("de", "term", "Tischcode", "Spielcode"),
        ("ru", "term", "заместитель", "замена"),
        ("pt_BR", "term", "um bot", "um robô"),
        ("pl", "term", "wspólnik", "asystent"),
        ("en", "term", "the color", "the colour"),
    ],
)
def test_glossary_finds_a_fault_of_its_kind(locale, kind, bad, good):
    assert kind in kinds_of(locale, bad)
    assert kinds_of(locale, good) == set()


def test_exception_excuses_its_text_alone():
    rules = [{"words": "bot", "use": "robô", "except": ["A bot"]}]
    texts = [entry("um bot", "A bot plays"), entry("um bot", "Bots")]
    [(kind, words)] = find_forbidden(texts, rules)
    assert kind == "term"
    assert "'Bots'" in words


def test_exception_that_excuses_nothing_is_found():
    rules = [{"words": "bot", "use": "robô", "except": ["A bot"]}]
    assert [kind for kind, _words in find_forbidden([entry("robô")], rules)] == [
        "needless exception"
    ]


def test_equal_plural_forms_are_found():
    forms = {0: "%(n)s kot", 1: "%(n)s kot", 2: "%(n)s kot", 3: "%(n)s kota"}
    bad = polib.POEntry(msgid="a cat", msgid_plural="cats", msgstr_plural=forms)
    good = polib.POEntry(
        msgid="a dog", msgid_plural="dogs", msgstr_plural=forms | {1: "%(n)s psy"}
    )
    assert list(find_equal_forms(catalog(bad, good), {})) == ["'a cat'"]
    assert not list(find_equal_forms(catalog(bad), {"equal_forms": ["a cat"]}))


def test_one_translation_of_two_texts_is_found():
    texts = catalog(entry("Войти", "Join"), entry("Войти", "Sign in"))
    assert len(list(find_same(texts, {}))) == 1
    assert not list(find_same(texts, {"same": ["Войти"]}))
    assert not list(find_same(catalog(entry("Gold"), entry("Gold", "text")), {}))


@pytest.fixture
def roles(tmp_path):
    """Return the roles of the texts in a template with each kind of place."""
    (tmp_path / "page.html").write_text(
        """{% block title %}{% translate "Sign up" %}{% endblock %}
        <h1>{% translate "Sign up" context "heading" %}</h1>
        {% translate "Sign up" as button %}
        <table><tr><th>{% translate 'Check' %}</th></tr></table>
        <a class="button" href="{% url 'x' %}">{% if a %}<b>{% endif %}
        {% translate "Check" %}</a>
        <button>{% blocktranslate trimmed %}
          Play on without {{ name }}
        {% endblocktranslate %}</button>"""
    )
    return find_roles(tmp_path)


def test_text_on_a_button_and_in_a_heading_is_found(roles):
    assert list(find_double_roles(roles, {"both_roles": {}})) == ["'Check'"]
    allowed = {"both_roles": {"The same in every language.": ["Check"]}}
    assert not list(find_double_roles(roles, allowed))


def test_long_button_is_found(roles):
    buttons = {key for key, found in roles.items() if "button" in found}
    bad = entry("Ohne %(name)s einfach weiter", "Play on without %(name)s")
    good = entry("Prüfen, was das Zeug nur hält", "Not on a button")
    assert len(list(find_long_buttons(catalog(bad, good), buttons, {}))) == 1
    allowed = {"long_buttons": ["Play on without %(name)s"]}
    assert not list(find_long_buttons(catalog(bad), buttons, allowed))


def test_faults_are_counted_by_kind_and_language():
    faults = [Fault("ru", "term", "x"), Fault("ru", "term", "y")]
    assert "| term | 0 | 2 | 0 | 0 | 0 |" in count(faults)


@pytest.mark.parametrize("locale", LOCALES)
def test_plural_form_of_a_number_is_the_right_one(locale):
    header = read_catalog(locale, ROOT).metadata["Plural-Forms"]
    choose = gettext.c2py(header.partition("plural=")[2].rstrip(";"))
    assert [choose(number) for number in NUMBERS] == FORMS[locale]
