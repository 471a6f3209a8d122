"""The accounts, for staff: a list, invitations and removal.

No page sets a password: its owner could sign in as a player and see cards.
"""

from django.contrib import messages
from django.contrib.admin import action
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from games.accounts.invitations import invite
from games.admin.sites import ReadOnlyAdmin, staff_site
from runtime.addresses import public_url


class AccountAdmin(ReadOnlyAdmin):
    """All accounts, by name."""

    list_display = ("username", "player", "date_joined", "last_login", "is_staff")
    list_display_links = None
    list_select_related = ("player",)
    ordering = ("username",)
    actions = ("remove",)
    change_list_template = "admin/accounts/list.html"

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        show = self.admin_site.admin_view(self.changelist_view)
        invite = self.admin_site.admin_view(require_POST(self.invite))
        return [
            path("", show, name="auth_user_changelist"),
            path("invite/", invite, name="auth_user_invite"),
        ]

    def invite(self, request: HttpRequest) -> HttpResponse:
        """Make an account, and show its link for a password once."""
        name = request.POST.get("username", "")
        try:
            link = public_url(request, invite(name))
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
        else:
            told = _("%(name)s sets a password here, within three days: %(link)s")
            messages.success(request, told % {"name": name, "link": link})
        return redirect("admin:auth_user_changelist")

    @action(description=_("Remove the selected accounts"))
    def remove(
        self, request: HttpRequest, users: QuerySet[User]
    ) -> HttpResponse | None:
        """Remove accounts after a confirmation; those of staff stay."""
        chosen = users.filter(is_staff=False)
        if "sure" not in request.POST:
            shared = self.admin_site.each_context(request)
            context = shared | {"title": _("Remove accounts"), "chosen": chosen}
            return TemplateResponse(request, "admin/accounts/remove.html", context)
        for user in chosen:
            user.delete()
        messages.success(request, _("Accounts removed."))
        return None


staff_site.register(User, AccountAdmin)
