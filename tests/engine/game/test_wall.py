"""Walls, dice, breach and deal."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.game.wall import (
    FULL_SET,
    DuplicateWalls,
    OwnWalls,
    SharedWall,
    SquareWall,
    bag_of,
    breach,
    drawing_order,
    stacks_counted,
    wall_named,
)
from scoring.engine.rotation import Wind
from scoring.engine.rules import Break, Rules
from scoring.engine.tiles import TILES

E, S, W, N = Wind
ROWS = SquareWall().build(Random(7))


def test_a_full_set_has_144_tiles():
    assert len(FULL_SET) == 144
    assert Counter(Counter(FULL_SET).values()) == {4: 34, 1: 8}


def test_the_players_are_counted_from_east():
    assert [wall_named((1, n)) for n in range(1, 7)] == [S, W, N, E, S, W]
    assert wall_named((6, 6)) is N


def test_two_throws_are_counted_from_the_right_end_of_the_wall():
    assert breach(((2, 3), (1, 1))) == (E, 7)
    assert breach(((2, 3),)) == (E, 5)
    assert stacks_counted(((2, 3), (1, 1))) == 7


def test_a_count_past_the_end_runs_on_into_the_wall_to_the_left():
    assert breach(((6, 6), (6, 6))) == (W, 6)  # North's wall has 18 stacks, 24 are counted
    assert breach(((4, 5), (3, 6))) == (N, 0)  # all of East's wall: the next begins


def test_the_deal_begins_to_the_left_of_the_stacks_counted():
    order = drawing_order(ROWS, ((2, 3), (1, 1)))
    assert order[:4] == ROWS[E][14:18]
    assert order[22:26] == ROWS[N][:4]  # after the rest of East's wall comes North's
    assert order[-2:] == ROWS[E][12:14]  # the last stack counted is the back of the wall
    assert bag_of(order) == bag_of(FULL_SET)


def test_east_is_dealt_fourteen_tiles():
    dice = ((2, 3), (1, 1))
    order = drawing_order(ROWS, dice)
    dealt = SquareWall().deal(ROWS, dice)
    assert dealt.hands[E] == bag_of(
        [*order[0:4], *order[16:20], *order[32:36], order[48], order[52]]
    )
    assert dealt.hands[W] == bag_of([*order[8:12], *order[24:28], *order[40:44], order[50]])
    assert (dealt.last_tile, dealt.wall.left(E)) == (order[52], 91)


@pytest.mark.parametrize(
    ("rule", "throwers"), [(Break.TWO_THROWS, [E, N, None]), (Break.ONE_THROW, [E, None])]
)
def test_who_throws(rule, throwers):
    dice = ((1, 3), (2, 2))
    rules = Rules(wall_break=rule)
    found = [SquareWall().thrower(dice[:count], rules) for count in range(len(throwers))]
    assert found == throwers
    assert DuplicateWalls().thrower((), rules) is None


@given(st.lists(st.booleans(), max_size=40))
def test_a_shared_wall_gives_each_tile_once(from_back):
    wall, taken = SharedWall(tuple(range(20))), []
    for back in from_back[:20]:
        taken.append(wall.next_replacement(E) if back else wall.next_tile(E))
        wall = wall.replace(E) if back else wall.draw(E)
        assert sorted([*taken, *wall.remaining()]) == list(range(20))
        assert wall.left(S) == 20 - len(taken)


def test_replacements_take_the_upper_tile_of_the_last_stack_first():
    wall, taken = SharedWall(TILES[:6]), []
    for _ in range(6):
        taken.append(int(wall.next_replacement(E)))
        wall = wall.replace(E)
    assert taken == [4, 5, 2, 3, 0, 1]


def test_the_half_stack_at_the_back_is_drawn_last():
    wall = SharedWall(TILES[:4]).replace(E)
    assert [int(tile) for tile in wall.remaining()] == [0, 1, 3]
    wall = wall.draw(S).draw(W)
    assert int(wall.next_tile(N)) == int(wall.next_replacement(N)) == 3


def test_own_walls_are_drawn_apart():
    rows = tuple(TILES[4 * i : 4 * i + 4] for i in range(4))
    walls = OwnWalls(rows).draw(S).replace(S)
    assert [walls.left(seat) for seat in Wind] == [4, 2, 4, 4]
    assert walls.next_tile(S) == walls.next_replacement(S) == rows[S][2]
    assert len(walls.remaining()) == 14


DUPLICATE_ROWS = DuplicateWalls().build(Random(7))


@pytest.mark.parametrize(
    ("plan", "rows", "fault"),
    [
        (SquareWall(), ROWS, None),
        (SquareWall(), DUPLICATE_ROWS, "wrong_row_length"),
        (SquareWall(), (ROWS[0], ROWS[0], ROWS[2], ROWS[3]), "not_a_full_set"),
        (DuplicateWalls(), DUPLICATE_ROWS, None),
        (DuplicateWalls(), ROWS, None),  # 36 tiles each: with flowers
        (DuplicateWalls(), (ROWS[0], *DUPLICATE_ROWS[1:]), "wrong_row_length"),
        (DuplicateWalls(), (*DUPLICATE_ROWS[:3], DUPLICATE_ROWS[0]), "not_a_full_set"),
    ],
)
def test_rows_that_cannot_be_are_named(plan, rows, fault):
    assert plan.fault(rows) == fault


def test_duplicate_walls_deal_thirteen_each():
    dealt = DuplicateWalls().deal(DUPLICATE_ROWS, ())
    assert dealt.hands == tuple(bag_of(row[:13]) for row in DUPLICATE_ROWS)
    assert (dealt.last_tile, dealt.wall.left(W)) == (None, 21)
