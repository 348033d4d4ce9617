"""Winning hands at random, from themes that together reach every fan.

A theme draws the sets of a hand; which of them are melded, which tile came last and how is drawn
for all alike. Hands that cannot exist are drawn again.
"""

from collections.abc import Iterator
from itertools import permutations
from random import Random

from scoring.engine.hand import Hand, WinMode, hand_problems
from scoring.engine.melds import Meld, MeldKind, Source
from scoring.engine.notation import parse_tiles
from scoring.engine.rotation import Wind
from scoring.engine.tiles import DRAGONS, PLAY_TILES, TILES, WINDS

CHOWS = [9 * suit + first for suit in range(3) for first in range(7)]
GREEN = parse_tiles("23468sF")
REVERSIBLE = parse_tiles("1234589p245689sP")
TERMINALS = [tile for tile in PLAY_TILES if tile.is_terminal]
HONORS = [*WINDS, *DRAGONS]


def chow(first):
    return (TILES[first], TILES[first + 1], TILES[first + 2])


def pung(tile):
    return (TILES[tile],) * 3


def of_ranks(low, high, suits=(0, 1, 2)):
    return [9 * suit + rank - 1 for suit in suits for rank in range(low, high + 1)]


def sets_of(rng, kinds, chance=0.5):
    """Four sets and a pair of some kinds, a set being a chow by chance where there are any."""
    firsts = [k for k in kinds if k in CHOWS and {k, k + 1, k + 2} <= {*kinds}]
    sets = [
        chow(rng.choice(firsts)) if firsts and rng.random() < chance else pung(rng.choice(kinds))
        for _ in range(4)
    ]
    return sets, rng.choice(kinds)


def within(low, high, chance=0.6):
    return lambda rng: sets_of(rng, of_ranks(low, high), chance)


def of_kinds(kinds, chance=0.5):
    return lambda rng: sets_of(rng, kinds, chance)


def one_suit(rng):
    return sets_of(rng, of_ranks(1, 9, [rng.randrange(3)]), rng.random())


def half_flush(rng):
    return sets_of(rng, [*of_ranks(1, 9, [rng.randrange(3)]), *HONORS], 0.5)


def two_suits(rng):
    return sets_of(rng, of_ranks(1, 9, rng.sample(range(3), 2)), 0.7)


def many_winds(rng):
    winds = rng.sample(WINDS, 4)
    others = [chow(rng.choice(CHOWS)), pung(rng.choice(PLAY_TILES)), pung(winds[3])]
    pair = rng.choice([winds[3], rng.choice(PLAY_TILES)])
    return [*map(pung, winds[:3]), rng.choice(others)], pair


def many_dragons(rng):
    one, two, three = rng.sample(DRAGONS, 3)
    third = rng.choice([pung(three), chow(rng.choice(CHOWS))])
    last = rng.choice([chow(rng.choice(CHOWS)), pung(rng.choice(PLAY_TILES))])
    return [pung(one), pung(two), third, last], rng.choice([three, rng.choice(PLAY_TILES)])


def close_chows(rng):
    """Chows that are equal, shifted or in other suits, so that many of them join."""
    start, step = rng.randrange(7), rng.choice([0, 0, 1, 1, 2, 3])
    pure = rng.random() < 0.5
    suit = rng.randrange(3)
    turn = rng.sample(range(3), 3)
    firsts = []
    for number in range(rng.choice([3, 4])):
        first = start + number * step
        if first < 7:
            firsts.append(9 * (suit if pure else turn[number % 3]) + first)
    while len(firsts) < 4:
        firsts.append(rng.choice([rng.choice(CHOWS), rng.choice(firsts)]))
    return [chow(first) for first in firsts], rng.choice(PLAY_TILES)


def straight(rng):
    turn = rng.choice([[0, 1, 2], [rng.randrange(3)] * 3])
    rng.shuffle(turn)
    fourth = rng.choice([chow(rng.choice(CHOWS)), pung(rng.choice(PLAY_TILES))])
    sets = [chow(9 * turn[number] + 3 * number) for number in range(3)]
    return [*sets, fourth], rng.choice(PLAY_TILES)


