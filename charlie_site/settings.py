"""Reads every setting of the site from the environment.

All variables are optional: the defaults make a safe server for one machine, on SQLite.
`.env.example` explains each variable.
"""

from pathlib import Path
from urllib.parse import quote

from django.core.management.utils import get_random_secret_key
from django.utils.csp import CSP

from charlie_site import __version__
from charlie_site.environment import (
    BASE_DIR,
    DATABASE_SCHEMES,
    MAIL_SCHEMES,
    build_database,
    build_mailers,
    get_data_dir,
    read_account_limits,
    read_env_file,
    read_or_make,
    read_time_zone,
)
from charlie_site.extras import OIDC_APPS, read_oidc, report_errors
from charlie_site.logging import LEVELS, build_logging
from charlie_site.network import follow_network
from charlie_site.variables import env
from runtime.addresses import read_host, write_host

read_env_file()

# The server writes here: database, secret key, collected static files.
DATA_DIR = get_data_dir()
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

DEBUG = env.switch("DEBUG", default=False)
SECRET_KEY = env("SECRET_KEY") or read_or_make(
    DATA_DIR / "secret_key", get_random_secret_key
)
SECRET_KEY_FALLBACKS = list(filter(None, env("SECRET_KEY_FALLBACKS").split(",")))

# Where `make play` listens; it sets this itself. Empty on every other site.
HOME_URL = env.origin("HOME_URL")
_NAMED_URL = env.origin("PUBLIC_URL")
# The base of links and QR codes; if empty, the address of the request.
PUBLIC_URL = _NAMED_URL or follow_network(HOME_URL)
IS_SECURE = PUBLIC_URL.startswith("https://")
_PUBLIC_HOST = write_host(read_host(PUBLIC_URL)) or "localhost"
_HOSTS = ["127.0.0.1", "[::1]", _PUBLIC_HOST]
# Health checks of a process ask for localhost. `make play` also accepts every private
# address (runtime.server.http).
ALLOWED_HOSTS = [*env.hosts("ALLOWED_HOSTS", default=_HOSTS), "localhost"]
# The token that opens /metrics; without one, only programs on this machine read it.
METRICS_TOKEN = env("METRICS_TOKEN")
CSRF_TRUSTED_ORIGINS = [_NAMED_URL] if _NAMED_URL else []

INSTALLED_APPS = [
    # First: its `runserver` serves sockets too.
    "charlie_site",
    "games",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "charlie_site.static.LeanStaticFilesConfig",
    "channels",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]

MIDDLEWARE = [
    # Before all others: each may ask for the host.
    "charlie_site.health.accept_probes",
    # Error pages read `request.htmx`, even if a later middleware fails.
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "games.pages.middleware.use_time_zone",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.pages.middleware.SiteMiddleware",
]

# `charlie_site.serve` sets it: the proxy's header says whether the client used TLS.
# Daphne's own option would also believe the first address in a header, which a client
# may have made up.
if env.switch("BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# The proxy's header with the client's address, for rate limits by address. If it is not
# set, the address of the connection counts.
CLIENT_ADDRESS_HEADER = env.pattern(
    "CLIENT_ADDRESS_HEADER",
    r"[A-Za-z][A-Za-z0-9-]*",
    default="",
    must="the name of a header, such as X-Forwarded-For",
)
# The version for operators, and their own words: the name of the site, a line
# on its home page, and the address of an imprint.
VERSION = __version__
SITE_NAME = env("SITE_NAME", default="Checkpoint Charlie")
GREETING = env("GREETING")
IMPRINT_URL = env.url("IMPRINT_URL")
# Whether strangers may sign up; whether everyone, accounts or staff may open tables;
# whether the home page lists public tables.
SIGN_UP = env.switch("SIGN_UP", default=True)
TABLE_OPENERS = env.choice(
    "TABLE_OPENERS", ("everyone", "accounts", "staff"), default="everyone"
)
PUBLIC_TABLES = env.switch("PUBLIC_TABLES", default=True)
# Multiplies every rate limit (games.players.limits), for load tests.
RATE_LIMIT_FACTOR = env.factor("RATE_LIMIT_FACTOR", default=1)

ROOT_URLCONF = "charlie_site.urls"
ASGI_APPLICATION = "charlie_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Quoted, because the folder may have any name.
_SQLITE_URL = f"sqlite:///{quote(str(DATA_DIR / 'charlie.sqlite3'))}"
DATABASE = build_database(env.service("DATABASE_URL", DATABASE_SCHEMES) or _SQLITE_URL)
DATABASES = {"default": DATABASE}
# SQLite writes one transaction at a time; with PostgreSQL, one worker waits for its
# answers while another one works.
IS_SQLITE = DATABASE["ENGINE"] == "runtime.sqlite3"
WORKERS = 1 if IS_SQLITE else 4
READERS = 2
# Shortens time limits and absences by this factor, for tests.
CLOCK_SPEED = env.factor("CLOCK_SPEED", default=1)

REDIS_URL = env.service("REDIS_URL", ("redis", "rediss", "unix"))
# The number of server processes; only charlie_site.checks reads it.
PROCESSES = env.whole("PROCESSES", default=1, least=1)
# Separates sites that share one Redis.
REDIS_PREFIX = env("REDIS_PREFIX", default="charlie")
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "runtime.layer.ChannelLayer",
        "CONFIG": {"url": REDIS_URL, "prefix": REDIS_PREFIX},
    }
}
# Pauses and rate limits of this process.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # With Django's default of 300, tables would drop each other's entries.
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

