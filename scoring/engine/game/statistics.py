"""What came out of many hands: drawn hands, self-draws, points."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.engine.game.state import GameState, Win


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over finished hands; `points` is the sum of the totals of the wins."""

    hands: int = 0
    drawn: int = 0
    self_drawn: int = 0
    points: int = 0

    def with_hand(self, last: GameState) -> Tally:
        """The counts with one hand more."""
        if isinstance(last.end, Win):
            won = last.end
            return self.with_win(won.verdict.total, self_drawn=won.discarder is None)
        return self.with_drawn()

    def with_drawn(self) -> Tally:
        """The counts with one drawn hand more."""
        return replace(self, hands=self.hands + 1, drawn=self.drawn + 1)

    def with_win(self, total: int, *, self_drawn: bool) -> Tally:
        """The counts with one win more."""
        return Tally(self.hands + 1, self.drawn, self.self_drawn + self_drawn, self.points + total)

    def figures(self) -> dict[str, int | float]:
        """The shares and the mean: drawn hands of all, self-draws of the wins, points a win."""
        wins = self.hands - self.drawn
        return {
            "hands": self.hands,
            "drawn": self.drawn,
            "drawn_share": round(self.drawn / max(1, self.hands), 4),
            "self_drawn_share": round(self.self_drawn / max(1, wins), 4),
            "mean_points": round(self.points / max(1, wins), 2),
        }