def terminal_chows(rng):
    one, two, three = rng.sample(range(3), 3)
    if rng.random() < 0.5:
        two = three = one
    ends = [chow(9 * suit + first) for suit in (one, two) for first in (0, 6)]
    return ends, 9 * three + 4


def close_pungs(rng):
    start, step = rng.randrange(6), rng.choice([0, 1])
    turn = rng.choice([[0, 1, 2, 0], [rng.randrange(3)] * 4])
    sets = [pung(9 * turn[n] + start + n * step) for n in range(4 if step else 3)]
    while len(sets) < 4:
        sets.append(rng.choice([pung(rng.choice(PLAY_TILES)), chow(rng.choice(CHOWS))]))
    if rng.random() < 0.5:
        sets[3] = rng.choice([pung(rng.choice(PLAY_TILES)), chow(rng.choice(CHOWS))])
    return sets, rng.choice(PLAY_TILES)


def all_types(rng):
    sets = [pung(rng.choice(WINDS)), chow(rng.randrange(7)), chow(9 + rng.randrange(7))]
    if rng.random() < 0.5:
        return [*sets, chow(18 + rng.randrange(7))], rng.choice(DRAGONS)
    return [*sets, pung(rng.choice(DRAGONS))], 18 + rng.randrange(9)


def nothing_much(rng):
    """Scattered sets, one of them won on two sides: often a Chicken Hand."""
    firsts = [rng.choice([1, 2, 4]), 9 + rng.choice([0, 3, 5]), 18 + rng.choice([1, 2, 6])]
    melds = [Meld(MeldKind.CHOW, chow(first), Source.LEFT) for first in firsts[:2]]
    melds.append(Meld(MeldKind.PUNG, pung(rng.choice(of_ranks(2, 8))), rng.choice(list(Source))))
    won, *others = chow(firsts[2])
    honor = rng.choice(HONORS)
    return Hand((*others, honor, honor), won, tuple(melds), WinMode.DISCARD, Wind.EAST, Wind.SOUTH)


def fives(rng):
    kinds = [9 * suit + first for suit in range(3) for first in (2, 3, 4)]
    five = [9 * suit + 4 for suit in range(3)]
    sets = [rng.choice([chow(rng.choice(kinds)), pung(rng.choice(five))]) for _ in range(4)]
    return sets, rng.choice(five)


def outside(rng):
    ends = [*TERMINALS, *HONORS]
    firsts = [9 * suit + first for suit in range(3) for first in (0, 6)]
    sets = [rng.choice([chow(rng.choice(firsts)), pung(rng.choice(ends))]) for _ in range(4)]
    return sets, rng.choice(ends)


THEMES = (
    many_winds, many_dragons, of_kinds(GREEN), one_suit, half_flush, two_suits, close_chows,
    close_chows, close_chows, straight, straight, terminal_chows, close_pungs, close_pungs,
    all_types, fives, outside, within(7, 9), within(4, 6), within(1, 3),
    within(6, 9), within(1, 4), within(2, 8), within(1, 9), within(1, 9, 0.1), within(1, 9, 1),
    of_kinds(TERMINALS), of_kinds(HONORS), of_kinds([*TERMINALS, *HONORS]),
    of_kinds(REVERSIBLE), of_kinds(of_ranks(2, 2) + of_ranks(4, 4) + of_ranks(6, 6)),
    of_kinds(list(range(34)), 0.2),
)  # fmt: skip


def seven_pairs(rng):
    kinds = rng.choice(
        [PLAY_TILES, of_ranks(1, 9, [0]), HONORS, TERMINALS + HONORS, GREEN, REVERSIBLE, TERMINALS]
    )
    if len(kinds) >= 7 and rng.random() < 0.7:
        return [TILES[kind] for kind in rng.sample(list(kinds), 7) for _ in (1, 2)]
    return [TILES[kind] for kind in rng.choices(list(kinds), k=7) for _ in (1, 2)]


