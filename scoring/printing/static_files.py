"""The only files that papers may read: the static files of this product."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.exceptions import SuspiciousFileOperation
from django.templatetags.static import static
from django.utils._os import safe_join

# Addresses on papers resolve against this name, which no network knows.
BASE = "http://paper.invalid/"

# What papers look like; templates/print/_base.html links the same for the browser.
STYLE_SHEETS = ("css/tokens.css", "css/print.css")


def static_url(name: str) -> str:
    """The address of a static file as papers see it."""
    return BASE.rstrip("/") + static(name)


def static_path(url: str) -> Path:
    """The file behind a static address of a paper.

    Raises ValueError for every other address: no paper touches the network or another file.
    """
    path = urlsplit(url).path
    if not url.startswith(BASE) or not path.startswith(settings.STATIC_URL):
        raise ValueError(f"papers read static files only, not {url}")
    name = unquote(path.removeprefix(settings.STATIC_URL))
    try:
        found = Path(finders.find(name) or safe_join(settings.STATIC_ROOT, name))
    except SuspiciousFileOperation as fault:
        raise ValueError(f"not a static file: {url}") from fault
    if not found.is_file():
        raise ValueError(f"no static file {name}")
    return found
