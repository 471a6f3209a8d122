"""What reports of errors say: where, and nothing of whom or what."""

from typing import Any

from django.views.debug import SafeExceptionReporterFilter


class QuietReporterFilter(SafeExceptionReporterFilter):
    """Leaves out local variables, cookies and what was sent: cards and keys are there.

    A page for developers (DEBUG) shows all of it.
    """

    def get_safe_request_meta(self, request: Any) -> dict[str, Any]:
        return {} if self.is_active(request) else super().get_safe_request_meta(request)

    def get_safe_cookies(self, request: Any) -> dict[str, Any]:
        cookies = super().get_safe_cookies(request)
        if not self.is_active(request):
            return cookies
        return dict.fromkeys(cookies, self.cleansed_substitute)

    def get_post_parameters(self, request: Any) -> Any:
        if request is None or not self.is_active(request):
            return super().get_post_parameters(request)
        return dict.fromkeys(request.POST, self.cleansed_substitute)

    def get_traceback_frame_variables(self, request: Any, tb_frame: Any) -> Any:
        if not self.is_active(request):
            return super().get_traceback_frame_variables(request, tb_frame)
        return ()
