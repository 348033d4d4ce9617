"""The signed token of a player's own link; the cookie that a phone gets for a table's link."""

from __future__ import annotations

from django.core.signing import Signer

from .models import Entry

COOKIE = "qv_table"
COOKIE_SALT = "tournaments.table-cookie"
COOKIE_SECONDS = 7 * 24 * 60 * 60

SIGNATURE = 22  # letters of six bits: a whole one would make the QR codes finer


def player_token(entry: Entry) -> str:
    """The token of a player's own link: number and signature, by the words that a restore keeps.

    It ends with the player's code, which it does not show.
    """
    signer = Signer(salt=f"tournaments.player-link.{entry.code}")
    signature = signer.signature(f"{entry.tournament.slug} {entry.number}")
    return f"{entry.number}.{signature[:SIGNATURE]}"


def token_number(token: str) -> int:
    """The start number that a token speaks of, to be checked; 0 for none."""
    number = token.partition(".")[0]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
