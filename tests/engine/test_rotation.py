"""Seat rotation against the published table."""

import json
from pathlib import Path

import pytest

from scoring.engine.rotation import Seat, Wind, dealer, round_wind, seat_wind, seats_by_wind

VECTORS = json.loads((Path(__file__).parent.parent / "data/mcr_seat_rotation.json").read_text())


@pytest.mark.parametrize("row", VECTORS["winds_by_hand"], ids=lambda row: f"hand {row['hand']}")
def test_every_hand_has_the_published_winds(row):
    hand = row["hand"]
    assert round_wind(hand).letter == row["prevalent"]
    assert dealer(hand).name == row["dealer"]
    winds = {seat.name: seat_wind(seat, hand).letter for seat in Seat}
    assert winds == row["seat_wind"]
    assert [seat_wind(seat, hand) for seat in seats_by_wind(hand)] == list(Wind)


@pytest.mark.parametrize("hand", [0, 17, -1])
def test_a_session_has_sixteen_hands(hand):
    with pytest.raises(ValueError, match="hands 1 to 16"):
        dealer(hand)
