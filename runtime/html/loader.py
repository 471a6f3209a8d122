"""A loader of templates that forgets compiled pieces together with its templates."""

from django.template.loaders import cached


class Loader(cached.Loader):
    """Django's cached loader. `runserver` resets it when a template was edited."""

    def reset(self) -> None:
        """Drop the cached templates, and the pieces that were made of them."""
        # Imported late: the settings name this module, and pieces need the settings.
        from runtime.html.update import forget_pieces

        super().reset()
        forget_pieces()
