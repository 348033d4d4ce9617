"""Positions made to order: which hands are dealt, which tiles come next and which from the back."""

from collections import Counter
from random import Random

from scoring.engine.game import actions as act
from scoring.engine.game.apply import apply, start
from scoring.engine.game.records.tokens import parse_action
from scoring.engine.game.ruleset import MCR
from scoring.engine.game.state import GameState, Phase, Setup, Win
from scoring.engine.game.wall import FULL_SET, bag_of, drawing_order
from scoring.engine.notation import parse_tiles
from scoring.engine.rotation import Wind

DICE = ((1, 3), (2, 4))  # East's four names North's wall; ten stacks of it are counted

E, S, W, N = Wind


def forced_rows(hands, draws="", back="", dice=DICE):
    """Rows that deal `hands` (East's fourteenth tile last), then `draws`; `back` from the end.

    What is not named is filled up with the tiles left, flowers at the front of what remains.
    """
    parsed = [list(parse_tiles(hand)) for hand in hands]
    left = Counter(FULL_SET)
    named = [*(tile for hand in parsed for tile in hand), *parse_tiles(draws), *parse_tiles(back)]
    left.subtract(named)
    assert min(left.values()) >= 0, f"more than there are: {+Counter(named)}"
    filler = sorted(left.elements(), reverse=True)
    for seat, hand in enumerate(parsed):
        while len(hand) < 13 + (seat == 0):
            hand.append(_play_tile(filler))
    return rows_of(_order(parsed, parse_tiles(draws), parse_tiles(back), filler), dice)


def _play_tile(filler):
    return filler.pop()  # sorted from flowers down, so the last is a suited tile


def _order(hands, draws, back, filler):
    """The 144 tiles in drawing order."""
    packets = [hands[seat][4 * turn : 4 * turn + 4] for turn in range(3) for seat in range(4)]
    order = [tile for packet in packets for tile in packet]
    order += [hands[seat][12] for seat in range(4)] + [hands[0][13]]
    order += draws
    order += [None] * (144 - len(order))
    for number, tile in enumerate(back):
        order[144 - 1 - (number ^ 1)] = tile
    rest = iter(filler)
    return [next(rest) if tile is None else tile for tile in order]


def rows_of(order, dice=DICE):
    """The rows that are drawn in `order` after `dice`."""
    places = drawing_order(tuple(tuple(range(36 * i, 36 * i + 36)) for i in range(4)), dice)
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


def forced(*hands, draws="", back="", ruleset=MCR, round_wind=Wind.EAST):
    """The state after a forced deal."""
    return begin(Setup(ruleset, forced_rows(hands, draws, back), round_wind))


def play(state, words):
    """Apply actions written as in records; `E+` draws whatever is due."""
    for word in words.split():
        state = apply(state, draw(state) if word.endswith("+") else parse_action(word))
    return state


def draw(state):
    """The draw that is due."""
    from scoring.engine.game.legal import legal_actions

    return next(action for action in legal_actions(state) if isinstance(action, act.Draw))


def drift(state, left, keep=()):
    """Go on without claims, each discarding what was drawn, until `left` tiles are left to draw.

    `keep` are tiles that nobody discards; flowers are exposed.
    """
    from scoring.engine.game.legal import legal_actions

    while not state.over and not (
        state.phase is Phase.ANSWER and state.wall.left(Wind.EAST) <= left
    ):
        actions = legal_actions(state)
        wanted = act.Draw if state.phase is not Phase.TURN else act.Discard
        flowers = [action for action in actions if isinstance(action, act.Flower)]
        plain = [action for action in actions if isinstance(action, wanted)]
        if state.phase is Phase.TURN and not flowers:
            plain = sorted(
                plain, key=lambda action: (action.tile in keep, action.tile != state.tile)
            )
        state = apply(state, (flowers or plain or actions)[0])
    return state


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
    from scoring.engine.game.legal import legal_actions

    random = Random(seed)
    state = begin(Setup(ruleset, ruleset.walls.build(random)))
    yield state
    while not state.over:
        state = apply(state, random.choice(legal_actions(state)))
        yield state
