"""The caches of a process."""

from django.core.cache import cache

from games.play.clock import serving
from games.play.connections import forget_all
from games.play.signs import signs
from games.play.transaction import cache as snapshots
from games.play.transaction import rows


def forget_rows():
    """Clear all caches of rows, because primary keys are used again."""
    cache.clear()
    forget_all()
    serving.forget()
    signs.clear()
    snapshots.clear()
    rows.clear()
