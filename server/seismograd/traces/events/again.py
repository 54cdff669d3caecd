"""What is told again and again while a run goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from seismograd.traces.events.event import Event
from seismograd.traces.events.parts import LayerSample, Numbers, Place, lone_or_many


@dataclass(frozen=True)
class Step(Event):
    KIND: ClassVar[str] = "step"

    step: int | None = None
    epoch: int | None = None
    optimiser: int | None = None
    loss: float | None = None
    lr: Numbers = field(default=(), metadata={"reading": lone_or_many})
    grad_norm: float | None = None
    clipped_to: float | None = None
    update_ratio: float | None = None
    scale: float | None = None
    skipped: bool | None = None
    batch: int | None = None
    backwards: int | None = None


@dataclass(frozen=True)
class Losses(Event):
    KIND: ClassVar[str] = "losses"

    first: int | None = None
    values: Numbers = ()
    penalties: Numbers = ()
    """The part of each loss that layers and scripts added to it (Keras)."""
    optimisers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Layers(Event):
    KIND: ClassVar[str] = "layers"

    step: int | None = None
    layers: tuple[LayerSample, ...] = ()
    mode: str | None = None


@dataclass(frozen=True)
class Epoch(Event):
    KIND: ClassVar[str] = "epoch"

    epoch: int | None = None
    metrics: Mapping[str, float] = field(default_factory=dict)
    seconds: float | None = None
    step: int | None = None
    """Steps so far, where it is told later than it ended."""
    how: str | None = None
    waited: float | None = None
    """Seconds in which the script waited for its loader."""


@dataclass(frozen=True)
class Evaluation(Event):
    KIND: ClassVar[str] = "evaluation"

    loss: float | None = None
    metrics: Mapping[str, float] = field(default_factory=dict)
    batches: int | None = None
    network: int | None = None
    mode: str | None = None
    grad_enabled: bool | None = None
    seen_in_training: float | None = None
    """The part of a batch that was trained on, the smallest of the batches looked at."""
    place: Place | None = None
    """Of the first call in training mode."""
    times: float | None = None
    """How often each input was given, on average; of calls in training mode."""
    after_training: bool | None = None
    """Whether all calls were in training mode, without a loader, after the last step."""


@dataclass(frozen=True)
class Phase(Event):
    KIND: ClassVar[str] = "phase"

    phase: str | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Restored(Event):
    """Weights were put into a network that has trained."""

    KIND: ClassVar[str] = "restored"

    step: int | None = None
    place: Place | None = None


@dataclass(frozen=True)
class Warned(Event):
    KIND: ClassVar[str] = "warning"

    category: str | None = None
    bases: tuple[str, ...] = ()
    """Classes that the category descends from, nearest first."""
    message: str = ""
    place: Place | None = None
    count: int | None = None


@dataclass(frozen=True)
class Alarm(Event):
    KIND: ClassVar[str] = "alarm"

    alarm: str | None = None
    step: int | None = None
    layer: int | None = None
    place: Place | None = None


@dataclass(frozen=True)
class Memory(Event):
    KIND: ClassVar[str] = "memory"

    rss_peak_bytes: int | None = None
    cuda_peak_bytes: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Overhead(Event):
    KIND: ClassVar[str] = "overhead"

    seconds: float | None = None
    share: float | None = None
    every: int | None = None
    scalars_every: int | None = None


@dataclass(frozen=True)
class Trouble(Event):
    KIND: ClassVar[str] = "trouble"

    probe: str | None = None
    message: str = ""


@dataclass(frozen=True)
class Alteration(Event):
    KIND: ClassVar[str] = "alteration"

    alteration: str | None = None
    applied: int | None = None
    measured: Mapping[str, float] = field(default_factory=dict)
    place: Place | None = None
    """The line of the project whose doing was changed, where it is one."""


@dataclass(frozen=True)
class Thinned(Event):
    KIND: ClassVar[str] = "thinned"

    kind_left_out: str | None = None
    count: int | None = None
