"""A bare WebKitGTK window of an exact size, for WebKit's driver.

    webview.py WIDTH HEIGHT SCRIPT

Debian's Python runs it, because the binding to GTK is a package of Debian. Every page
runs the script first.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")

from gi.repository import Gtk, WebKit2  # noqa: E402


def open_view(_session):
    width, height, script = sys.argv[1:4]
    manager = WebKit2.UserContentManager()
    frames = WebKit2.UserContentInjectedFrames.TOP_FRAME
    at_start = WebKit2.UserScriptInjectionTime.START
    manager.add_script(WebKit2.UserScript.new(script, frames, at_start, None, None))
    view = WebKit2.WebView(
        web_context=context,
        is_controlled_by_automation=True,
        user_content_manager=manager,
    )
    window = Gtk.Window(
        decorated=False, default_width=int(width), default_height=int(height)
    )
    window.add(view)
    view.connect("close", lambda _: window.destroy())
    window.show_all()
    return view


def begin(_context, session):
    info = WebKit2.ApplicationInfo()
    # The driver asks for a browser of this name.
    info.set_name("MiniBrowser")
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


# Pages learn that motion is to be reduced.
Gtk.Settings.get_default().props.gtk_enable_animations = False
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.connect("automation-started", begin)
Gtk.main()
