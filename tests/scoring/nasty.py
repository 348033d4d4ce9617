"""People whose names are markup and a formula (case 19)."""

from __future__ import annotations

from tournaments.models import Entry

FIRST, LAST = "<img src=x onerror=alert(1)>", '=HYPERLINK("http://x")'
NAME = f"{FIRST} {LAST}"
ESCAPED = "&lt;img src=x onerror=alert(1)&gt; =HYPERLINK(&quot;http://x&quot;)"


def rename(entry: Entry) -> None:
    """Give the entry's player the nasty names, and its team too."""
    player = entry.player
    player.first_name, player.last_name = FIRST, LAST
    player.save()
    if entry.team is not None:
        entry.team.name = NAME
        entry.team.save()
