"""Faults put into the combination step on purpose: the golden hands notice each of them."""

import importlib
import sys
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec

import pytest

from scoring.engine import mcr
from scoring.engine.rules import Profile, Rules
from tests.engine.golden import GOLDEN, GOLDEN_HANDS

PACKAGE = "scoring.engine.mcr"

FAULTS = {
    "cycles are allowed": ("joins", "if len(touched) == size:", "if touched:"),
    "a join takes only untouched sets": (
        "joins", "if len(touched) == size:", "if all(p.bit_count() == 1 for p in touched):"),
    "sets are not merged": ("joins", "(*rest, sum(touched))", "(*rest, *touched)"),
    "only one join is chosen": ("joins", "for chosen, components in found[:]:",
                                "for chosen, components in found[:1]:"),
    "the worst selection is kept": (
        "joins", "selection.points > rivals[0].points", "selection.points < rivals[0].points"),
    "ties are forgotten": (
        "joins", "selection.points == rivals[0].points and selection not in rivals", "False"),
    "joins of four are not seen": ("joins", "if len(kinds) == 4:", "if len(kinds) == 5:"),
    "only pairs of sets join": ("joins", "for size in range(2, min(sets, 3) + 1)",
                                "for size in range(2, min(sets, 2) + 1)"),
    "only joins of three": ("joins", "for size in range(2, min(sets, 3) + 1)",
                            "for size in range(3, min(sets, 3) + 1)"),
    "ranks are turned wrongly": ("joins", "UNITS[6 - kind % 9]", "UNITS[(7 - kind % 9) % 7]"),
    "nothing is left out": ("combine", "removed |= removes[number]", "removed |= 0"),
    "a fan leaves out what it keeps": (
        "combine", "if not removed >> number & 1] or", "if removed >> number & 1] or"),
    "no chicken hand": ("combine", " or [_CHICKEN]", ""),
    "replaced fans stay": ("combine", "replaced |= instead[number]", "replaced |= 0"),
    "one pung of nine gates stays": ("combine", "found.remove(other)", "pass"),
    "pungs never join": ("combine", "if not suited & (suited - 1):", "if suited:"),
    "terminal chows are not seen": ("combine", "if not reading.pungs:", "if reading.pungs:"),
    "no fan of the wait": ("combine", "if has(reading)] or [[]]", "if False] or [[]]"),
    "a fan leaves itself out": ("nonrepeat", "_bits(left_out)", "_bits([*left_out, fan.en])"),
    "rules of one profile hold in both": ("nonrepeat", "if out.when.holds(rules)]", "if out]"),
    "replaced fans leave others out": ("nonrepeat", "_NOT_WHOLE = (Why.INSTEAD, ",
                                       "_NOT_WHOLE = ("),
    "other readings leave out": (
        "nonrepeat", "(Why.INSTEAD, Why.SAME_PUNGS, Why.OTHER_READING)",
        "(Why.INSTEAD, Why.SAME_PUNGS)"),
    "the profiles are one": ("nonrepeat", "return _TABLES[rules.profile is Profile.CN,",
                             "return _TABLES[False,"),
    "used pungs count again": ("found", "taken |= pungs", "taken |= 0"),
}  # fmt: skip


class Faulty(MetaPathFinder, Loader):
    """Finds one module, and changes its source before it is executed."""

    def __init__(self, name, right, wrong):
        self.name = f"{PACKAGE}.{name}"
        source = find_spec(self.name).loader.get_source(self.name)
        assert source.count(right) == 1, (name, right, source.count(right))
        self.source = source.replace(right, wrong)

    def find_spec(self, name, path=None, target=None):
        return ModuleSpec(name, self) if name == self.name else None

    def exec_module(self, module):
        exec(compile(self.source, self.name, "exec"), module.__dict__)


# What must be read again when a module changes.
READ_AGAIN = {
    "joins": ("joins", "combine", "reasons", "score"),
    "nonrepeat": ("nonrepeat", "found", "combine", "reasons", "score"),
    "found": ("found", "combine", "reasons", "score"),
    "combine": ("combine", "reasons", "score"),
}


@contextmanager
def a_fault(fault):
    """The counting module of an engine with a fault; the sound engine comes back after."""
    finder = Faulty(*fault)
    importlib.import_module(f"{PACKAGE}.score")
    again = [f"{PACKAGE}.{name}" for name in READ_AGAIN[fault[0]]]
    sound = {name: sys.modules.pop(name) for name in again}
    sys.meta_path.insert(0, finder)
    try:
        yield importlib.import_module(f"{PACKAGE}.score")
    finally:
        sys.meta_path.remove(finder)
        sys.modules.update(sound)
        for name, module in sound.items():
            setattr(mcr, name.rpartition(".")[2], module)


def notices(engine, every=1):
    """Whether any golden hand counts otherwise than it should: totals first, then the fans."""
    rows = list(zip(GOLDEN, GOLDEN_HANDS, strict=True))[::every]
    try:
        return any(wrong_total(engine, row, hand) for row, hand in rows) or any(
            wrong_fans(engine, row, hand) for row, hand in rows
        )
    except Exception:
        return True


def wrong_total(engine, row, hand):
    return any(
        engine.total(hand, rules) != row["expected"][rules.profile.value]["total"]
        for rules in map(Rules, Profile)
    )


def wrong_fans(engine, row, hand):
    counted = engine.score(hand, Rules())
    expected = row["expected"]["wmo"]
    if len(counted.alternatives) != len(expected["alternatives"]):
        return True
    return not expected["alternatives"] and counted.fan_counts != expected["fans"]


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_each_fault_is_noticed(fault):
    with a_fault(fault) as engine:
        assert notices(engine)


def test_the_sound_engine_is_not_blamed():
    engine = importlib.import_module(f"{PACKAGE}.score")
    assert not notices(engine, every=3)


def test_there_are_more_than_twenty_faults():
    assert len(FAULTS) >= 20
