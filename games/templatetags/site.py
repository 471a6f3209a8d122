"""Template tags for the operator's own words, and for times.

They read no request, so that pages of errors have them, too.
"""

from django import template
from django.conf import settings

from games.labels import format_moment
from runtime.restart import find_restart

register = template.Library()
register.simple_tag(lambda: settings.SITE_NAME, name="site_name")
register.simple_tag(lambda: settings.GREETING, name="greeting")
register.simple_tag(lambda: settings.IMPRINT_URL, name="imprint_url")
register.filter("moment", format_moment)
register.simple_tag(find_restart, name="minutes_until_restart")
