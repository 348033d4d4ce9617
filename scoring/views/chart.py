"""The line of a player's places, as numbers for an SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, LEFT, RIGHT = 312, 38, 302
TOP, BOTTOM = 14, 98


@dataclass(frozen=True, slots=True)
class Point:
    """A place after a session, and where its label stands."""

    x: float
    y: float
    label_y: float
    place: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines (place, y, y of the label), columns (session, x, already played) and the points."""

    lines: tuple[tuple[int, float, float], ...]
    columns: tuple[tuple[int, float, bool], ...]
    points: tuple[Point, ...]

    @property
    def path(self) -> str:
        """The points of the line."""
        return " ".join(f"{point.x},{point.y}" for point in self.points)


def place_chart(places: Sequence[int], sessions: Sequence[int], ranked: int) -> Chart:
    """The chart of `places` after the first sessions of all `sessions`, among `ranked` players.

    The first place is on top.
    """
    lowest = max(ranked, *places, 2)
    step = (RIGHT - LEFT) / max(1, len(sessions) - 1)
    xs = [round(LEFT + step * index, 1) for index in range(len(sessions))]
    points = []
    for x, place in zip(xs, places, strict=False):
        y = _height(place, lowest)
        points.append(Point(x, y, y + 18 if y < TOP + 12 else y - 8, place))
    marks = sorted({1, *(max(1, round(lowest * part)) for part in (0.25, 0.5)), lowest})
    return Chart(
        lines=tuple((place, _height(place, lowest), _height(place, lowest) + 4) for place in marks),
        columns=tuple(
            (number, x, index < len(places))
            for index, (number, x) in enumerate(zip(sessions, xs, strict=True))
        ),
        points=tuple(points),
    )


def _height(place: int, lowest: int) -> float:
    return round(TOP + (BOTTOM - TOP) * (place - 1) / (lowest - 1), 1)
