"""Trials of a search as a graph: which patches do equally well, and how near they are.

Trials that differ in one change are neighbours. Many neighbours that do equally well mean a
repair that does not hang on one exact value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from seismograd.repair.objective import Objective
from seismograd.repair.parameter import Value, as_text
from seismograd.repair.trials.trial_record import TrialOutcome, TrialRecord
from seismograd.repair.verification.finalists import NEARLY
from seismograd.reports.html_page import escape
from seismograd.reports.measures import number
from seismograd.reports.plot_axes import HEIGHT, LEFT, RIGHT, WIDTH, Axis, picture, up_axis

SPREAD = 0.7
"""Of the width of a column: dots stand side by side in it."""
Values = Mapping[str, Value]


@dataclass(frozen=True)
class _Dot:
    values: Values
    value: float
    x: float
    is_best: bool


def patch_graph(
    trials: Sequence[TrialRecord], objective: Objective, unchanged: float | None
) -> str | None:
    """None where there is nothing to compare."""
    finished = [one for one in trials if one.outcome is TrialOutcome.FINISHED]
    known = [(one.values, one.value) for one in finished if one.value is not None]
    if len(known) < 2:
        return None
    start: list[tuple[Values, float]] = [] if unchanged is None else [({}, unchanged)]
    dots = list(_placed([*start, *known], objective))
    up = up_axis([dot.value for dot in dots])
    parts = [*_frame(up, dots), *_edges(dots, up), *(_drawn(dot, up) for dot in dots)]
    return picture(parts, "Trials by number of changes and value")


def _placed(known: Sequence[tuple[Values, float]], objective: Objective) -> Iterator[_Dot]:
    errors = [objective.error(value) for _, value in known]
    best, first = min(errors), errors[0]
    margin = NEARLY * abs(first - best)
    columns = max(len(values) for values, _ in known) + 1
    width = (WIDTH - LEFT - RIGHT) / columns
    for column in range(columns):
        own = [one for one in known if len(one[0]) == column]
        for at, (values, value) in enumerate(own, 1):
            inside = (1 - SPREAD) / 2 + SPREAD * at / (len(own) + 1)
            is_best = objective.error(value) <= best + margin
            yield _Dot(values, value, LEFT + width * (column + inside), is_best)


def are_neighbours(one: Values, other: Values) -> bool:
    """Whether they differ in one change: one more, or one of another value."""
    names = one.keys() | other.keys()
    return sum(one.get(name) != other.get(name) for name in names) == 1


def _edges(dots: Sequence[_Dot], up: Axis) -> Iterator[str]:
    for one, other in combinations(dots, 2):
        if are_neighbours(one.values, other.values):
            yield (
                f'<line class="grid" x1="{one.x:.1f}" x2="{other.x:.1f}" '
                f'y1="{up.at(one.value):.1f}" y2="{up.at(other.value):.1f}"/>'
            )


def _drawn(dot: _Dot, up: Axis) -> str:
    changes = ", ".join(f"{name}: {as_text(value)}" for name, value in dot.values.items())
    title = escape(f"{changes or 'no change'}: {number(dot.value)}")
    kind = "curve-dot" if dot.is_best else "curve-dot faint"
    return (
        f'<circle class="{kind}" cx="{dot.x:.1f}" cy="{up.at(dot.value):.1f}" r="5">'
        f"<title>{title}</title></circle>"
    )


def _frame(up: Axis, dots: Sequence[_Dot]) -> Iterator[str]:
    for tick in up.ticks():
        yield f'<text class="end" x="{LEFT - 8}" y="{up.at(tick) + 4:.1f}">{number(tick)}</text>'
    columns = max(len(dot.values) for dot in dots) + 1
    width = (WIDTH - LEFT - RIGHT) / columns
    for column in range(columns):
        name = "no change" if not column else f"{column} change{'s' if column > 1 else ''}"
        x = LEFT + width * (column + 0.5)
        yield f'<text class="middle" x="{x:.1f}" y="{HEIGHT - 14}">{name}</text>'
