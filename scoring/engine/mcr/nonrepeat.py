"""What each fan leaves out, worked out once for each way of counting.

The rows of the catalogue name what a fan leaves out; applied transitively, each fan gets one
number whose bits are all the fans that never stand beside it.
"""

from __future__ import annotations

from collections.abc import Iterable

from scoring.engine.mcr.catalogue import BY_NAME, CATALOGUE, number_of
from scoring.engine.mcr.fan import Fan, LeftOut, Why
from scoring.engine.rules import Profile, Rules

SIZE = max(fan.number for fan in CATALOGUE) + 1


class NonRepeat:
    """The tables of one way of counting, indexed by the number of a fan."""

    __slots__ = ("instead", "one", "points", "removes", "replaces", "takes_pungs", "whys")

    points: list[int]
    removes: list[int]  # bits of the fans left out, transitively
    instead: list[int]  # bits of the fans that another replaces, before all others
    one: dict[int, int]  # a fan -> the fan of which it leaves out one
    replaces: bool  # whether there is anything in `instead` or `one`
    whys: dict[int, dict[int, Why]]  # why a fan leaves out another, in whatever way
    takes_pungs: frozenset[int]  # fans whose pungs are no Pung of Terminals or Honors

    def __init__(self, rules: Rules) -> None:
        rows = {fan.number: _rows(fan, rules) for fan in CATALOGUE}
        self.points = [0] * SIZE
        self.removes = [0] * SIZE
        self.instead = [0] * SIZE
        self.whys = {}
        for fan in CATALOGUE:
            self.points[fan.number] = fan.points(rules.profile)
            left_out = left_out_by(fan, rules)
            self.removes[fan.number] = _bits(left_out)
            left_out |= {out.fan: out.why for out in rows[fan.number]}
            self.whys[fan.number] = {number_of(name): why for name, why in left_out.items()}
            self.instead[fan.number] = _bits(
                out.fan for out in rows[fan.number] if out.why is Why.INSTEAD
            )
        self.one = {
            number: number_of(out.fan) for number in rows for out in rows[number] if out.one
        }
        self.takes_pungs = frozenset(
            number for number in rows if any(out.why is Why.SAME_PUNGS for out in rows[number])
        )
        self.replaces = bool(self.one) or any(self.instead)

    def reason(self, dropped: int, found: Iterable[int]) -> tuple[int, Why]:
        """The first fan of `found` that leaves out the fan `dropped`, and why."""
        return next(
            (number, self.whys[number][dropped])
            for number in sorted(found)
            if dropped in self.whys[number]
        )


_NOT_WHOLE = (Why.INSTEAD, Why.SAME_PUNGS, Why.OTHER_READING)


def _rows(fan: Fan, rules: Rules) -> list[LeftOut]:
    return [out for out in fan.leaves_out if out.when.holds(rules)]


def left_out_by(fan: Fan, rules: Rules) -> dict[str, Why]:
    """Every fan that `fan` leaves out whole, directly or through another, with the reason.

    What is left out through another is contained in it. Replacements are no part of this, nor
    what another reading of the tiles would count.
    """
    found: dict[str, Why] = {}
    queue: list[tuple[Fan, Why | None]] = [(fan, None)]
    while queue:
        current, through = queue.pop(0)
        for out in _rows(current, rules):
            whole = out.why not in _NOT_WHOLE and not out.one
            if whole and out.fan not in found:
                found[out.fan] = through or out.why
                queue.append((BY_NAME[out.fan], Why.CONTAINED))
    return found


def _bits(names: Iterable[str]) -> int:
    return sum(1 << number for number in {number_of(name) for name in names})


def non_repeat(rules: Rules) -> NonRepeat:
    """The tables of `rules`."""
    return _TABLES[rules.profile is Profile.CN, rules.adds_concealed_kongs]


_TABLES = {
    (profile is Profile.CN, adds): NonRepeat(Rules(profile, kongs_add_concealed=adds))
    for profile in Profile
    for adds in (False, True)
}
