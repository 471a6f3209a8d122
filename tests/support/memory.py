"""The caches of a process."""

from django.core.cache import cache

from games.play import other_pages
from games.play.pages import signs
from games.play.serving import serving
from games.play.transaction import cache as snapshots
from games.play.transaction import rows


def forget_rows():
    """Clear all caches of rows, because primary keys are used again."""
    cache.clear()
    other_pages.forget_all()
    serving.forget()
    signs.clear()
    snapshots.clear()
    rows.clear()
