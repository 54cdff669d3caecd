"""Numbers that say how a tensor is doing, from a sample of its elements on the host."""

from __future__ import annotations

from typing import Any

SIGMOIDS = frozenset({"sigmoid", "hard_sigmoid"})
TANHS = frozenset({"tanh", "hard_tanh", "softsign"})
SOFTMAXES = frozenset({"softmax"})
SATURATING = SIGMOIDS | TANHS | SOFTMAXES
RECTIFYING = frozenset({"relu", "relu6"})
FLAT = 0.01
"""How near to the end of its range a saturated output lies."""
CONSTANT = 1e-3
"""A unit of a saturating function whose values lie closer together does not answer."""


def statistics(numpy: Any, values: Any, size: int) -> dict[str, Any]:
    """Moments over the finite elements; `size` is that of the whole tensor."""
    count = max(values.size, 1)
    finite = numpy.isfinite(values)
    kept = values if finite.all() else values[finite]
    nan = numpy.isnan(values).sum() if kept.size < values.size else 0
    fields: dict[str, Any] = {"n": size}
    if kept.size:
        fields.update(_moments(kept.astype("float64"), size))
    return {
        **fields,
        "nan": _short(nan / count),
        "inf": _short((values.size - kept.size - nan) / count),
        "zero": _short((values == 0).sum() / count),
    }


def activation_statistics(
    numpy: Any, values: Any, size: int, shape: tuple[int, int], function: str | None
) -> dict[str, Any]:
    """As above, with units that do nothing and outputs at the flat ends of their function."""
    table = values.reshape(shape)
    fields = statistics(numpy, values, size)
    if function in SATURATING | RECTIFYING:
        fields["dead"] = _dead(numpy, table, function)
    if function in SATURATING:
        fields["saturated"] = _saturated(numpy, table, function)
    return fields


def _moments(kept: Any, size: int) -> dict[str, float]:
    return {
        "mean": _short(kept.mean()),
        "std": _short(kept.std()),
        "min": _short(kept.min()),
        "max": _short(kept.max()),
        "norm": _short(((kept**2).mean() * size) ** 0.5),
    }


def _dead(numpy: Any, table: Any, function: str | None) -> float:
    """Units that are zero for every example, or constant where zero means nothing."""
    if function in SATURATING and table.shape[0] > 1:
        return _short((numpy.ptp(table, axis=0) < CONSTANT).mean())
    return _short((table == 0).all(axis=0).mean())


def _saturated(numpy: Any, table: Any, function: str | None) -> float:
    if function in SOFTMAXES:
        return _short((table > 1 - FLAT).mean())
    if function in SIGMOIDS:
        return _short(((table < FLAT) | (table > 1 - FLAT)).mean())
    return _short((numpy.abs(table) > 1 - FLAT).mean())


def _short(number: Any) -> float:
    """Six digits: more would only make a trace longer."""
    return float(f"{float(number):.6g}")
