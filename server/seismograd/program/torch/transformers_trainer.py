"""What the trainers of Hugging Face Transformers call by themselves."""

from __future__ import annotations

from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import BoundMethod, Function, Sequence, Tensor, Value

PREDICTIONS = "predictions"
"""The operation that gives a network's answers on all examples of a data set, one a row."""
_TRAINERS = ("transformers.Seq2SeqTrainer", "transformers.Trainer")


def register(library: Library) -> None:
    for path in _TRAINERS:
        library.functions[path] = _build


def _build(call: Call) -> Value | None:
    """Follow the function that measures predictions; the trainer is an object like others."""
    metrics = call.value(None, "compute_metrics")
    if isinstance(metrics, Function | BoundMethod):
        given = [Argument(_evaluated(call), call.place)]
        call.interpreter.invocation.apply(metrics, given, {}, call.place)
    return None


def _evaluated(call: Call) -> Value:
    predictions = Tensor(PREDICTIONS, (), None, call.place, call=call, tracked=False)
    labels = Tensor("labels", (), None, call.place, call=call, tracked=False)
    pair = Sequence("tuple", [predictions, labels], call.place)
    pair.members = {"predictions": predictions, "label_ids": labels}
    return pair
