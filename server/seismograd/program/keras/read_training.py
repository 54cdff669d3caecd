"""`compile` and `fit`: what they are given, and which belongs to which."""

from __future__ import annotations

from seismograd.program.contents import leaves
from seismograd.program.found_networks import Networks
from seismograd.program.keras.layer_table import Parameter
from seismograd.program.keras.names import MODEL
from seismograd.program.keras.pipelines import BATCHED, inputs_and_targets, is_dataset
from seismograd.program.keras.read_losses import compiled_losses, read_losses
from seismograd.program.keras.read_optimisers import chosen_optimiser, read_optimisers
from seismograd.program.model import Compile, Fit, LossUse, Program
from seismograd.program.settings import Setting
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import (
    Mapping,
    Object,
    Sequence,
    Tensor,
    Value,
    is_none,
)

_FITTING = ("fit", "fit_generator", "train_on_batch")
_ONLY_KERAS = frozenset(
    {"batch_size", "callbacks", "epochs", "nb_epoch", "steps_per_epoch", "validation_data",
     "validation_split"}
)  # fmt: skip
_FIT_PARAMETERS: tuple[tuple[str, tuple[str, ...], object], ...] = (
    ("batch_size", ("batch_size",), None), ("epochs", ("epochs", "nb_epoch"), 1),
    ("verbose", ("verbose",), "auto"), ("callbacks", ("callbacks",), None),
    ("validation_split", ("validation_split",), 0.0),
    ("validation_data", ("validation_data",), None), ("shuffle", ("shuffle",), True),
    ("class_weight", ("class_weight",), None), ("sample_weight", ("sample_weight",), None),
    ("initial_epoch", ("initial_epoch",), 0), ("steps_per_epoch", ("steps_per_epoch",), None),
    ("validation_steps", ("validation_steps",), None),
)  # fmt: skip
"""Parameters of `fit` after the data, in order."""
DEFAULT_BATCH = 32


def read_training(run: Interpreter, program: Program, networks: Networks) -> None:
    read_optimisers(run, program)
    reader = _Reader(run, program, networks)
    reader.compiles()
    reader.fits()
    read_losses(run, program, networks)


class _Reader:
    """Reads what one run shows of training."""

    def __init__(self, run: Interpreter, program: Program, networks: Networks) -> None:
        self._run = run
        self._program = program
        self._networks = networks
        self._losses: dict[int, list[LossUse]] = {}

    def compiles(self) -> None:
        for call in self._run.calls:
            if call.method == "compile" and self._is_keras(call, ("loss", "optimizer")):
                self._program.compiles.append(self._compile(call))

    @staticmethod
    def _is_keras(call: Call, words: tuple[str, ...] | frozenset[str]) -> bool:
        if call.path.startswith(MODEL + "."):
            return True
        return call.path.startswith("?.") and any(word in call.keywords for word in words)

    def _compile(self, call: Call) -> Compile:
        network = self._networks.of(call.receiver)
        losses = list(compiled_losses(call, network))
        self._program.losses.extend(losses)
        self._losses[id(call)] = losses
        single = losses[0] if len(losses) == 1 else None
        metrics = [*_metrics(call), *_metric_settings(call.argument(None, "weighted_metrics"))]
        optimiser = chosen_optimiser(self._program, call, network)
        return Compile(call.place, call, network, optimiser, single, metrics)

    def fits(self) -> None:
        for call in self._run.calls:
            if call.method in _FITTING and self._is_keras(call, _ONLY_KERAS):
                fit = self._fit(call)
                self._program.fits.append(fit)
                self._give_targets(fit)

    def _fit(self, call: Call) -> Fit:
        network = self._networks.of(call.receiver)
        compiled = self._compile_before(call)
        inputs, targets = _data(call)
        return Fit(call.place, call, "keras", network, compiled, inputs, targets, _settings(call))

    def _compile_before(self, call: Call) -> Compile | None:
        earlier = [c for c in self._program.compiles
                   if c.call.receiver is call.receiver and c.call.index < call.index]  # fmt: skip
        return earlier[-1] if earlier else None

    def _give_targets(self, fit: Fit) -> None:
        losses = [] if fit.compile is None else self._losses.get(id(fit.compile.call), [])
        several = len(losses) > 1 and isinstance(fit.targets, Sequence)
        targets = fit.targets.items if several else [fit.targets]  # type: ignore[union-attr]
        if len(losses) == len(targets):
            for loss, target in zip(losses, targets, strict=True):
                loss.target = loss.target or target


def _metrics(call: Call) -> list[Setting]:
    given = call.argument(None, "metrics")
    if given is None:
        for argument in call.positional[2:4]:
            if isinstance(argument.value, Sequence):
                given = argument
                break
    return _metric_settings(given)


def _metric_settings(given: Argument | None) -> list[Setting]:
    if given is None or is_none(given.value):
        return []
    return [Setting("metrics", value, value.place or given.place)
            for value in leaves(given.value)]  # fmt: skip


def _data(call: Call) -> tuple[Value | None, Value | None]:
    name = "generator" if call.method == "fit_generator" else "x"
    inputs = call.value(0, name) or call.value(None, "x")
    fed = inputs_and_targets(inputs) if is_dataset(inputs) else None
    if fed is not None:
        return fed
    return inputs, None if call.method == "fit_generator" else call.value(1, "y")


def _settings(call: Call) -> dict[str, Setting]:
    found: dict[str, Setting] = {}
    positional = call.method == "fit"
    for index, (neutral, names, default) in enumerate(_FIT_PARAMETERS, start=2):
        parameter = Parameter(index if positional else None, names, default)
        found[neutral] = parameter.setting(neutral, call)
    found["batch_size"] = _batch_size(found["batch_size"], call)
    if call.method == "train_on_batch":
        found["epochs"] = Setting("epochs", None, call.place)
    return found


def _batch_size(given: Setting, call: Call) -> Setting:
    """Arrays are cut into batches of 32 where nothing else is said."""
    data = call.value(0, "x") or call.value(0, "generator")
    if given.value is not None and not is_none(given.value):
        return given
    cut_before = data.attributes.get(BATCHED) if isinstance(data, Object) else None
    if cut_before is not None:
        return Setting("batch_size", cut_before, cut_before.place or call.place)
    arrays = isinstance(data, Tensor | Sequence | Mapping) or call.value(1, "y") is not None
    cut = call.method == "fit" and arrays and not call.open
    return Setting("batch_size", None, call.place, DEFAULT_BATCH if cut else None)
