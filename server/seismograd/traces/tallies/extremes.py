"""How far numbers went, in constant memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from seismograd.traces.events import Statistics


@dataclass
class Range:
    """Of a series: its ends in time and in size. NaN is counted and compares with nothing."""

    count: int = 0
    nan_count: int = 0
    first: float | None = None
    last: float | None = None
    low: float | None = None
    high: float | None = None

    def add(self, value: float | None) -> None:
        if value is None:
            return
        self.count += 1
        self.last = value
        if self.first is None:
            self.first = value
        if value != value:
            self.nan_count += 1
            return
        if self.low is None or value < self.low:
            self.low = value
        if self.high is None or value > self.high:
            self.high = value


@dataclass(slots=True)
class TensorExtremes:
    """The extremes of one kind of tensor of a layer: over steps, and over its tensors."""

    samples: int = 0
    low: float | None = None
    high: float | None = None
    norm_first: float | None = None
    norm_last: float | None = None
    norm_low: float | None = None
    norm_high: float | None = None
    std_low: float | None = None
    std_high: float | None = None
    most_nan: float | None = None
    most_inf: float | None = None
    most_zero: float | None = None
    most_dead: float | None = None
    least_dead: float | None = None
    most_saturated: float | None = None
    last_dead: float | None = None
    last_saturated: float | None = None

    def add(self, found: Statistics) -> None:
        self.samples += 1
        self.low, self.high = lower(self.low, found.min), higher(self.high, found.max)
        self.std_low, self.std_high = (
            lower(self.std_low, found.std),
            higher(self.std_high, found.std),
        )
        self.most_nan = higher(self.most_nan, found.nan)
        self.most_inf = higher(self.most_inf, found.inf)
        self.most_zero = higher(self.most_zero, found.zero)
        if found.norm is not None:
            self._add_norm(found.norm)
        if found.dead is not None or found.saturated is not None:
            self._add_activity(found)

    def _add_norm(self, norm: float) -> None:
        self.norm_first = norm if self.norm_first is None else self.norm_first
        self.norm_last = norm
        self.norm_low, self.norm_high = lower(self.norm_low, norm), higher(self.norm_high, norm)

    def _add_activity(self, found: Statistics) -> None:
        self.most_dead = higher(self.most_dead, found.dead)
        self.least_dead = lower(self.least_dead, found.dead)
        self.most_saturated = higher(self.most_saturated, found.saturated)
        self.last_dead, self.last_saturated = found.dead, found.saturated


@dataclass
class LayerExtremes:
    """Each kind of tensor by its name within the layer."""

    samples: int = 0
    weight: dict[str, TensorExtremes] = field(default_factory=dict)
    grad: dict[str, TensorExtremes] = field(default_factory=dict)
    activation: dict[str, TensorExtremes] = field(default_factory=dict)
    input: dict[str, TensorExtremes] = field(default_factory=dict)


def lower(known: float | None, value: float | None) -> float | None:
    if value is None or known is None:
        return known if value is None or value != value else value
    return value if value < known else known


def higher(known: float | None, value: float | None) -> float | None:
    if value is None or known is None:
        return known if value is None or value != value else value
    return value if value > known else known
