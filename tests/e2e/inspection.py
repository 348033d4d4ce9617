"""What a browser finds wrong with a page that is open."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, Request

# Controls smaller than a fingertip, where fingers are used. A link inside a sentence may be as
# high as its line; a tick box counts with its label.
SMALL_TARGETS = """() => {
  const least = 43.5;
  const words = (one) => (one.innerText || one.value || one.ariaLabel || "").trim().slice(0, 30);
  const isSmall = (one) => {
    const style = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1 || style.visibility === "hidden") return false;
    if (one.matches("a") && style.display === "inline") return false;
    const label = one.matches("[type=checkbox], [type=radio]") && one.labels && one.labels[0];
    const touched = label ? label.getBoundingClientRect() : box;
    return touched.width < least || touched.height < least;
  };
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  return [...document.querySelectorAll(`${controls}, [role=button]`)].filter(isSmall)
    .map((one) => `${one.tagName.toLowerCase()}.${one.className} "${words(one)}"`);
}"""
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# A phone, a tablet, a laptop, the screen of the hall; all of them touched.
SIZES = {360: 740, 768: 1024, 1920: 1080, 1280: 960}
# Rows like those above them: axe needs a second for each dozen on a long page.
REPEATED = [["tbody tr:nth-child(n+9)"], ["li:nth-child(n+9)"]]


class Inspector:
    """Opens addresses in one browser context and lists what is wrong with each page."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        self.page = context.new_page()
        self.base = base
        self.heard: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.heard.append(f"script: {error}"))
        self.page.on("request", self._watch)

    def open(self, address: str, status: int = 200) -> None:
        """Open an address; another status than the expected one is a finding too."""
        self.heard.clear()
        answer = self.page.goto(self.base + address)
        if answer is None or answer.status != status:
            self.heard.append(f"status {answer and answer.status}")

    def findings(self, title: str) -> Iterator[str]:
        """Each thing that is wrong with the page that is open, from narrow to wide."""
        page = self.page
        for width, height in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            if overflow := page.evaluate(OVERFLOW):
                yield f"{title} at {width}: {overflow} px too wide"
            for small in page.evaluate(SMALL_TARGETS):
                yield f"{title} at {width}: small target {small}"
        for said in self.heard:
            yield f"{title}: {said}"

    def barriers(self, title: str) -> Iterator[str]:
        """What axe finds on the page that is open, at the last width: the slow part."""
        asked = {"resultTypes": ["violations"]}  # of the rest axe keeps one example each
        found = Axe().run(self.page, context={"exclude": REPEATED}, options=asked)
        for violation in found.response["violations"]:
            for node in violation["nodes"]:
                yield f"{title}: {violation['id']} {node['target']}"

    def links(self) -> list[str]:
        """Paths of this house that the page leads to."""
        found = self.page.evaluate("[...document.links].map((link) => link.href)")
        return [address.removeprefix(self.base) for address in found if self.base in address]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "status of 404" not in message.text:
            self.heard.append(f"console: {message.text}")

    def _watch(self, request: Request) -> None:
        if urlsplit(request.url).netloc not in ("", urlsplit(self.base).netloc):
            self.heard.append(f"leaves the house: {request.url}")
