"""What a metric does over the epochs: better in time, never better again, or best in the middle."""

from __future__ import annotations

import re
from dataclasses import dataclass

from seismograd.reproduce.case import Case

USUAL = 3
LONGEST = 10
"""Of a patience that is still tried as it is."""
_LISTED = re.compile(r"(?<![\w.])\d+\.\d+(?:\s*(?:,|->|→|;|and|then)\s*\d+\.\d+){3,}")
_NUMBER = re.compile(r"\d+\.\d+")
_FALLS = re.compile(
    r"loss|err(?:or)?\b|perplexity|\bppl\b|\b[wc]er\b|\bm[as]e\b|rmse|distance|\bnll\b", re.I
)
_RISES = re.compile(
    r"acc(?:uracy)?\b|\bf1|auc|\bm?iou\b|\bm?ap\b|bleu|dice|recall|precision|reward|r2\b", re.I
)


@dataclass(frozen=True, slots=True)
class Direction:
    falls: bool
    """Whether less is better."""

    def values(self, losses: list[float]) -> str:
        """As a literal; what is better the more there is of it goes the other way."""
        told = losses if self.falls else [2.0 - one for one in losses]
        return repr([round(one, 3) for one in told])

    @property
    def best(self) -> str:
        return "min" if self.falls else "max"


def direction_of(*words: str) -> Direction | None:
    """By the first words that say it plainly."""
    for text in words:
        falls, rises = bool(_FALLS.search(text)), bool(_RISES.search(text))
        if falls != rises:
            return Direction(falls)
    return None


def better_in_time(case: Case, direction: Direction, patience: int) -> list[str]:
    """With a worse epoch now and then, but never as many in a row as may be; then without."""
    smooth = [round(1.5 - 0.05 * epoch, 3) for epoch in range(2 * patience + 6)]
    if patience < 2:
        return [direction.values(smooth)]
    told = _told(case, direction, patience)
    noisy = [one + (0.06 if epoch % 2 else 0.0) for epoch, one in enumerate(smooth)]
    return [told or direction.values(noisy), direction.values(smooth)]


def never_better(direction: Direction, patience: int) -> str:
    return direction.values([0.5 + 0.01 * epoch for epoch in range(4 * patience + 30)])


def up_and_down(direction: Direction, patience: int) -> str:
    """Better than the epoch before in every second one, and never as good as the first."""
    rows = range(4 * patience + 30)
    return direction.values([0.5, *(0.6 + 0.1 * (epoch % 2) for epoch in rows)])


def never_different(direction: Direction, patience: int) -> str:
    return direction.values([0.5] * (4 * patience + 30))


def best_in_the_middle(direction: Direction) -> str:
    return direction.values([0.9, 0.5, 0.7, 0.8])


def best_at_the_end(direction: Direction) -> str:
    return direction.values([0.9, 0.8, 0.7, 0.5])


def _told(case: Case, direction: Direction, patience: int) -> str | None:
    """The report's own row, where it is one that gets better in time."""
    for found in _LISTED.finditer(case.report.text):
        values = [float(number) for number in _NUMBER.findall(found[0])]
        if _longest_wait(values, direction) < patience:
            return repr(_gone_on(values))
    return None


def _gone_on(values: list[float]) -> list[float]:
    """A row of the report often ends in dots: it goes on as it went."""
    shift = values[-2] - values[-4]
    while len(values) < 12 and abs(shift) > 0:
        values = [*values, round(values[-2] + shift, 3)]
        if min(values) <= 0:
            return values[:-1]
    return values


def _longest_wait(values: list[float], direction: Direction) -> int:
    best, waited, longest = values[0], 0, 0
    for value in values[1:]:
        is_better = value < best if direction.falls else value > best
        best, waited = (value, 0) if is_better else (best, waited + 1)
        longest = max(longest, waited)
    return longest
