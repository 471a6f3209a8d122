"""The caches of table pages, which a test clears."""

import sys


def forget_pages():
    """Forget all presented and rendered parts, as if the process began anew.

    Otherwise a page that shows a secret could be hidden by an earlier one.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith("games.table."):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()
