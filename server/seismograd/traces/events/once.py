"""What is told once: the run, its parts, its data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from seismograd.traces.events.event import Event
from seismograd.traces.events.parts import (
    ArrayFacts,
    Device,
    Mirrored,
    Numbers,
    Place,
    Shape,
    Statistics,
    by_name,
)


@dataclass(frozen=True)
class Start(Event):
    KIND: ClassVar[str] = "start"

    id: str | None = None
    time: str | None = None
    script: str | None = None
    module: str | None = None
    arguments: tuple[str, ...] = ()
    root: str | None = None
    python: str | None = None
    platform: str | None = None
    pid: int | None = None
    seed: int | None = None
    hash_seed: str | None = None
    budget: float | None = None
    probes: object = None


@dataclass(frozen=True)
class Packages(Event):
    KIND: ClassVar[str] = "packages"

    packages: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Devices(Event):
    KIND: ClassVar[str] = "device"

    devices: tuple[Device, ...] = ()


@dataclass(frozen=True)
class Layer(Event):
    KIND: ClassVar[str] = "layer"

    layer: int | None = None
    name: str | None = None
    type: str | None = None
    network: int | None = None
    built: Place | None = None
    called: Place | None = None
    parameters: int | None = None
    trainable: int | None = None
    input_shape: Shape = ()
    output_shape: Shape = ()
    initial: Mapping[str, Statistics] = by_name()
    activation: str | None = None
    equal_rows: tuple[str, ...] = ()
    """Weights whose units are all the same before the first step."""
    penalty: float | None = None
    """The largest factor of its regularisers (Keras)."""


@dataclass(frozen=True)
class Network(Event):
    KIND: ClassVar[str] = "network"

    network: int | None = None
    type: str | None = None
    built: Place | None = None
    called: Place | None = None
    parameters: int | None = None
    trainable: int | None = None
    mode_dependent: tuple[str, ...] | None = None
    """Types of its layers that compute something else in training mode."""


@dataclass(frozen=True)
class FrozenNetwork(Event):
    """It is fitted, and nothing of it can be trained."""

    KIND: ClassVar[str] = "frozen_network"

    network: int | None = None
    parameters: int | None = None
    place: Place | None = None


@dataclass(frozen=True)
class LossFunction(Event):
    KIND: ClassVar[str] = "loss_function"

    loss_function: int | None = None
    type: str | None = None
    built: Place | None = None
    called: Place | None = None
    input_shape: Shape = ()
    target_shape: Shape = ()
    target_dtype: str | None = None
    input_range: Numbers = ()
    target_range: Numbers = ()
    answers: Shape = ()
    """What the network gave before."""
    reduced: Shape = ()
    """What a formula of the script takes the mean or the sum of."""
    defined: Place | None = None
    """Of a function of the project, given to Keras."""
    function: str | None = None
    """Of `torch.nn.functional`, whatever called it, or `written_cross_entropy`: a formula."""
    made_by: str | None = None
    """The function that gave the input: a softmax, sigmoid, tanh, ReLU or one of their kind."""
    out_of_reach: Numbers = ()
    """The share of the targets that this function cannot give."""
    layer: int | None = None
    """Whose output the loss was given, where that is known (Keras)."""
    from_logits: bool | None = None
    """Of a loss of Keras that can take scores or probabilities."""
    log_input: bool | None = None
    """Of a Poisson loss: whether it raises e to what it is given."""
    swapped: bool | None = None
    """Whether the gradient goes to the target, and none to the input."""
    label_each: bool | None = None
    """Whether there is one class index for each example that the network was given."""
    ignore_index: int | None = None
    ignored: Numbers = ()
    """The share of the class indices that is left out."""
    row_sums: Numbers = ()
    """Of targets that are shares of classes: smallest and largest sum, distance from 0 and 1."""


@dataclass(frozen=True)
class Broadcast(Event):
    """A column and a row of values for each example become values for all pairs, by mistake."""

    KIND: ClassVar[str] = "broadcast"

    column: Shape = ()
    other: Shape = ()
    place: Place | None = None


@dataclass(frozen=True)
class Optimiser(Event):
    KIND: ClassVar[str] = "optimiser"

    optimiser: int | None = None
    type: str | None = None
    built: Place | None = None
    called: Place | None = None
    groups: tuple[Mapping[str, object], ...] = ()
    layers: tuple[int, ...] = ()
    """Those that its parameters are of (PyTorch)."""
    unknown_parameters: int | None = None


@dataclass(frozen=True)
class Scheduler(Event):
    KIND: ClassVar[str] = "scheduler"

    scheduler: int | None = None
    type: str | None = None
    built: Place | None = None
    optimiser: int | None = None
    called: Place | None = None


@dataclass(frozen=True)
class Loader(Event):
    KIND: ClassVar[str] = "loader"

    loader: int | None = None
    type: str | None = None
    built: Place | None = None
    batch_size: int | None = None
    shuffle: bool | None = None
    length: int | None = None
    drop_last: bool | None = None
    workers: int | None = None


@dataclass(frozen=True)
class Data(Event):
    KIND: ClassVar[str] = "data"

    loader: int | None = None
    role: str | None = None
    network: int | None = None
    """The network that was called with them, where no loader gave them."""
    inputs: tuple[ArrayFacts, ...] = ()
    targets: tuple[ArrayFacts, ...] = ()
    encoding: str | None = None
    labels: Mapping[str, int] = field(default_factory=dict)
    label_batches: int | None = None
    """Batches looked at; of them those with one label, and how often it was another one."""
    one_label_batches: int | None = None
    label_changes: int | None = None
    hashes: int | None = None
    repeated: float | None = None
    """The chance of an example to equal another one of the same pass."""
    categorical: bool | None = None
    """Whether examples are a few ids, classes or counts."""
    contradicted: Mapping[str, int] = field(default_factory=dict)
    """Of examples of one pass (`of`) those that equal an earlier one and have another label."""
    commonest: Mapping[str, float] = field(default_factory=dict)
    """Of a target that is mostly one value: `value`, its `share`, the mean `distance` from it."""
    copied: Mapping[str, float] = field(default_factory=dict)
    """How far a copy of the input is from the target: `squared` and `absolute` means."""
    mirrored: Mirrored | None = None
    sided: Mapping[str, float] = field(default_factory=dict)
    """By axis: how much of a target the picture foretells by what changes sign in the mirror."""
    overlapping: Mapping[str, int] = field(default_factory=dict)
    """Of `pairs` of batches of a pass those `moved`: one repeats the other but for some rows."""
    made: Place | None = None
    """The function of the project that makes the batches that `fit` is given."""
    examples: int | None = None


@dataclass(frozen=True)
class Overlap(Event):
    KIND: ClassVar[str] = "overlap"

    first: object = None
    second: object = None
    shared: int | None = None
    of: int | None = None


@dataclass(frozen=True)
class Setting(Event):
    KIND: ClassVar[str] = "setting"

    name: str | None = None
    value: object = None
    place: Place | None = None


@dataclass(frozen=True)
class Reached(Event):
    """A function of the project that the script got into."""

    KIND: ClassVar[str] = "reached"

    file: str = ""
    line: int | None = None
    function: str | None = None
    body: bool = False
    """Of a module or a class, which runs where it is defined: nobody called a function."""


@dataclass(frozen=True)
class Executed(Event):
    """A line of the project that was asked for ran for the first time."""

    KIND: ClassVar[str] = "executed"

    file: str = ""
    line: int | None = None
