"""Signed tokens of links on paper; the cookie that a phone gets for one."""

from __future__ import annotations

from django.core.signing import BadSignature, Signer

from .models import Entry, TableLink

COOKIE = "qv_table"
COOKIE_SALT = "tournaments.table-cookie"
COOKIE_SECONDS = 7 * 24 * 60 * 60

_tables = Signer(salt="tournaments.table-link", sep=".")
_players = Signer(salt="tournaments.player-link", sep=".")


def table_token(link: TableLink) -> str:
    """The token that stands in the address of a table's link."""
    return _tables.sign(link.key)


def read_table_token(token: str) -> str:
    """The link's key, or an empty text where the signature is not ours."""
    try:
        return _tables.unsign(token)
    except BadSignature:
        return ""


def player_token(entry: Entry) -> str:
    """The token of a player's own link; it ends with the player's code."""
    return _players.sign(f"{entry.pk}-{entry.code}")


def read_player_token(token: str) -> tuple[int, str] | None:
    """The entry's key and code, or None where the signature is not ours."""
    try:
        number, _dash, code = _players.unsign(token).partition("-")
    except BadSignature:
        return None
    return int(number), code
