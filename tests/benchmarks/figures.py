"""A measured figure, the target it is held against, and how figures are shown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One number of a benchmark; `most` or `least` is the target where there is one."""

    name: str
    value: float
    unit: str = "x"
    most: float | None = None
    least: float | None = None
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def reached(self) -> bool | None:
        """Whether the target is reached; None where there is no target."""
        if self.most is None and self.least is None:
            return None
        high_enough = self.least is None or self.value >= self.least
        return high_enough and (self.most is None or self.value <= self.most)

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "value": round(self.value, 4) if math.isfinite(self.value) else None,
            "unit": self.unit,
            "target": {"most": self.most, "least": self.least},
            "reached": self.reached,
            "details": self.details,
        }


def table(figures: Iterable[Figure]) -> Iterator[str]:
    verdicts = {True: "reached", False: "MISSED", None: ""}
    for figure in figures:
        details = ", ".join(f"{key} {_short(value)}" for key, value in figure.details.items())
        yield (
            f"{figure.name:44}{figure.value:10.2f} {figure.unit:8}{_target(figure):12}"
            f"{verdicts[figure.reached]:9}{details}"
        )


def _target(figure: Figure) -> str:
    if figure.most is not None:
        return f"<= {figure.most:g}"
    return f">= {figure.least:g}" if figure.least is not None else ""


def _short(value: object) -> str:
    return f"{value:,.4g}" if isinstance(value, float) else f"{value}"
