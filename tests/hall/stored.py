"""What a database holds of a hall."""

from __future__ import annotations

from typing import Any

from journal.models import Event
from scoring.models import Hand, Sheet


def stored() -> dict[str, Any]:
    """Every row of a hand that was ever written, also voided ones, as `tests.hall.phone.Sent` has
    it; where the journal says that something was done to a hand; how many tables are closed."""
    hands = Hand.objects.order_by("table__session__number", "table__number", "number", "version")
    return {
        "hands": list(
            hands.values_list(
                "table__session__number",
                "table__number",
                "number",
                "client_key",
                "winner",
                "discarder",
                "points",
            )
        ),
        "recorded": list(
            Event.objects.filter(verb__startswith="hand.")
            .order_by("target")
            .values_list("target", flat=True)
        ),
        "closed": Sheet.objects.filter(closed_at__isnull=False).count(),
    }