# Django's in the database; in addition, the end of a session closes its sockets.
SESSION_ENGINE = "games.players.sessions"
# A host's cookies are shared by the sites at all its ports, so their names are not
# Django's. `make play` makes one for each DATA_DIR.
COOKIE_PREFIX = env.pattern(
    "COOKIE_PREFIX",
    r"[\w-]+",
    default="charlie",
    must="a word of letters, digits, - and _",
)
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}_session"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}_csrf"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}_language"
SESSION_COOKIE_AGE = 30 * 24 * 60 * 60
SESSION_COOKIE_SECURE = IS_SECURE
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SECURE = IS_SECURE
CSRF_FAILURE_VIEW = "games.pages.error_pages.csrf_failure"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = IS_SECURE

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    # Includes the sockets of this host.
    "connect-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
# Machines next to this one check its health without TLS.
SECURE_SSL_REDIRECT = env.switch("SECURE_SSL_REDIRECT", default=IS_SECURE)
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = env.whole("SECURE_HSTS_SECONDS", default=0)
# The owner of the whole domain decides about both.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.switch(
    "SECURE_HSTS_INCLUDE_SUBDOMAINS", default=False
)
SECURE_HSTS_PRELOAD = env.switch("SECURE_HSTS_PRELOAD", default=False)
# The site takes no uploads, and its forms are much shorter than this.
DATA_UPLOAD_MAX_NUMBER_FILES = 0
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

AUTHENTICATION_BACKENDS = ["games.accounts.spellings.AccountBackend"]
_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATION}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATION}.MinimumLengthValidator"},
    {"NAME": f"{_VALIDATION}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATION}.NumericPasswordValidator"},
]
# `migrate` creates the first administrator (games.accounts.signals).
ADMIN_NAME = env("ADMIN_NAME")
ADMIN_PASSWORD = env("ADMIN_PASSWORD")
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "games.accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "games.accounts.forms.SignInForm",
    "reset_password": "games.accounts.forms.ResetForm",
    "signup": "games.accounts.forms.SignUpForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_VALIDATORS = "games.accounts.spellings.USERNAME_VALIDATORS"
ACCOUNT_SESSION_REMEMBER = True
# A link for a new password leads in, also while failures are counted against a name.
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_RATE_LIMITS = read_account_limits(RATE_LIMIT_FACTOR)
# A mail address only serves to reset a password. It is not verified, a family may share
# one, and no form tells whether an account has it.
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_UNIQUE_EMAIL = False
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
# The subject names the site itself.
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
MFA_ADAPTER = "games.accounts.adapters.PasskeyAdapter"
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "games.accounts.passkeys.AddPasskeyForm",
    "edit_webauthn": "games.accounts.passkeys.RenamePasskeyForm",
    "login_webauthn": "games.accounts.passkeys.SignInByPasskeyForm",
    "reauthenticate_webauthn": "games.accounts.passkeys.ConfirmByPasskeyForm",
}

# Empty without OIDC_ISSUER.
OIDC_NAME, SOCIALACCOUNT_PROVIDERS = read_oidc(env)
INSTALLED_APPS += OIDC_APPS if OIDC_NAME else []
# Seconds: a request to the issuer holds one of the few threads.
SOCIALACCOUNT_REQUESTS_TIMEOUT = 1
SOCIALACCOUNT_ADAPTER = "games.accounts.adapters.OidcAdapter"
# A link, because the CSP lets no form lead to the issuer.
SOCIALACCOUNT_LOGIN_ON_GET = True

DEFAULT_FROM_EMAIL = env("MAIL_FROM", default="charlie@localhost")
MAIL_URL = env.service("MAIL_URL", MAIL_SCHEMES)
MAILERS = build_mailers(MAIL_URL)
# A site may do without mail: its pages say so. HSTS for other names, and for ever, is a
# decision of the domain's owner.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SILENCED_SYSTEM_CHECKS += [] if MAIL_URL else ["mail.E001"]

LANGUAGE_CODE = "en"
# The names are for catalogues alone: pages take each language's own name from Django.
LANGUAGES = [
    ("en", "English"),
    ("ru", "Russian"),
    ("pl", "Polish"),
    ("pt-br", "Brazilian Portuguese"),
    ("de", "German"),
]
# The second has our words for texts of Django and allauth.
LOCALE_PATHS = [BASE_DIR / "locale", BASE_DIR / "locale" / "frameworks"]
FORMAT_MODULE_PATH = ["charlie_site.formats"]
TIME_ZONE = read_time_zone()

STATIC_URL = "static/"
STATIC_ROOT = Path(env("STATIC_ROOT") or DATA_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"] if (BASE_DIR / "static").exists() else []
# Pages know the files by their hashed names alone.
SERVESTATIC_KEEP_ONLY_HASHED_FILES = True
# The compressed files, which browsers get, have no comments and no white space.
SERVESTATIC_MINIFY = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "charlie_site.static.JoinedStaticFilesStorage"},
}

LOGGING = build_logging(
    level=env.choice("LOG_LEVEL", LEVELS, default="WARNING"),
    kind=env.choice("LOG_FORMAT", ("line", "json"), default="line"),
)
if SENTRY_DSN := env.service("SENTRY_DSN", ("https", "http")):
    report_errors(SENTRY_DSN)
