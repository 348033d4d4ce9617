"""Signed tokens of links on paper; the cookie that a phone gets for one."""

from __future__ import annotations

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from .models import Entry, TableLink

COOKIE = "qv_table"
COOKIE_SALT = "tournaments.table-cookie"
COOKIE_SECONDS = 7 * 24 * 60 * 60

# Cut signatures keep the QR codes coarse. A table's key is secret by itself; a player's is not.
TABLE_SIGNATURE, PLAYER_SIGNATURE = 12, 22  # letters of six bits

_tables = Signer(salt="tournaments.table-link")


def table_token(link: TableLink) -> str:
    """The token that stands in the address of a table's link."""
    return f"{link.key}.{_tables.signature(link.key)[:TABLE_SIGNATURE]}"


def read_table_token(token: str) -> str:
    """The link's key, or an empty text where the signature is not ours."""
    key, _dot, signature = token.partition(".")
    ours = _tables.signature(key)[:TABLE_SIGNATURE]
    return key if constant_time_compare(signature, ours) else ""


def player_token(entry: Entry) -> str:
    """The token of a player's own link; it ends with the player's code, which it does not show."""
    signer = Signer(salt=f"tournaments.player-link.{entry.code}")
    return f"{entry.pk}.{signer.signature(str(entry.pk))[:PLAYER_SIGNATURE]}"


def token_entry(token: str) -> int:
    """The key of the entry that a token speaks of, to be checked; 0 for none."""
    number = token.partition(".")[0]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 16 else 0
