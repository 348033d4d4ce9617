"""A hand and its readings as the functions of the fans see them: bags of tiles and plain facts."""

from __future__ import annotations

from scoring.engine.bags import ONES, SUIT_BITS, SUIT_MASK, UNITS, Bag, bag_of
from scoring.engine.hand import Hand, WinMode
from scoring.engine.melds import MeldKind
from scoring.engine.rules import ExhaustedWait, Rules
from scoring.engine.shapes import HONORS, Form, Shape, waiting_kinds
from scoring.engine.tiles import FIRST_DRAGON, PLAY_TILES, SUITED_KINDS

CHARACTERS: Bag = ONES & SUIT_MASK
BAMBOOS: Bag = CHARACTERS << SUIT_BITS
DOTS: Bag = CHARACTERS << 2 * SUIT_BITS
WINDS: Bag = bag_of(range(SUITED_KINDS, FIRST_DRAGON))
DRAGONS: Bag = HONORS & ~WINDS
TERMINALS: Bag = bag_of(tile for tile in PLAY_TILES if tile.is_terminal)

_SELF_DRAWN = WinMode.SELF_DRAWN.value
_CONCEALED_KONG = MeldKind.CONCEALED_KONG
_CHOW = MeldKind.CHOW
_PUNG = MeldKind.PUNG


def ranks(*wanted: int) -> Bag:
    """The tiles of some ranks in all three suits."""
    return bag_of(9 * suit + rank - 1 for suit in range(3) for rank in wanted)


class HandView:
    """What is true of a hand however it is read. Never changed after it is made."""

    __slots__ = (
        "bag",
        "concealed",
        "concealed_kongs",
        "hand",
        "kinds",
        "kongs",
        "meld_chows",
        "melded",
        "melds",
        "mode",
        "open_pungs",
        "rules",
        "self_drawn",
        "shown",
        "suits",
        "tiles",
        "win",
    )

    concealed: Bag  # without the winning tile and without melds
    bag: Bag  # with the winning tile, without melds
    tiles: Bag  # all tiles, a kong as three
    kinds: Bag  # one of each kind
    suits: int  # how many suits are present
    meld_chows: Bag  # by their first tile
    open_pungs: Bag  # claimed pungs and kongs
    shown: Bag  # tiles of claimed chows, pungs and kongs, a kong as three
    concealed_kongs: Bag
    kongs: Bag  # claimed and concealed
    melds: int  # all of them
    melded: int  # all but concealed kongs

    def __init__(self, hand: Hand, rules: Rules) -> None:
        self.hand = hand
        self.rules = rules
        self.win = hand.win
        self.mode = mode = hand.mode.value
        self.self_drawn = bool(mode & _SELF_DRAWN)
        self.concealed = concealed = bag_of(hand.concealed)
        self.bag = bag = concealed + UNITS[hand.win]
        if hand.melds:
            bag += self._lay_melds()
        else:
            self.meld_chows = self.open_pungs = self.concealed_kongs = self.kongs = 0
            self.shown = self.melds = self.melded = 0
        self.tiles = bag
        self.kinds = kinds = (bag | bag >> 1 | bag >> 2) & ONES
        self.suits = bool(kinds & CHARACTERS) + bool(kinds & BAMBOOS) + bool(kinds & DOTS)

    def _lay_melds(self) -> Bag:
        """Sort the melds; return their tiles, a kong as three."""
        chows = pungs = concealed = kongs = 0
        melded = 0
        for meld in self.hand.melds:
            kind = meld.kind
            melded += 1
            if kind is _CHOW:
                chows += UNITS[min(meld.tiles)]
                continue
            unit = UNITS[meld.tiles[0]]
            if kind is not _PUNG:
                kongs += unit
            if kind is _CONCEALED_KONG:
                concealed += unit
                melded -= 1
            else:
                pungs += unit
        self.meld_chows, self.open_pungs = chows, pungs
        self.concealed_kongs, self.kongs = concealed, kongs
        self.melds, self.melded = len(self.hand.melds), melded
        self.shown = chows * 0x111 + 3 * pungs
        return self.shown + 3 * concealed


def sole_wait(view: HandView) -> bool:
    """Whether the hand waited for the winning tile only, under the rules on exhausted tiles."""
    waits = waiting_kinds(view.concealed, view.melds)
    return waits & ~exhausted(view) == UNITS[view.win]


def exhausted(view: HandView) -> Bag:
    """The kinds of which all four are held, where the rules do not call that a wait."""
    kind = view.rules.exhausted_wait
    if kind is ExhaustedWait.SHAPE:
        return 0
    if kind is ExhaustedWait.CONCEALED:
        return view.concealed >> 2 & ONES
    held = view.tiles - UNITS[view.win]
    return held >> 2 & ONES | view.kongs


# Where a tile stands in a chow, by the first tile of that chow: 3 of 1-2-3 or 7 of 7-8-9, the
# middle, or anywhere. A bag of chows holds up to four of a kind, hence all bits of the kind.
def _chow_places(tile: int, steps: tuple[int, ...]) -> Bag:
    starts = (tile - step for step in steps if 0 <= tile % 9 - step < 7)
    return sum(15 * UNITS[start] for start in starts) if tile < SUITED_KINDS else 0


COVERING = tuple(_chow_places(tile, (0, 1, 2)) for tile in PLAY_TILES)
MIDDLE = tuple(_chow_places(tile, (1,)) for tile in PLAY_TILES)
EDGE = tuple(
    _chow_places(tile, {2: (2,), 6: (0,)}.get(tile % 9, ())) if tile < SUITED_KINDS else 0
    for tile in PLAY_TILES
)


class ReadingView:
    """One reading of a hand. Never changed after it is made."""

    __slots__ = ("chows", "concealed_pungs", "form", "hand", "own_chows", "pair", "pungs")

    form: Form
    chows: Bag  # all chows, by their first tile
    own_chows: Bag  # those that are not melded
    pungs: Bag  # all pungs and kongs
    concealed_pungs: Bag  # those counted as concealed, with concealed kongs
    pair: Bag

    def __init__(self, hand: HandView, shape: Shape) -> None:
        self.hand = hand
        self.form, own_chows, own_pungs, self.pair = shape
        self.own_chows = own_chows
        self.chows = own_chows + hand.meld_chows
        self.pungs = own_pungs + hand.open_pungs + hand.concealed_kongs
        if not hand.self_drawn and not own_chows & COVERING[hand.win]:
            own_pungs &= ~UNITS[hand.win]
        self.concealed_pungs = own_pungs + hand.concealed_kongs

    @property
    def waits_for_one(self) -> bool:
        """Whether a fan of the only wait may be counted."""
        return self._body_lets_wait() and sole_wait(self.hand)

    def _body_lets_wait(self) -> bool:
        """A ruling of the referee: no wait on a kind that the Knitted Straight also has."""
        if self.form is not Form.KNITTED_STRAIGHT or self.hand.rules.knitted_body_wait:
            return True
        sets = 0x111 * self.own_chows + 3 * (self.pungs - self.hand.open_pungs) + 2 * self.pair
        body = self.hand.bag - (sets - 3 * self.hand.concealed_kongs)
        return not body & UNITS[self.hand.win]
