"""The range of the values that a regression is trained on."""

from __future__ import annotations

import math
from typing import NamedTuple

from seismograd.program.numpy.sources import facts_of
from seismograd.program.operations import chain
from seismograd.source.evaluate.values import Object, Tensor, Value, number

_KEEPING = frozenset(
    {"cast", "clone", "contiguous", "device", "flatten", "from_numpy", "getitem", "identity",
     "reshape", "split", "squeeze", "tensor", "FloatTensor", "unsqueeze", "view"}
)  # fmt: skip
_KNOWN_TARGETS = {
    "boston_housing": (5.0, 50.0),
    "california_housing": (14_999.0, 500_001.0),
    "fetch_california_housing": (0.15, 5.0),
    "load_boston": (5.0, 50.0),
    "load_diabetes": (25.0, 346.0),
}
_STANDARDISERS = frozenset({"RobustScaler", "StandardScaler"})


class Range(NamedTuple):
    """From the smallest to the largest value."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{_text(self.low)} to {_text(self.high)}"

    def holds(self, other: Range) -> bool:
        return self.low <= other.low and other.high <= self.high

    def scaled(self, factor: float) -> Range:
        ends = sorted((self.low * factor, self.high * factor))
        return Range(ends[0], ends[1])

    def moved(self, amount: float) -> Range:
        return Range(self.low + amount, self.high + amount)


def _text(bound: float) -> str:
    if math.isinf(bound):
        return "any positive number" if bound > 0 else "any negative number"
    return f"{bound:g}"


def range_of(value: Value | None) -> Range | None:
    """The range of a value; None where it is not known."""
    found: Range | None = None
    for step in chain(value):
        found = _after(found, step)
    return found


def _after(known: Range | None, step: Tensor) -> Range | None:
    if not step.inputs and step.op != "scaled":
        return _at_source(step)
    if step.op == "scaled":
        return _scaled(step)
    if step.op in ("cos", "sin"):
        return Range(-1.0, 1.0)
    if step.op in _KEEPING:
        return known
    return None if known is None else _arithmetic(known, step)


def _at_source(step: Tensor) -> Range | None:
    facts = facts_of(step) if step.op == "labels" else None
    if facts is not None and facts[0] in _KNOWN_TARGETS:
        return Range(*_KNOWN_TARGETS[facts[0]])
    method = "" if step.call is None else step.call.method
    made = step.op == "labels" and method == "make_regression"
    return Range(-math.inf, math.inf) if made else None


def _scaled(step: Tensor) -> Range | None:
    scaler = step.layer.path.rpartition(".")[2] if isinstance(step.layer, Object) else ""
    # Standardised values have mean 0 and deviation 1: some are below -1, some above 1.
    return Range(-2.0, 2.0) if scaler in _STANDARDISERS else None


def _arithmetic(known: Range, step: Tensor) -> Range | None:
    amount = number(step.inputs[1]) if len(step.inputs) > 1 else None
    if amount is None:
        return None
    if step.op == "div" and amount:
        return known.scaled(1 / amount)
    if step.op == "mul":
        return known.scaled(amount)
    if step.op in ("add", "sub"):
        return known.moved(amount if step.op == "add" else -amount)
    return None
