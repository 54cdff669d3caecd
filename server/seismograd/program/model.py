"""The Program: what the source says, whatever the framework.

Rules read this and nothing else. Every value has a place; what could not be resolved is None or
an `Unknown` value, never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar, cast

from seismograd.faults import Span
from seismograd.program.call_index import CallIndex, Calls
from seismograd.program.flow import Flow
from seismograd.program.gaps import Gap
from seismograd.program.operations import (
    ACTIVATIONS,
    LEARNED,
    NORMALISATIONS,
    through,
)
from seismograd.program.settings import Setting
from seismograd.program.shapes import ShapeMismatch, last_size
from seismograd.source.document import Document
from seismograd.source.evaluate.calls import Call, Loop
from seismograd.source.evaluate.values import (
    Choice,
    Function,
    Instance,
    Mapping,
    Object,
    Place,
    Sequence,
    Tensor,
    Value,
)

T = TypeVar("T")


@dataclass(slots=True)
class Layer:
    """A layer, or an activation that stands alone, as it is built."""

    kind: str
    """An operation of `program.operations`: dense, conv, batch_norm, dropout, relu, ..."""
    path: str
    """Canonical library name, such as torch.nn.Linear or keras.layers.Dense."""
    place: Place
    """Where it is built."""
    call: Call | None
    value: Value | None = None
    index: int | None = None
    """Position among the layers of its network, counted as the framework counts."""
    used_at: Place | None = None
    """Where it is applied; the same as `place` in sequential containers."""
    activation: str | None = None
    """The effective activation that follows: its own, or a separate layer or call; "linear"
    where there is certainly none, None where that is not known."""
    activation_place: Place | None = None
    tensor: Tensor | None = None
    settings: dict[str, Setting] = field(default_factory=dict)

    def setting(self, name: str) -> Setting | None:
        """Neutral names: units, in_units, kernel_size, stride, padding, rate, use_bias,
        kernel_initializer, bias_initializer, kernel_regularizer, dim, num_features, ..."""
        return self.settings.get(name)

    @property
    def units(self) -> int | None:
        """The width of its output: units, filters or channels."""
        found = self.settings.get("units")
        return None if found is None else found.integer

    @property
    def is_learned(self) -> bool:
        return self.kind in LEARNED


@dataclass(slots=True)
class Network:
    """A model: its layers in the order in which data passes them."""

    name: str
    place: Place
    framework: str
    value: Value
    """The Instance or Object that is the network."""
    layers: list[Layer]
    output: Value | None
    """What one run of it computes, as a graph of tensors."""
    input: Value | None
    complete: bool
    """Whether every layer was understood, in order; rules that need the whole ask this."""
    sequential: bool = True
    """Whether data passes the layers one after the other, without branches."""
    unused: list[Layer] = field(default_factory=list)
    """Layers that are built but that no run passes."""
    returned: Value | None = None
    """Everything that the run gives, where `output` is the first of it."""
    _flow: Flow | None = field(default=None, repr=False, compare=False)

    @property
    def flow(self) -> Flow:
        """Which tensor feeds which."""
        if self._flow is None:
            given = () if self.input is None else (id(self.input),)
            self._flow = Flow(self.output if self.returned is None else self.returned, given)
        return self._flow

    @property
    def output_function(self) -> str | None:
        """The activation that makes the output: "linear" where a learned layer ends it, None
        where it is not known."""
        return output_function(self.output)

    @property
    def output_units(self) -> int | None:
        return output_units(self.output)


def output_function(value: Value | None) -> str | None:
    """The effective function that made a tensor, reshapes looked through."""
    if isinstance(value, Choice):
        found = {output_function(option) for option in value.options}
        return found.pop() if len(found) == 1 else None
    tensor = through(value)
    if not isinstance(tensor, Tensor):
        return None
    if tensor.op in ACTIVATIONS:
        return tensor.op
    return "linear" if tensor.op in LEARNED else None


def output_units(value: Value | None) -> int | None:
    """The size of the class axis of a tensor: axis 1 of images, else the last."""
    if not isinstance(value, Tensor):
        return None
    size = value.shape[1] if _is_channels_first(value) and value.shape else last_size(value)
    return size if isinstance(size, int) else None


def _is_channels_first(tensor: Tensor) -> bool:
    if tensor.shape is None or len(tensor.shape) < 3:
        return False
    made = through(tensor, *ACTIVATIONS, *NORMALISATIONS, "dropout", "upsample")
    layer = made.layer if isinstance(made, Tensor) and made.op.startswith("conv") else None
    return isinstance(layer, Object) and layer.path.startswith("torch.")


@dataclass(slots=True)
class LossUse:
    """A loss that is computed: by a module, a function, by hand, or named in `compile`."""

    kind: str
    """cross_entropy, sparse_cross_entropy, nll, bce, bce_with_logits, mse, mae, huber, hinge,
    kl, cosine, ctc, triplet, poisson, ..., custom."""
    expects: str | None
    """logits, probabilities, log_probabilities or values; None where not known."""
    prediction: Value | None
    target: Value | None
    place: Place
    """Where it is computed, or named in compile."""
    built_at: Place
    """Where the loss is chosen: the constructor, the string, or the call itself."""
    call: Call | None
    framework: str
    labels: str | None = None
    """integer or one_hot, where the loss demands one of them."""
    network: Network | None = None
    settings: dict[str, Setting] = field(default_factory=dict)
    result: Value | None = None

    @property
    def output_function(self) -> str | None:
        return output_function(self.prediction)


@dataclass(slots=True)
class Optimiser:
    """An optimiser with its settings: learning_rate, weight_decay, momentum, ..."""

    kind: str
    """sgd, adam, adamw, rmsprop, adagrad, adadelta, adamax, nadam, lbfgs, ..."""
    place: Place
    call: Call | None
    value: Value | None
    framework: str
    settings: dict[str, Setting] = field(default_factory=dict)
    groups: list[dict[str, Setting]] = field(default_factory=list)
    parameters: Value | None = None
    networks: list[Network] = field(default_factory=list)

    @property
    def learning_rate(self) -> Setting:
        return self.settings["learning_rate"]


@dataclass(slots=True)
class Scheduler:
    kind: str
    """Library class name in lower case: steplr, cosineannealinglr, onecyclelr, ..."""
    place: Place
    call: Call
    value: Value
    optimiser: Optimiser | None
    settings: dict[str, Setting]


@dataclass(slots=True)
class Loader:
    """A source of batches."""

    place: Place
    call: Call
    value: Value
    dataset: Value | None
    settings: dict[str, Setting]
    """batch_size, shuffle, drop_last, sampler, batch_sampler, num_workers, collate_fn."""
    role: str | None
    """train or test, by the split flag of the dataset or the way it is used; else None."""


@dataclass(slots=True)
class Step:
    """One thing that a training loop does, in program order."""

    kind: str
    """zero_grad, forward, loss, backward, clip, unscale, step, scheduler_step, scaler_update,
    train_mode, eval_mode, item, ..."""
    call: Call

    @property
    def place(self) -> Place:
        return self.call.place


@dataclass(slots=True)
class TrainingLoop:
    """The code that runs once for every batch (or once, where there is no loop over batches)."""

    place: Place
    framework: str
    loop: Loop | None
    steps: list[Step]
    """Steps of one round, outer loops' steps not included."""
    outer_steps: list[Step]
    """Steps of the surrounding loops and function, before and after."""
    function: Function | None
    networks: list[Network]
    optimisers: list[Optimiser]
    losses: list[LossUse]
    epochs: Setting | None = None
    loader: Loader | None = None
    complete: bool = True

    def of_kind(self, *kinds: str) -> list[Step]:
        return [step for step in self.steps if step.kind in kinds]

    def anywhere(self, *kinds: str) -> list[Step]:
        return [step for step in [*self.steps, *self.outer_steps] if step.kind in kinds]

    @property
    def accumulates(self) -> bool:
        """Steps only on some of the rounds with gradients: they are summed up on purpose."""
        gradients = [set(step.call.branches) for step in self.of_kind("backward")]
        return any(
            not any(set(step.call.branches) <= branches for branches in gradients)
            for step in self.of_kind("step", "zero_grad")
        )

    @property
    def steps_before(self) -> list[Step]:
        """Steps of the surroundings that come before the first round."""
        first = self.steps[0].call.index if self.steps else 0
        return [step for step in self.outer_steps if step.call.index < first]

    @property
    def steps_after(self) -> list[Step]:
        last = self.steps[-1].call.index if self.steps else 0
        return [step for step in self.outer_steps if step.call.index > last]


