"""The choice of the highest total, against every single legal selection."""

from itertools import chain, combinations, islice

import pytest

from scoring.engine.bags import UNITS, tiles_in
from scoring.engine.mcr.catalogue import CHICKEN_HAND
from scoring.engine.mcr.combine import SUITED, count
from scoring.engine.mcr.found import hand_fans, reading_fans
from scoring.engine.mcr.joins import CHOW_SELECTIONS, NO_CHOICE, Join, acyclic_selections
from scoring.engine.mcr.nonrepeat import non_repeat
from scoring.engine.mcr.registry import ALL_CHOWS, CHOW_JOINS, PUNG_JOINS, WAITS
from scoring.engine.mcr.score import score, total
from scoring.engine.mcr.view import HandView, ReadingView
from scoring.engine.rules import Profile, Rules
from scoring.engine.shapes import shapes
from tests.engine.random_hands import random_hands
from tests.switches import switched_on

HANDS = 5_000 if switched_on("QV_FULL") else 100


def joins(kinds, functions):
    """Every fan of every part of some sets, asked one by one."""
    for size in range(2, len(kinds) + 1):
        for places in combinations(range(len(kinds)), size):
            ordered = sorted((kinds[place] % 9 + 1, kinds[place] // 9) for place in places)
            ranks, suits = zip(*ordered, strict=True)
            for number, wanted, has in functions:
                if wanted == size and has(ranks, suits):
                    yield number, set(places)


def is_acyclic(edges, sets):
    """A forest of hyper-edges joins as many sets as its components lack in number."""
    group = list(range(sets))
    for _, places in edges:
        new = group[min(places)]
        old = {group[place] for place in places}
        group = [new if one in old else one for one in group]
    return sum(len(places) - 1 for _, places in edges) == sets - len(set(group))


def legal_selections(kinds, functions):
    edges = list(joins(kinds, functions))
    for size in range(len(kinds) + 1):
        for chosen in combinations(edges, size):
            if is_acyclic(chosen, len(kinds)):
                yield [number for number, _ in chosen]


def every_total(hand, rules):
    """What each legal selection of each reading is worth, without flowers.

    A selection that leaves everything out is a Chicken Hand only where there is nothing to take.
    """
    all_counts = list(every_count(hand, rules))
    yield from [one.points for one in all_counts if one.counted != [CHICKEN_HAND.number]] or [8]


def every_count(hand, rules):
    view, tables = HandView(hand, rules), non_repeat(rules)
    for shape in shapes(view.bag, view.melds):
        reading = ReadingView(view, shape)
        always = hand_fans(view) + reading_fans(reading, tables)
        waits = [[], *([number] for number, has in WAITS if has(reading))]
        all_chows = [[number] for number, has in ALL_CHOWS if has(reading)]
        for chows in chain(legal_selections(tiles_in(reading.chows), CHOW_JOINS), all_chows):
            for pungs in legal_selections(tiles_in(reading.pungs & SUITED), PUNG_JOINS):
                for wait in waits:
                    yield count([*always, *chows, *pungs, *wait], tables)


@pytest.mark.parametrize("profile", Profile)
def test_the_total_is_the_highest_of_all_legal_selections(profile):
    rules = Rules(profile)
    for hand in islice(random_hands(seed=5), HANDS):
        assert total(hand, rules) - hand.flower_count == max(every_total(hand, rules)), hand


def test_the_fast_total_is_the_total_with_reasons():
    for profile in Profile:
        for hand in islice(random_hands(seed=6), HANDS):
            assert total(hand, Rules(profile)) == score(hand, Rules(profile)).total


def test_joins_in_a_circle_are_no_selection():
    edges = [Join(1, 0b011), Join(2, 0b110), Join(3, 0b101)]
    chosen = acyclic_selections(edges, 3)
    assert [len(selection) for selection in chosen] == [0, 1, 1, 2, 1, 2, 2]


def test_the_table_of_chows_turns_with_the_suits_and_the_ranks():
    def bag(*kinds):
        return sum(UNITS[kind] for kind in kinds)

    alike = [bag(0, 0, 9, 3), bag(9, 9, 0, 12), bag(18, 18, 0, 21), bag(6, 6, 15, 3)]
    assert len({CHOW_SELECTIONS[one] for one in alike}) == 1
    assert CHOW_SELECTIONS.get(bag(0, 10, 20), NO_CHOICE)[0].fans  # shifted in three suits
    assert CHOW_SELECTIONS.get(bag(0, 11), NO_CHOICE) is NO_CHOICE


def test_every_entry_of_the_table_is_best():
    for bag, selections in islice(CHOW_SELECTIONS.items(), 0, None, 211):
        kinds = tiles_in(bag)
        found = {tuple(sorted(fans)) for fans in legal_selections(kinds, CHOW_JOINS)}
        assert {selection.fans for selection in selections} <= found
