"""What a process keeps of rows."""

from django.core.cache import cache

from games.live import elsewhere
from games.play.transaction import cache as snapshots
from games.play.transaction import rows


def forget_rows():
    """Clear what is kept of rows, because primary keys are used again."""
    cache.clear()
    elsewhere.forget_all()
    snapshots.clear()
    rows.clear()
