"""What the tests of the play share."""

import pytest

from tests.scoring.play import Play, make_play


@pytest.fixture
def play(db: None) -> Play:
    """Four players at table 1, session 1 running."""
    return make_play()
