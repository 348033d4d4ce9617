"""What Hypothesis draws for the engine's tests."""

from hypothesis import strategies as st

from scoring.engine.melds import Meld, MeldKind, Source
from scoring.engine.tiles import PLAY_TILES, TILES, Suit, suited

tiles = st.sampled_from(TILES)
play_tiles = st.sampled_from(PLAY_TILES)
sources = st.sampled_from(Source)


@st.composite
def melds(draw):
    """A well-formed meld with a known source."""
    kind = draw(st.sampled_from(MeldKind))
    if kind is MeldKind.CHOW:
        first = suited(draw(st.sampled_from(Suit)), draw(st.integers(1, 7)))
        return Meld(kind, (first, TILES[first + 1], TILES[first + 2]), Source.LEFT)
    tile = draw(play_tiles)
    if kind is MeldKind.PUNG:
        return Meld(kind, (tile,) * 3, draw(sources))
    source = None if kind is MeldKind.CONCEALED_KONG else draw(sources)
    return Meld(kind, (tile,) * 4, source)
