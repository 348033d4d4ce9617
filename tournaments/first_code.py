"""The one-time code that proves that a visitor of an empty house may found it.

`./mcr run` prints the code; whoever sits at the machine itself needs none. All visitors together
have ten tries in a quarter of an hour, so that eight digits cannot be guessed.
"""

from __future__ import annotations

import secrets
from ipaddress import ip_address

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

TRIES = 10
SECONDS = 15 * 60
_WRONG = "first-code-wrong"
_OWN_NAMES = {"localhost", "127.0.0.1", "[::1]"}
_FORWARDED = ("X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Forwarded", "Via")


def is_at_the_machine(request: HttpRequest) -> bool:
    """True for a browser on this machine that asked for it by its own name.

    Behind a proxy every request comes from the machine itself: a forwarded one never counts, nor
    one for another host name.
    """
    if any(name in request.headers for name in _FORWARDED):
        return False
    host = request.get_host()
    name = host if host.endswith("]") else host.rsplit(":", 1)[0]
    return name in _OWN_NAMES and _is_loopback(request.META.get("REMOTE_ADDR", ""))


def is_throttled() -> bool:
    """True while too many wrong codes have been typed."""
    return int(cache.get(_WRONG, 0)) >= TRIES


def is_right(typed: str) -> bool:
    """Compare what was typed with the code; a wrong one counts as a try."""
    code = _code()
    if code and secrets.compare_digest(_digits(typed).encode(), _digits(code).encode()):
        return True
    cache.add(_WRONG, 0, SECONDS)
    cache.incr(_WRONG)
    return False


def delete() -> None:
    """Take the code away: it was used."""
    settings.QV_FIRST_CODE_FILE.unlink(missing_ok=True)
    cache.delete(_WRONG)


def _code() -> str:
    file = settings.QV_FIRST_CODE_FILE
    return str(file.read_text()) if file.exists() else ""


def _digits(text: str) -> str:
    return "".join(sign for sign in text if sign.isalnum()).casefold()


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