@dataclass(slots=True)
class EvaluationLoop:
    """Code that runs a network to measure it, not to train it."""

    place: Place
    loop: Loop | None
    function: Function | None
    forwards: list[Call]
    networks: list[Network]
    no_grad: bool
    eval_mode: bool | None
    """True/False where the mode is certain at this place, else None."""
    metrics: list[Call] = field(default_factory=list)


@dataclass(slots=True)
class Compile:
    """Keras `compile`."""

    place: Place
    call: Call
    network: Network | None
    optimiser: Optimiser | None
    loss: LossUse | None
    metrics: list[Setting]


@dataclass(slots=True)
class Fit:
    """A call that trains: Keras `fit`, Lightning's and Hugging Face's trainers."""

    place: Place
    call: Call
    framework: str
    network: Network | None
    compile: Compile | None
    inputs: Value | None
    targets: Value | None
    settings: dict[str, Setting]
    """epochs, batch_size, validation_data, validation_split, shuffle, callbacks, ..."""

    @property
    def samples(self) -> int | None:
        """The number of training examples, where the data is known."""
        first = self.inputs
        while isinstance(first, Sequence | Mapping) and first.items:
            held = first.items if isinstance(first, Sequence) else list(first.items.values())
            first = held[0]
        shape = first.shape if isinstance(first, Tensor) else None
        return shape[0] if shape and isinstance(shape[0], int) else None


