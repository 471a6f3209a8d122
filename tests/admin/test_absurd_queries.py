"""No query and no form of an admin site breaks it, however absurd."""

from itertools import islice, product

import pytest

import charlie_site.urls  # noqa: F401 (registers the lists)
from games.admin.sites import host_site, staff_site

pytestmark = pytest.mark.storage

SITES = {"admin": staff_site, "host": host_site}
INSIDERS = {"admin": "staff", "host": "host"}
LISTS = [
    (site.name, model._meta.label_lower.replace(".", "/"), admin)
    for site in SITES.values()
    for model, admin in site._registry.items()
]
ABSURD = (
    "",
    "0",
    "-1",
    "2147483648",
    "9223372036854775808",
    "99999999999999",
    "9" * 400,
    "1e999",
    "nan",
    "banana",
    "²",
    "٣",
    "\0",
    "\ufffd",
    "2026-02-31",
    "0000-00-00",
    "9999-12-31T23:59:59.999999+14:00",
    "1,2,x",
    "None",
    "[]",
    "' OR 1=1 --",
    "a " * 4_000,
    "x" * 12_000,
)
LOOKUPS = ("", "__exact", "__in", "__isnull", "__gte", "__year", "__date", "__regex")
OTHERS = (
    "p",
    "o",
    "q",
    "all",
    "e",
    "_popup",
    "_facets",
    "_to_field",
    "_changelist_filters",
)
EDGES = [
    {"ended_at__year": "9999"},
    {"ended_at__year": "1"},
    {"ended_at__year": "9999", "ended_at__month": "12", "ended_at__day": "31"},
    {"ended_at__year": "2026", "ended_at__month": "2", "ended_at__day": "31"},
    {"ended_at__month": "13"},
    {"ended_at__day": "9" * 30},
    {"ended_at__month": "12", "ended_at__day": "31"},
    {"o": "1.-2.99999999999999999999.x.-"},
    {"p": "-9223372036854775809", "all": ""},
]


def queries_of(admin):
    """Yield every filter with every absurd value, and each other column with one."""
    filters = {each[0] for each in admin.list_filter if isinstance(each, tuple)}
    own = {each.parameter_name for each in admin.list_filter if isinstance(each, type)}
    read = {*filters, *admin.search_fields, admin.date_hierarchy}
    lookups = {f"{name}{end}" for name, end in product(read, LOOKUPS)}
    for name, value in product(lookups | own | set(OTHERS), ABSURD):
        yield {name: value}
    for field, end in product(admin.model._meta.get_fields(), LOOKUPS):
        yield {f"{field.name}{end}": "9" * 30}
    yield from EDGES


@pytest.fixture
def browsers(cast):
    """Return a browser of an insider of each site, which shows error pages."""
    for browser in cast.browsers.values():
        browser.raise_request_exception = False
    return {site: cast.browsers[name] for site, name in INSIDERS.items()}


@pytest.mark.slow
@pytest.mark.parametrize(("site", "path", "admin"), LISTS)
def test_no_query_breaks_a_list(browsers, site, path, admin, request):
    address = f"/{site}/{path}/"
    # Some still try each filter and, with another filter, each value.
    step = 1 if request.config.getoption("--full") else 23
    for query in islice(queries_of(admin), 0, None, step):
        answer = browsers[site].get(address, query)
        assert answer.status_code in {200, 302, 400}, query


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("value", ABSURD)
def test_no_choice_breaks_an_action(browsers, site, value):
    address = f"/{site}/games/game/"
    for name in ("_selected_action", "action", "index", "select_across"):
        chosen = {"action": "export_results", "_selected_action": ["1"], name: [value]}
        answer = browsers[site].post(address, chosen)
        assert answer.status_code in {200, 302, 400}, name


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("pk", ["0", "9223372036854775808", "9" * 400])
def test_page_of_a_game_that_cannot_be_is_not_found(browsers, site, pk):
    for page in ("change", "audit"):
        answer = browsers[site].get(f"/{site}/games/game/{pk}/{page}/")
        assert answer.status_code == 404
