"""Positions made to order: which hands are dealt, which tiles come next and which from the back."""

from collections import Counter
from random import Random

from scoring.engine.game import actions as act
from scoring.engine.game.apply import apply, start
from scoring.engine.game.legal import legal_actions
from scoring.engine.game.records.tokens import parse_action
from scoring.engine.game.ruleset import MCR
from scoring.engine.game.state import GameState, Phase, Setup, Win
from scoring.engine.game.wall import FULL_SET, bag_of
from scoring.engine.notation import parse_tile, parse_tiles
from scoring.engine.rotation import Wind
from scoring.engine.tiles import FLOWERS, TILES

DICE = ((1, 3), (2, 4))  # East's four names North's wall; ten stacks of it are counted

E, S, W, N = Wind


def forced_rows(hands, draws="", back="", at=(), dice=DICE):
    """Rows that deal `hands` (East's fourteenth tile last), then `draws`; `back` from the end.

    `at` maps places in drawing order to tiles. Hands are filled up with tiles that do not go
    together; of what is left then, the flowers come first.
    """
    parsed = [list(parse_tiles(hand)) for hand in hands]
    fixed = {144 - 1 - (number ^ 1): tile for number, tile in enumerate(parse_tiles(back))}
    fixed |= {53 + number: tile for number, tile in enumerate(parse_tiles(draws))}
    fixed |= {place: parse_tile(text) for place, text in dict(at).items()}
    left = Counter(FULL_SET)
    left.subtract([*(tile for hand in parsed for tile in hand), *fixed.values()])
    assert min(left.values()) >= 0, f"more than there are: {-left}"
    filler = _scattered(left)
    for seat, hand in enumerate(parsed):
        while len(hand) < 13 + (seat == 0):
            hand.append(filler.pop(0))
    filler.sort(key=lambda tile: not tile.is_flower)
    return rows_of(_order(parsed, fixed, iter(filler)), dice)


def _scattered(left):
    """One tile of each kind in turn, neighbours far apart; flowers last."""
    kinds = [TILES[5 * step % 34] for step in range(34)]
    tiles = [tile for copy in range(4) for tile in kinds if left[tile] > copy]
    return tiles + [tile for tile in FLOWERS if left[tile]]


def _order(hands, fixed, filler):
    """The 144 tiles in drawing order."""
    packets = [hands[seat][4 * turn : 4 * turn + 4] for turn in range(3) for seat in range(4)]
    dealt = [tile for packet in packets for tile in packet]
    dealt += [hands[seat][12] for seat in range(4)] + [hands[0][13]]
    return dealt + [fixed[place] if place in fixed else next(filler) for place in range(53, 144)]


def rows_of(order, dice=DICE):
    """The rows that are drawn in `order` after `dice`."""
    places = MCR.walls.order((), dice)
    tiles = [None] * 144
    for place, tile in zip(places, order, strict=True):
        tiles[place] = tile
    return tuple(tuple(tiles[36 * i : 36 * i + 36]) for i in range(4))


def begin(setup, dice=DICE):
    """The state after dice and deal."""
    state = start(setup)
    for throw in dice:
        if state.phase is Phase.THROW:
            state = apply(state, act.Throw(state.seat, throw))
    return apply(state, act.Deal())


def forced(*hands, draws="", back="", at=(), ruleset=MCR):
    """The state after a forced deal."""
    return begin(Setup(ruleset, forced_rows(hands, draws, back, at)))


def play(state, words):
    """Apply actions written as in records; `E+` draws whatever is due."""
    for word in words.split():
        state = apply(state, draw(state) if word.endswith("+") else parse_action(word))
    return state


def draw(state):
    """The draw that is due."""
    return next(action for action in legal_actions(state) if isinstance(action, act.Draw))


def drift(state, left):
    """Go on without claims, everybody discarding what was drawn, until `left` tiles are left.

    Ends with a discard to be answered, or with the end of the hand; flowers are exposed.
    """
    for action in drifting(state, left):
        state = apply(state, action)
    return state


def drifting(state, left):
    """The actions of `drift`."""
    while not state.over and not (
        state.phase is Phase.ANSWER and state.wall.left(Wind.EAST) <= left
    ):
        actions = legal_actions(state)
        choices = [action for action in actions if isinstance(action, act.Flower | act.Draw)]
        choices += [act.Discard(state.seat, state.tile)] if not choices else []
        yield choices[0]
        state = apply(state, choices[0])


def everything(state: GameState):
    """All tiles of the hand as a bag, wherever they lie."""
    bag = bag_of(state.wall.remaining())
    for player in state.players:
        bag += player.hand + bag_of(player.flowers)
        bag += sum(bag_of(meld.tiles) for meld in player.melds)
        bag += sum(bag_of([one.tile]) for one in player.discards if one.claimed_by is None)
    if isinstance(state.end, Win) and state.end.discarder is not None:
        bag += bag_of([state.end.hand.win])
    return bag


def random_states(seed, ruleset=MCR):
    """All states of one hand of random legal actions."""
    random = Random(seed)
    state = begin(Setup(ruleset, ruleset.walls.build(random)))
    yield state
    while not state.over:
        state = apply(state, random.choice(legal_actions(state)))
        yield state
