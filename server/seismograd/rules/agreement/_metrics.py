"""The metrics of a Keras `compile` under the names of their functions."""

from __future__ import annotations

import re

from seismograd.program.model import Compile, LossUse, Program
from seismograd.program.settings import Setting
from seismograd.source.evaluate.values import Object, Symbol

_ACCURACIES = frozenset({"acc", "accuracy", "categorical_accuracy", "sparse_categorical_accuracy"})


def compile_of(loss: LossUse, program: Program) -> Compile | None:
    """The `compile` that names a loss."""
    return next((one for one in program.compiles if one.loss is loss), None)


def metric_name(metric: Setting) -> str | None:
    """`categorical_accuracy` for the string, the function and the class; None where not known.

    The class `keras.metrics.Accuracy` compares for equality, which the string "accuracy" does
    not: it is called `exact_accuracy` here.
    """
    if metric.text is not None:
        return metric.text.lower() if "_" in metric.text else _snake(metric.text)
    path = metric.value.path if isinstance(metric.value, Object | Symbol) else ""
    if not path.startswith("keras.metrics."):
        return None
    name = _snake(path.rpartition(".")[2])
    return "exact_accuracy" if name == "accuracy" else name


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def measures_accuracy(program: Program, loss: LossUse) -> bool:
    """Whether the training with a loss is judged by its accuracy."""
    compiled = compile_of(loss, program)
    metrics = [] if compiled is None else compiled.metrics
    return any(metric_name(metric) in _ACCURACIES for metric in metrics)
