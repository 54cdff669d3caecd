"""Losses of a Keras program: named in `compile`, or computed."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.program.found_networks import Networks
from seismograd.program.keras.structures import each_tensor
from seismograd.program.keras.training import (
    LOSSES,
    LossSpec,
    loss_arguments,
    loss_class,
    loss_spec,
)
from seismograd.program.model import LossUse, Network, Program
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

_LOSS_SETTINGS = ("from_logits", "label_smoothing", "reduction", "axis", "ignore_class", "delta",
                  "gamma", "alpha")  # fmt: skip


def read_losses(run: Interpreter, program: Program, networks: Networks) -> None:
    """Losses that the program computes itself."""
    for call in run.calls:
        result = call.result
        if not isinstance(result, Tensor) or result.call is not call:
            continue
        is_ours = call.path.startswith(("keras.", "tensorflow."))
        named = result.op.startswith("loss:") and result.op != "loss:compiled"
        if named and is_ours:
            program.losses.append(_computed(call, result, networks))


def _computed(call: Call, result: Tensor, networks: Networks) -> LossUse:
    module = call.receiver if isinstance(call.receiver, Object) else None
    built = module.call if module is not None else call
    spec = loss_spec(call.path)
    target, prediction = loss_arguments(call)
    place = module.place if module is not None and module.place else call.place
    expects = _expects(spec, built, 0 if module is not None else 1)
    network = networks.behind(prediction)
    labels = None if spec is None else spec.labels
    return LossUse(result.op.removeprefix("loss:"), expects, prediction, target, call.place,
                   place, call, "keras", labels, network, _loss_settings(built),
                   result)  # fmt: skip


def compiled_losses(call: Call, network: Network | None) -> Iterator[LossUse]:
    """The losses that `compile` is given, one for each output."""
    argument = call.argument(1, "loss")
    if argument is None or is_none(argument.value):
        return
    outputs = each_tensor(network.output) if network is not None else []
    value = argument.value
    if isinstance(value, Sequence | Mapping):
        yield from _several(value, argument, call, network, outputs)
        return
    whole = network.output if network is not None else None
    predictions: list[Value | None] = [*outputs] if len(outputs) > 1 else [whole]
    for prediction in predictions:
        yield _compiled(value, argument.place, call, network, prediction)


def _several(
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
            yield _compiled(item, item.place or argument.place, call, network, prediction)


def _compiled(
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
