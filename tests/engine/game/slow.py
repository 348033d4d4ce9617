"""A slow enumeration of the game, written apart from the engine: lists, copies and no shortcuts.

It shares nothing with the state machine but the count of a hand's points. Tiles are texts.
"""

from copy import deepcopy

from scoring.engine.hand import Hand, WinMode
from scoring.engine.mcr.score import total
from scoring.engine.melds import Meld, MeldKind, Source
from scoring.engine.notation import parse_tile
from scoring.engine.rotation import Wind
from scoring.engine.rules import Rules

FLOWERS = [f"{n}f" for n in range(1, 9)]


class Slow:
    """A hand after the deal. `due` says what happens next."""

    def __init__(self, order):
        """Deal from 144 tiles in drawing order."""
        self.hands = [[], [], [], []]
        wall = list(order)
        for _ in range(3):
            for player in range(4):
                self.hands[player] += [wall.pop(0) for _ in range(4)]
        for player in (0, 1, 2, 3, 0):
            self.hands[player].append(wall.pop(0))
        # Stacks of two, the last of which may be half: [upper, lower] pairs.
        self.wall = [[wall.pop(0)]] if len(wall) % 2 else []
        while wall:
            self.wall.append([wall.pop(0), wall.pop(0)])
        self.last = self.hands[0][-1]
        self.melds = [[], [], [], []]
        self.flowers = [[], [], [], []]
        self.floor = []
        self.opening = True
        self.from_kong = False
        self.after_claim = False
        self.turn = 0
        self.due = "turn"
        self.open_next(0)

    def open_next(self, first):
        """Who exposes flowers now, or the first turn."""
        for player in range(first, 4):
            if any(tile in FLOWERS for tile in self.hands[player]):
                self.turn, self.due = player, "opening"
                return
        self.turn, self.due, self.opening = 0, "turn", False

    def left(self):
        return sum(len(stack) for stack in self.wall)

    def take_front(self):
        tile = self.wall[0].pop(0)
        self.wall = [stack for stack in self.wall if stack]
        return tile

    def take_back(self):
        tile = self.wall[-1].pop(0)
        self.wall = [stack for stack in self.wall if stack]
        return tile

    # ------------------------------------------------------------------ moves

    def moves(self):
        """Every legal move as a tuple."""
        return getattr(self, f"moves_{self.due}")()

    def moves_over(self):
        return []

    def moves_replace(self):
        return [("replace",)]

    def moves_opening(self):
        return [("flower", tile) for tile in set(self.hand()) if tile in FLOWERS] + self.kongs()

    def hand(self):
        return self.hands[self.turn]

    def kongs(self):
        if not self.left():
            return []
        hand = self.hand()
        return [("concealed", tile) for tile in set(hand) if hand.count(tile) == 4]

    def moves_turn(self):
        hand = self.hand()
        flowers = [("flower", tile) for tile in set(hand) if tile in FLOWERS]
        if flowers:
            return flowers
        found = [("discard", tile) for tile in set(hand)]
        if self.after_claim:
            return found
        if self.points(self.turn, self.last, self_drawn=True) >= 8:
            found.append(("hu", self.turn))
        found += self.kongs()
        for kind, tiles, _ in self.melds[self.turn]:
            if kind == "pung" and tiles[0] in hand and self.left():
                found.append(("added", tiles[0]))
        return found

    def moves_rob(self):
        return [*self.hus(), ("replace",)]

    def hus(self):
        others = [(self.turn + step) % 4 for step in (1, 2, 3)]
        return [("hu", player) for player in others if self.points(player, self.last) >= 8]

    def moves_answer(self):
        found = self.hus()
        if not self.left():
            return [*found, ("end",)]
        tile = self.last
        for step in (1, 2, 3):
            player = (self.turn + step) % 4
            copies = self.hands[player].count(tile)
            if copies >= 2:
                found.append(("pung", player))
            if copies >= 3:
                found.append(("kong", player))
        follower = (self.turn + 1) % 4
        if tile[-1] in "msp":
            rank = int(tile[0])
            for first in (rank - 2, rank - 1, rank):
                run = [f"{first + i}{tile[-1]}" for i in range(3)]
                own = [one for one in run if one != tile]
                if first >= 1 and first <= 7 and all(one in self.hands[follower] for one in own):
                    found.append(("chow", follower, tuple(own)))
        return [*found, ("draw",)]

    # ------------------------------------------------------------------ playing

    def after(self, move):
        """A copy of the game after a move."""
        game = deepcopy(self)
        getattr(game, f"do_{move[0]}")(*move[1:])
        return game

    def do_flower(self, tile):
        self.hand().remove(tile)
        self.flowers[self.turn].append(tile)
        if not self.left():
            self.due = "over"
            return
        if self.turn == 0 or not self.opening:
            self.from_kong = False
        self.due = "replace"

    def do_replace(self):
        tile = self.take_back()
        self.hand().append(tile)
        if not self.opening:
            self.last, self.due, self.after_claim = tile, "turn", False
            return
        if self.turn == 0:
            self.last = tile
        self.open_next(self.turn)

    def do_draw(self):
        self.turn = (self.turn + 1) % 4
        self.last = self.take_front()
        self.hand().append(self.last)
        self.due, self.after_claim, self.from_kong = "turn", False, False

    def do_discard(self, tile):
        self.hand().remove(tile)
        self.floor.append(tile)
        self.last, self.due = tile, "answer"

    def claim(self, player, kind, own):
        source = (player - self.turn) % 4
        for tile in own:
            self.hands[player].remove(tile)
        self.melds[player].append((kind, sorted([*own, self.last]), source))
        self.floor.pop()
        self.turn = player
        self.after_claim = True
        self.due = "turn"

    def do_chow(self, player, own):
        self.claim(player, "chow", own)

    def do_pung(self, player):
        self.claim(player, "pung", [self.last] * 2)

    def do_kong(self, player):
        self.claim(player, "melded_kong", [self.last] * 3)
        self.from_kong, self.due = True, "replace"

    def do_concealed(self, tile):
        for _ in range(4):
            self.hand().remove(tile)
        self.melds[self.turn].append(("concealed_kong", [tile] * 4, None))
        if self.turn == 0 or not self.opening:
            self.from_kong = True
        self.due = "replace"

    def do_added(self, tile):
        self.hand().remove(tile)
        melds = self.melds[self.turn]
        for number, (kind, tiles, source) in enumerate(melds):
            if kind == "pung" and tiles[0] == tile:
                melds[number] = ("added_kong", [tile] * 4, source)
        self.last, self.from_kong, self.due = tile, True, "rob"

    def do_hu(self, player):
        self.due = "over"

    def do_end(self):
        self.due = "over"

    # ------------------------------------------------------------------ winning

    def points(self, player, tile, self_drawn=False):
        """What the hand counts with `tile`, without flowers; 0 when it is no win."""
        concealed = list(self.hands[player])
        if self_drawn:
            concealed.remove(tile)
        if any(one in FLOWERS for one in [*concealed, tile]) or concealed.count(tile) == 4:
            return 0
        if not complete([*concealed, tile], len(self.melds[player])):
            return 0
        mode = WinMode.SELF_DRAWN if self_drawn else WinMode.DISCARD
        if self_drawn and self.from_kong:
            mode |= WinMode.REPLACEMENT
        if self.due == "rob":
            mode |= WinMode.ROBBING
        elif self.shown().count(tile) - (not self_drawn) == 3:
            mode |= WinMode.LAST_OF_ITS_KIND
        if not self.left():
            mode |= WinMode.LAST_WALL_TILE
        melds = tuple(
            Meld(MeldKind(kind), tuple(map(parse_tile, tiles)), Source(source) if source else None)
            for kind, tiles, source in self.melds[player]
        )
        wind = Wind(player)
        tiles = tuple(parse_tile(one) for one in sorted(concealed))
        return total(Hand(tiles, parse_tile(tile), melds, mode, wind, Wind.EAST), Rules())

    def shown(self):
        """Every tile that all can see."""
        melded = [meld for melds in self.melds for meld in melds if meld[0] != "concealed_kong"]
        return self.floor + [tile for _, tiles, _ in melded for tile in tiles]


