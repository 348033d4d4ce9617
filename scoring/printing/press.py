"""WeasyPrint at work. Only `pdf` imports this module, and only when something is printed.

Style sheets and fonts are read once a process: unpacking them again for every paper would take
longer than the paper.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from functools import lru_cache

from weasyprint import CSS, HTML, Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from .static_files import BASE, STYLE_SHEETS, static_path, static_url

# Pango's font maps are not made for several threads, and one PDF at a time leaves a processor
# for the pages.
_one_at_a_time = threading.Lock()

# Every font is a family of its own, so paper needs no ranges; WeasyPrint would take them for the
# letters that a font holds, and print boxes for those it lacks.
_RANGES = re.compile(r"unicode-range:[^;}]*;?")


class Fonts(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """Reads the fonts that the style sheets name; nothing else is fetched."""

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        """The static file at `url`; ValueError for every other address."""
        return URLFetcherResponse(url, static_path(url).read_bytes())


class Nothing(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """What a paper itself may fetch: its style sheets are here already, all else is refused."""

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        """An empty style sheet for a style sheet of ours; ValueError for every other address."""
        if static_path(url).suffix != ".css":
            raise ValueError(f"papers hold no files, not {url}")
        return URLFetcherResponse(url, b"", {"Content-Type": "text/css"})


def layout(html: str) -> Document:
    """The HTML page laid out on paper."""
    with _one_at_a_time:
        sheets, fonts = _house_style()
        page = HTML(string=html, base_url=BASE, url_fetcher=Nothing(fail_on_errors=True))
        return page.render(stylesheets=sheets, font_config=fonts)


def join(documents: Sequence[Document]) -> bytes:
    """One PDF of the pages of all documents, in their order."""
    pages = [page for document in documents for page in document.pages]
    with _one_at_a_time:
        pdf: bytes = documents[0].copy(pages).write_pdf()
    return pdf


@lru_cache(maxsize=1)
def _house_style() -> tuple[list[CSS], FontConfiguration]:
    fonts = FontConfiguration()
    return [_sheet(name, fonts) for name in STYLE_SHEETS], fonts


def _sheet(name: str, fonts: FontConfiguration) -> CSS:
    url = static_url(name)
    text = _RANGES.sub("", static_path(url).read_text("utf-8"))
    fetcher = Fonts(fail_on_errors=True)
    return CSS(string=text, base_url=url, url_fetcher=fetcher, font_config=fonts)
