"""How a run ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seismograd.traces.events.event import Event
from seismograd.traces.events.parts import (
    EarlierException,
    Frame,
    LeftOutWeight,
    Numbers,
    Place,
    Shape,
    UnchangedParameter,
)


@dataclass(frozen=True)
class _Failure(Event):
    type: str = ""
    message: str = ""
    notes: tuple[str, ...] = ()
    place: Place | None = None
    """Of a syntax error, which is in no frame."""
    frames: tuple[Frame, ...] = ()
    """Outermost first."""
    frames_left_out: int | None = None
    group: tuple[EarlierException, ...] = ()
    """The members of an exception group."""
    because: tuple[EarlierException, ...] = ()
    """The exceptions it came from, nearest first."""
    undescribed: str | None = None
    bases: tuple[str, ...] = ()
    """Classes that the type descends from, nearest first, without those of all exceptions."""


@dataclass(frozen=True)
class Raised(_Failure):
    KIND: ClassVar[str] = "exception"


@dataclass(frozen=True)
class RaisedInThread(_Failure):
    """It ended a thread; the run went on."""

    KIND: ClassVar[str] = "thread_exception"

    thread: str | None = None


@dataclass(frozen=True)
class Reading(Event):
    """How the script read the output of its network, on request."""

    KIND: ClassVar[str] = "reading"

    function: str | None = None
    """`argmax`, `argmin`, `round`, `threshold`, `class-number`, `equal` (the output itself),
    `correct` (its classes), `largest-score` (the value of it), `own-nearest` (the labels of the
    nearest, which each example is to itself) or `ranked` (the first of many scores)."""
    place: Place | None = None
    metric: str | None = None
    """Of Keras, which chooses one by the loss where it is but named."""
    shape: Shape = ()
    output_shape: Shape = ()
    axis: int | None = None
    """Of `argmax` and `argmin`; none where it is over all values."""
    threshold: float | None = None
    share: float | None = None
    """Of the values: those that a threshold of 0 reads otherwise, or that are equal."""
    passes: tuple[Numbers, ...] = ()
    """Of `correct`: right and all, then right and all at padding, for each evaluation. Of
    `ranked`: found, all, and how many are among the largest and the smallest."""
    renumbered: float | None = None
    """Of `correct`: the share that would be right in the last one if the classes were numbered
    otherwise; none where no numbering fits."""


@dataclass(frozen=True)
class Scores(Event):
    """Sums over the outputs of evaluations and what may be their targets, on request."""

    KIND: ClassVar[str] = "scores"

    place: Place | None = None
    """Where the network is called."""
    variable: str | None = None
    """That may hold the target."""
    compared: str | None = None
    """As `numbers`, `yes-no` or `classes`."""
    columns: int | None = None
    """Numbers of the target of one example."""
    output_shape: Shape = ()
    rows: tuple[Numbers, ...] = ()
    """For each call the number of its evaluation, its examples, and the sums."""


@dataclass(frozen=True)
class NetworkCheck(Event):
    """What the trained network answered to a question, on request."""

    KIND: ClassVar[str] = "network_check"

    check: str | None = None
    network: int | None = None
    result: bool | None = None
    layer: int | None = None
    place: Place | None = None
    terms: bool | None = None
    """Of `uses-input`: whether the loss is a sum of several terms."""
    shares: tuple[float, float] | None = None
    """What the amplitude or the place and what the network tells of the target, up to 1."""


@dataclass(frozen=True)
class LeftOutWeights(Event):
    """Weights that get a gradient, are in no optimiser, and do not change."""

    KIND: ClassVar[str] = "left_out_weights"

    weights: tuple[LeftOutWeight, ...] = ()


@dataclass(frozen=True)
class MaximisedLoss(Event):
    """The first backward passes make a loss function of the framework larger."""

    KIND: ClassVar[str] = "maximised_loss"

    passes: int | None = None
    place: Place | None = None
    """Of the loss function."""


@dataclass(frozen=True)
class PairLoss(Event):
    """A loss function asks which of the others of its batch each example belongs to."""

    KIND: ClassVar[str] = "pair_loss"

    size: int | None = None
    """The pairs of the largest batch looked at."""
    looks: int | None = None
    place: Place | None = None


@dataclass(frozen=True)
class ComparedPairs(Event):
    """Pairs of rows that a loss pulls together or pushes apart, at the beginning and the end."""

    KIND: ClassVar[str] = "compared_pairs"

    passes: int | None = None
    first: tuple[Numbers, ...] = ()
    """Of each look: pairs that are pulled, how far apart they are, both of those that are pushed,
    the deviation of all distances, and how much directions differ in a batch."""
    last: tuple[Numbers, ...] = ()
    both_learn: bool | None = None
    """Whether a gradient goes to both sides of all pairs."""
    alone: bool | None = None
    """Whether no other loss function was computed."""
    place: Place | None = None


@dataclass(frozen=True)
class NetworkCopy(Event):
    """A network with the class and the first weights of the trained one has not changed."""

    KIND: ClassVar[str] = "network_copy"

    network: int | None = None
    trained: int | None = None
    """The network that it is a copy of."""
    looks: int | None = None
    """Backward passes through the trained network that were looked at."""
    beside: int | None = None
    """Those with calls of the copy with other inputs of the same form."""
    same_input: int | None = None
    """Those with a call of the copy with an input of the trained network."""
    last: int | None = None
    """The step of the last one that is `beside`."""
    steps: int | None = None
    place: Place | None = None
    """Where the copy is called."""


@dataclass(frozen=True)
class Derivative(Event):
    """What a line of the script gets that differentiates by data, to make a loss of it."""

    KIND: ClassVar[str] = "derivative"

    order: int | None = None
    """2 where it is the derivative of another one."""
    looks: int | None = None
    zero: int | None = None
    """Looks at which all values were exactly zero."""
    place: Place | None = None


@dataclass(frozen=True)
class ScheduleEnd(Event):
    """How far a schedule of the learning rate came that says which rate it is to reach."""

    KIND: ClassVar[str] = "schedule_end"

    scheduler: int | None = None
    reached: int | None = None
    """Calls of `step`, of those that `length` counts."""
    length: int | None = None
    meant: float | None = None
    """The rate: of the top of a cycle, of the end of a rise, or the one that gets a factor."""
    share: float | None = None
    """The last rate, of that one."""
    largest: float | None = None
    """The largest rate of the run, of that one."""
    place: Place | None = None
    """Where the function ends that gives the factor."""


@dataclass(frozen=True)
class DiscardedGradients(Event):
    """Whether gradients were cleared before a step of the optimiser had used them."""

    KIND: ClassVar[str] = "discarded_gradients"

    optimiser: int | None = None
    steps: int | None = None
    passes: int | None = None
    """Backward passes that were looked at."""
    discarded: int | None = None
    place: Place | None = None
    """Of the first step."""


@dataclass(frozen=True)
class MissingGradients(Event):
    """An optimiser that made steps while no parameter of its ever had a gradient."""

    KIND: ClassVar[str] = "missing_gradients"

    optimiser: int | None = None
    steps: int | None = None
    cut: Place | None = None
    """Of what takes their output out of its graph, where that was seen."""


@dataclass(frozen=True)
class KeptGradients(Event):
    """Whether gradients were cleared between the first steps of an optimiser."""

    KIND: ClassVar[str] = "kept_gradients"

    optimiser: int | None = None
    steps: int | None = None
    """That were looked at."""
    kept: int | None = None
    """Those whose gradients were added to what was left of the step before."""
    place: Place | None = None
    """Of a backward pass."""


@dataclass(frozen=True)
class Parameters(Event):
    KIND: ClassVar[str] = "parameters"

    compared: int | None = None
    unchanged: tuple[UnchangedParameter, ...] = ()
    changed: tuple[int, ...] = ()
    """Layers of which all parameters have changed."""
    size_left: float | None = None
    """The size of the weights over that at first, which three quarters of them do not exceed."""


@dataclass(frozen=True)
class UnusedGradients(Event):
    """Backward passes of a run without any step."""

    KIND: ClassVar[str] = "unused_gradients"

    backwards: int | None = None
    place: Place | None = None


@dataclass(frozen=True)
class End(Event):
    KIND: ClassVar[str] = "end"

    outcome: str | None = None
    exit_code: int | None = None
    seconds: float | None = None
    steps: int | None = None