def shifted_pairs(rng):
    start = 9 * rng.randrange(3) + rng.randrange(3)
    return [TILES[start + number] for number in range(7) for _ in (1, 2)]


def orphans(rng):
    return [*TERMINALS, *HONORS, rng.choice([*TERMINALS, *HONORS])]


def knitted(rng):
    starts = rng.choice(list(permutations(range(3))))
    return [TILES[9 * suit + start + 3 * n] for suit, start in enumerate(starts) for n in range(3)]


def knitted_and_honors(rng):
    return rng.sample([*knitted(rng), *HONORS], 14)


def greater(rng):
    return [*HONORS, *rng.sample(knitted(rng), 7)]


def all_nine_knitted(rng):
    return [*knitted(rng), *rng.sample(HONORS, 5)]


def nine_gates(rng):
    suit = 9 * rng.randrange(3)
    ranks = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9)]
    return [TILES[suit + rank] for rank in ranks]


CONCEALED_THEMES = (
    seven_pairs, seven_pairs, shifted_pairs, orphans, knitted_and_honors, greater,
    all_nine_knitted, nine_gates,
)  # fmt: skip


def random_hands(seed: int) -> Iterator[Hand]:
    """Endless winning hands; the same seed gives the same hands."""
    rng = Random(seed)
    while True:
        hand = _draw(rng)
        if not hand_problems(hand):
            yield hand


def _draw(rng):
    if rng.random() < 0.01:
        return nothing_much(rng)
    if rng.random() < 0.15:
        return _won(rng, list(rng.choice(CONCEALED_THEMES)(rng)), [])
    if rng.random() < 0.08:
        sets = [rng.choice([chow(rng.choice(CHOWS)), pung(rng.choice(PLAY_TILES))])]
        return _with_melds(rng, sets, rng.choice(PLAY_TILES), knitted(rng))
    sets, pair = rng.choice(THEMES)(rng)
    return _with_melds(rng, sets, pair, [])


def _with_melds(rng, sets, pair, loose):
    """Declare some of the sets, and often pungs as kongs."""
    melded, kong = rng.choice([0, 0.3, 0.6, 1]), rng.choice([0, 0.2, 0.9])
    concealed, melds = [*loose, TILES[pair], TILES[pair]], []
    for one in sets:
        meld = _meld(rng, one, melded, kong)
        if meld is None:
            concealed += one
        else:
            melds.append(meld)
    return _won(rng, concealed, melds)


def _meld(rng, one, melded, kong):
    if one[0] != one[1]:
        return Meld(MeldKind.CHOW, one, Source.LEFT) if rng.random() < melded else None
    if rng.random() < kong:
        kind = rng.choice(
            [MeldKind.MELDED_KONG, MeldKind.ADDED_KONG, *[MeldKind.CONCEALED_KONG] * 2]
        )
        source = None if kind is MeldKind.CONCEALED_KONG else rng.choice(list(Source))
        return Meld(kind, one[:1] * 4, source)
    if rng.random() < melded:
        return Meld(MeldKind.PUNG, one, rng.choice(list(Source)))
    return None


def _won(rng, tiles, melds):
    """Take one concealed tile as the last, and say how it came."""
    rng.shuffle(tiles)
    *concealed, win = tiles
    mode = rng.choice([WinMode.SELF_DRAWN, WinMode.DISCARD])
    if rng.random() < 0.25:
        mode |= WinMode.LAST_WALL_TILE
    if rng.random() < 0.15:
        mode |= WinMode.LAST_OF_ITS_KIND
    if rng.random() < 0.15:
        mode |= WinMode.REPLACEMENT if WinMode.SELF_DRAWN in mode else WinMode.ROBBING
    return Hand(
        tuple(sorted(concealed)),
        win,
        tuple(melds),
        mode,
        rng.choice(list(Wind)),
        rng.choice(list(Wind)),
        rng.choice([0, 0, 0, *range(9)]),
    )
