"""The part that all lists of the admin share: rows are shown and never changed."""

from typing import TYPE_CHECKING, Any

from django.contrib.admin import ModelAdmin, ShowFacets
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse

if TYPE_CHECKING:
    _ModelAdmin = ModelAdmin[Any]
else:
    # At run time the class takes no type arguments.
    _ModelAdmin = ModelAdmin


class ReadOnlyAdmin(_ModelAdmin):
    """A list whose rows change by its actions alone."""

    list_per_page = 50
    list_max_show_all = 50
    show_full_result_count = False
    show_facets = ShowFacets.NEVER

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Refuse every field: no other model chooses a row."""
        return False

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the list, or act on the rows that were chosen there."""
        if not all(map(_is_key, request.POST.getlist(ACTION_CHECKBOX_NAME))):
            raise SuspiciousOperation("A chosen row is no number.")
        return super().changelist_view(request, extra_context)


def _is_key(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19
