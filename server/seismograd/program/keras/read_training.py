"""`compile` and `fit`: losses, optimisers, metrics and the data that goes in."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.program.keras.layer_table import Parameter
from seismograd.program.keras.names import MODEL
from seismograd.program.keras.pipelines import BATCHED, inputs_and_targets, is_dataset
from seismograd.program.keras.read_networks import Networks
from seismograd.program.keras.structures import each_tensor
from seismograd.program.keras.training import (
    COMMON,
    LOSSES,
    OLD_NAMES,
    OPTIMISERS,
    LossSpec,
    loss_arguments,
    loss_class,
    loss_spec,
    optimiser_class,
)
from seismograd.program.model import Compile, Fit, LossUse, Network, Optimiser, Program
from seismograd.program.settings import Setting
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import (
    Mapping,
    Object,
    Place,
    Sequence,
    Symbol,
    Tensor,
    Value,
    is_none,
    text,
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
_LOSS_SETTINGS = ("from_logits", "label_smoothing", "reduction", "axis", "ignore_class", "delta",
                  "gamma", "alpha")  # fmt: skip


def read_training(run: Interpreter, program: Program, networks: Networks) -> None:
    reader = _Reader(run, program, networks)
    reader.built_optimisers()
    reader.compiles()
    reader.fits()
    reader.computed_losses()


class _Reader:
    """Reads what one run shows of training."""

    def __init__(self, run: Interpreter, program: Program, networks: Networks) -> None:
        self._run = run
        self._program = program
        self._networks = networks
        self._losses: dict[int, list[LossUse]] = {}

    # -- optimisers ------------------------------------------------------------------------

    def built_optimisers(self) -> None:
        for call in self._run.calls:
            result = call.result
            if isinstance(result, Object) and result.call is call and self._is_optimiser(result):
                self._program.optimisers.append(_optimiser(result))

    def _is_optimiser(self, value: Value | None) -> bool:
        if not isinstance(value, Object) or not value.path.startswith("keras.optimizers."):
            return False
        return value.path.rpartition(".")[2] in OPTIMISERS

    def _chosen_optimiser(self, call: Call, network: Network | None) -> Optimiser | None:
        argument = call.argument(0, "optimizer")
        if argument is None:
            told = not call.open and bool(call.positional or call.keywords)
            found = _named_optimiser("rmsprop", call.place, call) if told else None
        else:
            found = self._given_optimiser(argument, call)
        if found is not None and network is not None and network not in found.networks:
            found.networks.append(network)
        return found

    def _given_optimiser(self, argument: Argument, call: Call) -> Optimiser | None:
        value = argument.value
        for known in self._program.optimisers:
            if known.value is value:
                return known
        if isinstance(value, Object) and self._is_optimiser(value):
            return self._kept(_optimiser(value))
        name = text(value)
        if isinstance(value, Symbol) and value.path.startswith("keras.optimizers."):
            name = value.path.rpartition(".")[2]
        found = None if name is None else _named_optimiser(name, argument.place, call)
        return None if found is None else self._kept(found)

    def _kept(self, optimiser: Optimiser) -> Optimiser:
        self._program.optimisers.append(optimiser)
        return optimiser

    # -- compile ---------------------------------------------------------------------------

    def compiles(self) -> None:
        for call in self._run.calls:
            if call.method == "compile" and self._is_keras(call, ("loss", "optimizer")):
                self._program.compiles.append(self._compile(call))

    def _is_keras(self, call: Call, words: tuple[str, ...] | frozenset[str]) -> bool:
        if call.path.startswith(MODEL + "."):
            return True
        return call.path.startswith("?.") and any(word in call.keywords for word in words)

    def _compile(self, call: Call) -> Compile:
        network = self._networks.of(call.receiver)
        losses = list(self._compiled_losses(call, network))
        self._program.losses.extend(losses)
        self._losses[id(call)] = losses
        single = losses[0] if len(losses) == 1 else None
        metrics = [*_metrics(call), *_metric_settings(call.argument(None, "weighted_metrics"))]
        return Compile(call.place, call, network, self._chosen_optimiser(call, network), single,
                       metrics)  # fmt: skip

    def _compiled_losses(self, call: Call, network: Network | None) -> Iterator[LossUse]:
        argument = call.argument(1, "loss")
        if argument is None or is_none(argument.value):
            return
        outputs = each_tensor(network.output) if network is not None else []
        value = argument.value
        if isinstance(value, Sequence | Mapping):
            yield from self._several(value, argument, call, network, outputs)
            return
        whole = network.output if network is not None else None
        predictions: list[Value | None] = [*outputs] if len(outputs) > 1 else [whole]
        for prediction in predictions:
            yield self._compiled(value, argument.place, call, network, prediction)

    def _several(
        self,
        value: Sequence | Mapping,
        argument: Argument,
        call: Call,
        network: Network | None,
        outputs: list[Tensor],
    ) -> Iterator[LossUse]:
        if isinstance(value, Mapping):
            named = {_output_name(tensor): tensor for tensor in outputs}
            pairs = [(item, named.get(str(key))) for key, item in value.items.items()]
        else:
            matched = len(outputs) == len(value.items)
            pairs = [(item, outputs[index] if matched else None)
                     for index, item in enumerate(value.items)]  # fmt: skip
        for item, prediction in pairs:
            if not is_none(item):
                yield self._compiled(item, item.place or argument.place, call, network, prediction)

    def _compiled(
        self,
        value: Value,
        place: Place,
        call: Call,
        network: Network | None,
        prediction: Value | None,
    ) -> LossUse:
        spec, built = _chosen_loss(value)
        built_at = value.place if isinstance(value, Object) and value.place else place
        kind = "custom" if spec is None else spec.kind
        found = LossUse(kind, _expects(spec, built, 0), prediction, None, place, built_at, call,
                        "keras", None if spec is None else spec.labels, network)  # fmt: skip
        found.settings = _loss_settings(built)
        return found

    # -- fit -------------------------------------------------------------------------------

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
        targets = fit.targets.items if isinstance(fit.targets, Sequence) else [fit.targets]
        if len(losses) == len(targets):
            for loss, target in zip(losses, targets, strict=True):
                loss.target = loss.target or target

    # -- losses that the program computes itself -------------------------------------------

    def computed_losses(self) -> None:
        for call in self._run.calls:
            result = call.result
            if not isinstance(result, Tensor) or result.call is not call:
                continue
            is_ours = call.path.startswith(("keras.", "tensorflow."))
            named = result.op.startswith("loss:") and result.op != "loss:compiled"
            if named and is_ours:
                self._program.losses.append(self._computed(call, result))

    def _computed(self, call: Call, result: Tensor) -> LossUse:
        module = call.receiver if isinstance(call.receiver, Object) else None
        built = module.call if module is not None else call
        spec = loss_spec(call.path)
        target, prediction = loss_arguments(call)
        place = module.place if module is not None and module.place else call.place
        expects = _expects(spec, built, 0 if module is not None else 1)
        network = self._networks.behind(prediction)
        labels = None if spec is None else spec.labels
        return LossUse(result.op.removeprefix("loss:"), expects, prediction, target, call.place,
                       place, call, "keras", labels, network, _loss_settings(built),
                       result)  # fmt: skip


def _output_name(tensor: Tensor) -> str:
    call = tensor.call
    receiver = call.receiver if call is not None else None
    layer = receiver if isinstance(receiver, Object) else tensor.layer
    return (text(layer.call.value(None, "name")) or "") if isinstance(layer, Object) else ""


def _chosen_loss(value: Value) -> tuple[LossSpec | None, Call | None]:
    """What is known of a loss given as a string, a class, a function or an object."""
    name = text(value)
    if name is not None:
        found = loss_class(name)
        return (None if found is None else LOSSES[found]), None
    if isinstance(value, Object) and value.path.startswith("keras.losses."):
        return loss_spec(value.path), value.call
    if isinstance(value, Symbol) and value.path.startswith(("keras.", "tensorflow.")):
        return loss_spec(value.path), None
    return None, None


def _expects(spec: LossSpec | None, built: Call | None, kind: int) -> str | None:
    """What the loss takes the prediction for; `kind` is 0 for classes and 1 for functions."""
    if spec is None or spec.logits_at is None:
        return None if spec is None else spec.expects
    if built is None:
        return spec.expects
    logits = built.flag(spec.logits_at[kind], "from_logits", False)
    return None if logits is None else ("logits" if logits else "probabilities")


def _loss_settings(built: Call | None) -> dict[str, Setting]:
    if built is None:
        return {}
    return {name: Setting(name, built.keywords[name].value, built.keywords[name].place)
            for name in _LOSS_SETTINGS if name in built.keywords}  # fmt: skip


def _optimiser(value: Object) -> Optimiser:
    name = value.path.rpartition(".")[2]
    call = value.call
    settings = {
        parameter: Parameter(index, (parameter, OLD_NAMES.get(parameter, parameter)), default)
        .setting(parameter, call)
        for index, (parameter, default) in enumerate(OPTIMISERS[name])
    }  # fmt: skip
    for parameter, default in COMMON:
        if parameter not in settings:
            settings[parameter] = Parameter(None, (parameter,), default).setting(parameter, call)
    return Optimiser(name.lower(), call.place, call, value, "keras", settings)


def _named_optimiser(name: str, place: Place, call: Call) -> Optimiser | None:
    """An optimiser chosen by its name has the defaults of its class."""
    found = optimiser_class(name)
    if found is None:
        return None
    settings = {parameter: Setting(parameter, None, place, default)
                for parameter, default in (*COMMON, *OPTIMISERS[found])}  # fmt: skip
    return Optimiser(found.lower(), place, call, None, "keras", settings)


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
            for value in _flat_values(given.value)]  # fmt: skip


def _flat_values(value: Value) -> Iterator[Value]:
    if isinstance(value, Sequence):
        for item in value.items:
            yield from _flat_values(item)
    elif isinstance(value, Mapping):
        for item in value.items.values():
            yield from _flat_values(item)
    else:
        yield value


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
