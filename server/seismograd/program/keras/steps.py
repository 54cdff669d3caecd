"""What models do by themselves: `compile` keeps the optimiser, `fit` runs `train_step`."""

from __future__ import annotations

from seismograd.program.keras.names import MODEL
from seismograd.program.keras.pipelines import is_dataset, shown
from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    BoundMethod,
    Const,
    Function,
    Instance,
    Object,
    Sequence,
    Unknown,
    Value,
)

_KEPT = ("optimizer", "loss")


def register(library: Library) -> None:
    library.methods[f"{MODEL}.compile"] = _compile
    library.methods[f"{MODEL}.fit"] = _fit
    for name in ("compute_loss", "compiled_loss"):
        library.methods[f"{MODEL}.{name}"] = _compiled_loss


def _compile(call: Call) -> Value | None:
    model = call.receiver
    if isinstance(model, Instance):
        for index, name in enumerate(_KEPT):
            given = call.value(index, name)
            if isinstance(given, Object):
                call.interpreter.store.set(model.attributes, name, given)
    return Const(None, call.place)


def _fit(call: Call) -> Value | None:
    """Keras calls the `train_step` that a model brings along for each batch."""
    model = call.receiver
    run = call.interpreter
    step = model.cls.lookup("train_step") if isinstance(model, Instance) else None
    if isinstance(model, Instance) and isinstance(step, Function) and step.node not in run.reached:
        batch = Argument(_batch(call), call.place)
        inner = Call("", [batch], {}, call.place, run)
        run.invocation.call(BoundMethod(step, model, step.place), inner, step.scope)
    return None


def _batch(call: Call) -> Value:
    inputs, targets = call.value(0, "x"), call.value(1, "y")
    if isinstance(inputs, Object) and is_dataset(inputs):
        return shown(inputs) or Unknown(call.place, "data")
    if inputs is None:
        return Unknown(call.place, "data")
    return inputs if targets is None else Sequence("tuple", [inputs, targets], call.place)


def _compiled_loss(call: Call) -> Value:
    target, prediction = call.value(1, "y"), call.value(2, "y_pred")
    if call.method == "compiled_loss":
        target, prediction = call.value(0, "y_true"), call.value(1, "y_pred")
    inputs = tuple(value for value in (prediction, target) if value is not None)
    return operate("loss:compiled", inputs, call)
