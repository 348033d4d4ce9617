"""The data sets of hands, read once."""

import json
from pathlib import Path

from scoring.engine.hand_json import hand_from_json

HANDS = Path(__file__).parent.parent / "data" / "hands"


def load(name):
    """The rows of a data set."""
    return json.loads((HANDS / f"{name}.json").read_text())["hands"]


GOLDEN = load("golden")
DISPUTED = load("disputed")
NOT_WINNING = load("not_winning")
GOLDEN_HANDS = [hand_from_json(row) for row in GOLDEN]
