"""What arrived of a sampled step, as events of the trace."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from .alarms import Alarms
from .parcel import Row, Rows
from .scene import Scene
from .statistics import activation_statistics, statistics

Slot = tuple[str, int, str]
"""What was sampled (`weight`, `grad`, `activation`, `input`), of which layer, and its name."""


@dataclass
class StepFacts:
    """What is known at once; the rest is in a parcel."""

    step: int
    optimiser: int | None
    epoch: int | None
    batch: int | None
    mode: str | None = None
    functions: dict[int, str | None] = field(default_factory=dict)
    """The activation function of each layer that was called."""
    clipped_to: float | None = None


class Reports:
    def __init__(self, scene: Scene, alarms: Alarms) -> None:
        self._scene = scene
        self._alarms = alarms

    def write(self, facts: StepFacts, rows: Rows) -> None:
        scale = rows["scale"].number if "scale" in rows else None
        self._write_step(facts, rows, scale)
        layers = self._layers(facts, rows, scale or 1.0)
        if layers:
            self._scene.observer.record(
                "layers", step=facts.step, layers=layers, mode=facts.mode or "train"
            )

    def _write_step(self, facts: StepFacts, rows: Rows, scale: float | None) -> None:
        loss, rate = _number(rows, "loss"), _number(rows, "rate")
        norm = _number(rows, "grad_norm")
        if norm is not None:
            norm /= scale or 1.0
            self._alarms.gradient(facts.step, norm)
        if loss is not None:
            self._alarms.loss(facts.step, loss)
        self._scene.observer.record(
            "step",
            step=facts.step,
            epoch=facts.epoch,
            optimiser=facts.optimiser,
            loss=loss,
            lr=None if rate is None else [rate],
            grad_norm=norm,
            clipped_to=facts.clipped_to,
            update_ratio=_update_ratio(self._scene.backend.numpy, rows),
            scale=scale,
            skipped=True if scale is not None and _is_bad(norm) else None,
            batch=facts.batch,
        )

    def _layers(self, facts: StepFacts, rows: Rows, scale: float) -> list[dict[str, Any]]:
        layers: dict[int, dict[str, Any]] = {}
        for key, row in rows.items():
            if not isinstance(key, tuple) or len(key) != 3:
                continue
            what, layer, name = key
            fields = self._statistics(facts, row, what, layer, scale)
            self._alarms.layer(facts.step, layer, what, fields)
            here = layers.setdefault(layer, {"layer": layer})
            if what in ("weight", "grad"):
                here.setdefault(what, {})[name] = fields
            else:
                here[what] = fields
        return list(layers.values())

    def _statistics(
        self, facts: StepFacts, row: Row, what: str, layer: int, scale: float
    ) -> dict[str, Any]:
        numpy = self._scene.backend.numpy
        if what == "activation" and row.shape is not None:
            function = facts.functions.get(layer)
            return activation_statistics(numpy, row.values, row.size, row.shape, function)
        values = row.values / scale if what == "grad" and scale != 1.0 else row.values
        return statistics(numpy, values, row.size)


def _number(rows: Rows, key: str) -> float | None:
    return float(f"{rows[key].number:.7g}") if key in rows else None


def _is_bad(norm: float | None) -> bool:
    return norm is not None and not math.isfinite(norm)


def _update_ratio(numpy: Any, rows: Rows) -> float | None:
    """The norm of the change over the norm before it, both from the same sampled elements."""
    change = before = 0.0
    seen = False
    for key, row in rows.items():
        if isinstance(key, tuple) and key[0] == "before":
            after = rows.get(("after", key[1]))
            if after is None:
                continue
            seen = True
            old, new = row.values.astype("float64"), after.values.astype("float64")
            share = row.size / max(old.size, 1)
            change += float(((new - old) ** 2).sum()) * share
            before += float((old**2).sum()) * share
    if not seen or not before > 0.0:
        return None
    return float(f"{(change / before) ** 0.5:.6g}")
