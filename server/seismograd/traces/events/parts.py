"""What events are made of: places, statistics, frames."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from seismograd.traces.tolerant import number, record, text

Numbers = tuple[float | None, ...]
Shape = tuple[int | None, ...]


@dataclass(frozen=True)
class Place:
    """A line of a file; files of the project are relative to its root."""

    file: str = ""
    line: int | None = None


@dataclass(frozen=True)
class Statistics:
    """Of one tensor: moments over finite elements, fractions of the others."""

    n: int | None = None
    mean: float | None = None
    std: float | None = None
    min: float | None = None
    max: float | None = None
    norm: float | None = None
    nan: float | None = None
    inf: float | None = None
    zero: float | None = None
    dead: float | None = None
    saturated: float | None = None
    function: str | None = None


_STATISTICS = frozenset(part.name for part in fields(Statistics))


def named_statistics(value: object) -> dict[str, Statistics] | None:
    """Statistics by name; those of a lone tensor stand there without one."""
    if not isinstance(value, dict):
        return None
    if any(name in _STATISTICS and not isinstance(value[name], dict) for name in value):
        return {"": record(Statistics, value)}
    return {
        text(name) or "": record(Statistics, found)
        for name, found in value.items()
        if isinstance(found, dict)
    }


def by_name() -> Any:
    return field(default_factory=dict, metadata={"reading": named_statistics})


@dataclass(frozen=True)
class LayerSample:
    """The tensors of one layer at one step."""

    layer: int | None = None
    weight: Mapping[str, Statistics] = by_name()
    grad: Mapping[str, Statistics] = by_name()
    activation: Mapping[str, Statistics] = by_name()
    input: Mapping[str, Statistics] = by_name()


@dataclass(frozen=True)
class Device:
    type: str | None = None
    index: int | None = None
    name: str | None = None
    memory_bytes: int | None = None


@dataclass(frozen=True)
class ArrayFacts:
    """The batches seen of one input or target; a size that varies is None."""

    shape: Shape = ()
    dtype: str | None = None
    min: float | None = None
    max: float | None = None
    mean: float | None = None
    std: float | None = None
    nan: float | None = None
    inf: float | None = None
    unlike_standard: float | None = None
    """Of a table: how far a column is from a mean of 0 and a deviation of 1, at most."""


@dataclass(frozen=True)
class UnchangedParameter:
    """A parameter that is at the end of a run what it was before its first sampled step."""

    layer: int | None = None
    name: str = ""
    n: int | None = None
    trainable: bool | None = None
    optimised: bool | None = None
    had_gradient: bool | None = None
    samples: int | None = None
    built: Place | None = None
    """Of Keras on PyTorch: the line that makes it, in the layer or where that is made."""
    tracked: bool | None = None
    """Of Keras: whether a model knows of the layer."""
    has_effect: bool | None = None
    """Whether the answer of the network changes with it; asked of those that could learn."""
    cut: Place | None = None
    """The line that takes what was made of it out of the graph."""


@dataclass(frozen=True)
class LeftOutWeight:
    """A weight that gets a gradient, is in no optimiser, and stays what it was."""

    type: str | None = None
    """Of the module or layer that has it."""
    name: str = ""
    registered: bool | None = None
    """Whether it is a parameter of a module, or a plain tensor among the attributes."""
    free: bool | None = None
    """Whether it is a variable of Keras that no layer has."""
    n: int | None = None
    layer: int | None = None
    path: str | None = None
    """Of the module, in its network."""
    added: bool | None = None
    """Whether the network had no such module when it was first called."""
    place: Place | None = None
    """The line that sets the attribute; of a module that was added, the one that makes it."""
    first: Statistics | None = None
    steps: int | None = None
    """Since it was first seen."""
    passes: int | None = None


@dataclass(frozen=True)
class Mirrored:
    """Pictures that came again with the target that they had before."""

    target: str | None = None
    turn: str | None = None
    again: int | None = None
    turned: int | None = None
    followed: int | None = None


@dataclass(frozen=True)
class TensorFacts:
    """A tensor or array that was in a frame when the script failed."""

    name: str = ""
    shape: Shape = ()
    dtype: str | None = None
    device: str | None = None
    min: float | None = None
    max: float | None = None
    nan: float | None = None
    inf: float | None = None
    requires_grad: bool | None = None
    grad_fn: str | None = None
    unmeasured: str | None = None
    """Why there is no range."""


@dataclass(frozen=True)
class FrameModule:
    """The layer, loss or optimiser whose method a frame is."""

    type: str | None = None
    built: Place | None = None
    settings: str | None = None


@dataclass(frozen=True)
class Frame:
    file: str = ""
    line: int | None = None
    function: str | None = None
    text: str | None = None
    in_project: bool = False
    tensors: tuple[TensorFacts, ...] = ()
    module: FrameModule | None = None
    thrown_in: bool = False
    """Whether it was a waiting generator that somebody else's exception was thrown into."""


@dataclass(frozen=True)
class EarlierException:
    """An exception that another one came from, or that is a member of a group."""

    type: str = ""
    bases: tuple[str, ...] = ()
    message: str = ""
    notes: tuple[str, ...] = ()
    place: Place | None = None
    frames: tuple[Frame, ...] = ()
    frames_left_out: int | None = None
    how: str | None = None


def lone_or_many(value: object) -> Numbers | None:
    """One number a group; where there is but one group, its number may stand alone."""
    return tuple(map(number, value)) if isinstance(value, list) else _alone(number(value))


def _alone(value: float | None) -> Numbers | None:
    return None if value is None else (value,)
