"""What a whole trace comes to, small enough to be kept and shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seismograd.traces.curve import Curve, Point
from seismograd.traces.events import (
    Alarm,
    Data,
    Device,
    End,
    Epoch,
    Evaluation,
    Executed,
    Layer,
    Loader,
    LossFunction,
    Network,
    Optimiser,
    Overhead,
    Overlap,
    Parameters,
    Place,
    Raised,
    RaisedInThread,
    Reached,
    Scheduler,
    Setting,
    Start,
    Trouble,
    Warned,
)
from seismograd.traces.tallies.extremes import LayerExtremes, Range


@dataclass(frozen=True)
class LossSummary:
    """Points of the curve keep its minima and maxima; NaN and infinities are points as well."""

    points: tuple[Point, ...] = ()
    count: int = 0
    first: Point | None = None
    last: Point | None = None
    best: Point | None = None
    worst: Point | None = None
    nan_count: int = 0
    first_nan: Point | None = None

    @classmethod
    def of(cls, curve: Curve) -> LossSummary:
        return cls(
            tuple(curve.points()),
            curve.count,
            curve.first,
            curve.last,
            curve.best,
            curve.worst,
            curve.nan_count,
            curve.first_nan,
        )


@dataclass(frozen=True)
class LayerSummary:
    """A layer, where it comes from, and how far its tensors went."""

    layer: int
    name: str | None = None
    type: str | None = None
    built: Place | None = None
    called: Place | None = None
    extremes: LayerExtremes = field(default_factory=LayerExtremes)


@dataclass(frozen=True)
class Parts:
    """What the run was made of; each list ends where it gets too long."""

    networks: tuple[Network, ...] = ()
    layers: tuple[Layer, ...] = ()
    loss_functions: tuple[LossFunction, ...] = ()
    optimisers: tuple[Optimiser, ...] = ()
    schedulers: tuple[Scheduler, ...] = ()
    loaders: tuple[Loader, ...] = ()
    data: tuple[Data, ...] = ()
    overlaps: tuple[Overlap, ...] = ()
    settings: tuple[Setting, ...] = ()


@dataclass(frozen=True)
class TraceSummary:
    """A trace in short. Lists are bounded; `left_out` says how much is missing from which."""

    start: Start | None = None
    packages: Mapping[str, str] = field(default_factory=dict)
    devices: tuple[Device, ...] = ()
    parts: Parts = field(default_factory=Parts)
    steps: int = 0
    loss: LossSummary = field(default_factory=LossSummary)
    learning_rate: Range = field(default_factory=Range)
    gradient_norm: Range = field(default_factory=Range)
    update_ratio: Range = field(default_factory=Range)
    grad_scale: Range = field(default_factory=Range)
    clipped_steps: int = 0
    skipped_steps: int = 0
    layers: tuple[LayerSummary, ...] = ()
    epochs: tuple[Epoch, ...] = ()
    epoch_count: int = 0
    evaluations: tuple[Evaluation, ...] = ()
    evaluation_count: int = 0
    warnings: tuple[Warned, ...] = ()
    alarms: tuple[Alarm, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    exception: Raised | None = None
    thread_exceptions: tuple[RaisedInThread, ...] = ()
    reached: tuple[Reached, ...] = ()
    executed: tuple[Executed, ...] = ()
    parameters: tuple[Parameters, ...] = ()
    phases: Mapping[str, float] = field(default_factory=dict)
    rss_peak_bytes: int | None = None
    cuda_peak_bytes: Mapping[str, int] = field(default_factory=dict)
    overhead: Overhead | None = None
    thinned: Mapping[str, int] = field(default_factory=dict)
    end: End | None = None
    """Missing where the process was killed."""
    seconds: float = 0.0
    events: Mapping[str, int] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    skipped: Mapping[str, int] = field(default_factory=dict)
    """Lines that were no events, by the reason."""
    trace_bytes: int = 0

    @property
    def outcome(self) -> str:
        """How the run ended by its own account."""
        return (self.end.outcome if self.end else None) or "unknown"