def complete(tiles, melds):
    """Whether concealed tiles have the shape of a win, by trying everything."""
    tiles = sorted(tiles, key=lambda text: (text[-1], text))
    if melds == 0 and special(tiles):
        return True
    if any(is_parted(without(tiles, [one, one]), 4 - melds) for one in pairs(tiles)):
        return True
    if melds > 1:
        return False
    for body in knitted():
        if all(one in tiles for one in body):
            rest = without(tiles, body)
            for one in pairs(rest):
                if is_parted(without(rest, [one, one]), 1 - melds):
                    return True
    return False


def pairs(tiles):
    return {one for one in tiles if tiles.count(one) >= 2}


def without(tiles, taken):
    left = list(tiles)
    for one in taken:
        left.remove(one)
    return left


def is_parted(tiles, sets):
    """Whether tiles are that many chows and pungs."""
    if len(tiles) != 3 * sets:
        return False
    if not tiles:
        return True
    first = tiles[0]
    if tiles.count(first) >= 3 and is_parted(without(tiles, [first] * 3), sets - 1):
        return True
    if first[-1] not in "msp":
        return False
    run = [f"{int(first[0]) + step}{first[-1]}" for step in range(3)]
    return all(one in tiles for one in run) and is_parted(without(tiles, run), sets - 1)


def knitted():
    """The six ways to take 147, 258 and 369 of the suits."""
    for suits in ("msp", "mps", "smp", "spm", "pms", "psm"):
        yield [f"{start + step}{suit}" for start, suit in enumerate(suits, 1) for step in (0, 3, 6)]


def special(tiles):
    """Seven pairs, thirteen orphans, honours and knitted."""
    if all(tiles.count(one) % 2 == 0 for one in tiles):
        return True
    orphans = {*"ESWNCFP", *(rank + suit for rank in "19" for suit in "msp")}
    if set(tiles) == orphans:
        return True
    different = len(set(tiles)) == 14
    return different and any(set(tiles) <= {*body, *"ESWNCFP"} for body in knitted())


def count(game, depth):
    """How many sequences of `depth` moves there are."""
    if depth == 0:
        return 1
    moves = game.moves()
    if depth == 1:
        return len(moves)
    return sum(count(game.after(move), depth - 1) for move in moves)
