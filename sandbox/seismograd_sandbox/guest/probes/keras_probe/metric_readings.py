"""How the metrics of a model read its output, once Keras has chosen them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

LARGEST = frozenset({"CategoricalAccuracy", "SparseCategoricalAccuracy"})
WITH_THRESHOLD = frozenset({"BinaryAccuracy", "Precision", "Recall", "F1Score", "FBetaScore"})
OF_NUMBERS = frozenset({"IoU", "MeanIoU"})
"""They take an output for the numbers of classes, and cut off what comes after the point."""
MOST = 32


def metric_readings(model: Any, logs: dict[str, Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Each metric of a model with one output, and what it does with it."""
    shape = getattr(model, "output_shape", None)
    if not isinstance(shape, tuple) or not all(
        isinstance(size, (int, type(None))) for size in shape
    ):
        return
    for metric in _compiled(model)[:MOST]:
        fields = _reading(metric, logs.get(metric.name))
        if fields:
            sizes = [None if size is None else int(size) for size in shape]
            yield metric, {"metric": str(metric.name), "output_shape": sizes, **fields}


def _compiled(model: Any) -> list[Any]:
    """Those of `compile`; a name is resolved when the first batch is there."""
    containers = [one for one in model.metrics if type(one).__name__ == "CompileMetrics"]
    return [metric for one in containers for metric in one.metrics]


def _reading(metric: Any, value: Any) -> dict[str, Any]:
    kind = type(metric).__name__
    if not type(metric).__module__.startswith("keras."):
        return {}
    if kind in LARGEST:
        return {"function": "argmax"}
    if kind == "Accuracy" and isinstance(value, (int, float)):
        return {"function": "equal", "share": float(value)}
    if kind in OF_NUMBERS and getattr(metric, "sparse_y_pred", False) is True:
        return {"function": "class-number"}
    threshold = _threshold(metric) if kind in WITH_THRESHOLD else None
    return {} if threshold is None else {"function": "threshold", "threshold": threshold}


def _threshold(metric: Any) -> float | None:
    options = getattr(metric, "_fn_kwargs", None) or {}
    found = options.get("threshold", getattr(metric, "threshold", None))
    several = getattr(metric, "thresholds", None)
    if found is None and isinstance(several, (list, tuple)) and len(several) == 1:
        found = several[0]
    return float(found) if isinstance(found, (int, float)) else None