@dataclass(slots=True)
class Program:
    """Everything that was understood of one file and of what it imports."""

    document: Document
    networks: list[Network] = field(default_factory=list)
    losses: list[LossUse] = field(default_factory=list)
    optimisers: list[Optimiser] = field(default_factory=list)
    schedulers: list[Scheduler] = field(default_factory=list)
    loaders: list[Loader] = field(default_factory=list)
    loops: list[TrainingLoop] = field(default_factory=list)
    evaluations: list[EvaluationLoop] = field(default_factory=list)
    compiles: list[Compile] = field(default_factory=list)
    fits: list[Fit] = field(default_factory=list)
    mismatches: list[ShapeMismatch] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    """Every library call in the order it runs, for rules about single calls."""
    trial_calls: list[Call] = field(default_factory=list)
    """Calls in networks that the program builds but does not run itself."""
    instances: list[Instance] = field(default_factory=list)
    """Objects of project classes."""
    all_loops: list[Loop] = field(default_factory=list)
    complete: bool = True
    """False where the code does more than could be followed."""
    gaps: tuple[Gap, ...] = field(default=(), repr=False, compare=False)
    """What was read in part only."""
    parts: list[Program] = field(default_factory=list, repr=False, compare=False)
    """The runs that the program was put together from, each as a program of its own."""
    kept_findings: dict[object, object] = field(default_factory=dict, repr=False, compare=False)
    """What was found in this part, for as long as the part is kept."""
    _derived: dict[object, object] = field(default_factory=dict, repr=False, compare=False)
    call_indexes: list[CallIndex] = field(default_factory=list, repr=False, compare=False)
    trial_indexes: list[CallIndex] = field(default_factory=list, repr=False, compare=False)

    @property
    def path(self) -> str:
        return self.document.path

    @property
    def layers(self) -> Iterator[tuple[Network, Layer]]:
        """Every layer of every network, once."""
        seen: set[int] = set()
        for network in self.networks:
            for layer in [*network.layers, *network.unused]:
                if id(layer.call or layer) not in seen:
                    seen.add(id(layer.call or layer))
                    yield network, layer

    @property
    def index(self) -> Calls:
        """The calls of the program by name, receiver and operation."""
        return self.derived(_index)

    @property
    def whole_index(self) -> Calls:
        """Like `index`, with the calls in networks that are only built."""
        return self.derived(_whole_index)

    def derived(self, compute: Callable[[Program], T]) -> T:
        """What a function of the program gives, computed once for all rules that ask."""
        if compute not in self._derived:
            self._derived[compute] = compute(self)
        return cast(T, self._derived[compute])

    def forget(self) -> None:
        """Let go of what was found out about the program, which in turn holds the program."""
        self.parts = []
        self.kept_findings.clear()
        self._derived.clear()

    def calls_to(self, *paths: str) -> Iterator[Call]:
        """Calls by canonical name; a name that starts with `*.` matches a method of anything."""
        return self.index.to(*paths)

    def is_broken(self, span: Span) -> bool:
        """Whether the statement around a place could not be read in full."""
        return any(
            chunk.broken
            and chunk.first_line <= span.start.line <= chunk.first_line + chunk.text.count(b"\n")
            for chunk in self.document.chunks
        )

    @property
    def settings(self) -> Iterator[Setting]:
        """The hyperparameters of everything in the program."""
        holders: list[Optimiser | Scheduler | Loader | Fit | LossUse] = [
            *self.optimisers, *self.schedulers, *self.loaders, *self.fits, *self.losses,
        ]  # fmt: skip
        for holder in holders:
            yield from holder.settings.values()
        for _, layer in self.layers:
            yield from layer.settings.values()
        for loop in self.loops:
            if loop.epochs is not None:
                yield loop.epochs


def _index(program: Program) -> Calls:
    return Calls([index for index in _indexes(program) if index.by_path])


def _whole_index(program: Program) -> Calls:
    trials = [index for index in program.trial_indexes if index.by_path]
    return Calls([*_indexes(program), *trials]) if trials else program.index


def _indexes(program: Program) -> list[CallIndex]:
    return program.call_indexes or [CallIndex(program.calls)]
