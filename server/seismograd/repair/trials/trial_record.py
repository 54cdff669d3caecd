"""One training of a search, as it is shown, saved and read back."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from seismograd.repair.parameter import Value, as_text


class TrialOutcome(StrEnum):
    FINISHED = "finished"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class TrialRecord:
    number: int
    """From 1, in the order of the suggestions."""
    strategy: str
    values: Mapping[str, Value]
    outcome: TrialOutcome
    value: float | None = None
    """Of the objective."""
    seconds: float = 0.0
    reason: str = ""
    """Why it failed or was stopped."""
    curve: tuple[tuple[float, float], ...] = field(default=())
    """Of the training loss, for plots: the step and the loss."""

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "outcome": str(self.outcome)}


def changes_text(values: Mapping[str, Value]) -> str:
    """`lr 0.001, zero_grad`: what has no value but its name is named once."""
    return ", ".join(
        name if value == name else f"{name} {as_text(value)}" for name, value in values.items()
    )


def trial_from_json(told: Mapping[str, Any]) -> TrialRecord:
    """Raises `KeyError`, `TypeError` or `ValueError` where it is none."""
    values = {str(name): value for name, value in dict(told["values"]).items()}
    if not all(isinstance(value, int | float | str) for value in values.values()):
        raise ValueError("values are numbers or words")
    value = told["value"]
    if value is not None and not math.isfinite(float(value)):
        raise ValueError("the value of a trial is a finite number")
    return TrialRecord(
        int(told["number"]),
        str(told["strategy"]),
        values,
        TrialOutcome(told["outcome"]),
        None if value is None else float(value),
        float(told["seconds"]),
        str(told.get("reason", "")),
        tuple((float(step), float(loss)) for step, loss in told.get("curve", ())),
    )
