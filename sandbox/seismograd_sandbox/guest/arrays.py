"""Shapes, types and ranges of tensors and arrays, whichever framework made them.

No framework is imported here: one that is not in use has no arrays to describe.
"""

from __future__ import annotations

import sys
from typing import Any

MAX_MEASURED = 50_000_000
"""Elements up to which ranges are looked at; a failed run should end soon."""


def is_array(value: Any) -> bool:
    return is_torch(value) or _is_numpy(value) or _is_other(value)


def describe_array(value: Any) -> dict[str, Any]:
    """What can be said without failing: after some device errors that is little."""
    fields: dict[str, Any] = {"shape": shape_of(value), "dtype": dtype_name(value)}
    if is_torch(value):
        fields["device"] = str(value.device)
        fields["requires_grad"] = bool(value.requires_grad) or None
        fields["grad_fn"] = type(value.grad_fn).__name__ if value.grad_fn is not None else None
    try:
        fields.update(_range_of(value))
    except Exception as error:
        fields["unmeasured"] = type(error).__name__
    return {name: field for name, field in fields.items() if field is not None}


def dtype_name(value: Any) -> str:
    """`float32`, whichever framework says it."""
    dtype = value.dtype
    return str(getattr(dtype, "name", None) or dtype).split(".")[-1]


def is_torch(value: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, getattr(torch, "Tensor", ()))


def _is_numpy(value: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, getattr(numpy, "ndarray", ()))


def _is_other(value: Any) -> bool:
    """Tensors of TensorFlow and JAX, by where their class comes from."""
    module = type(value).__module__.split(".")[0]
    return (
        module in {"tensorflow", "jaxlib", "jax"}
        and hasattr(value, "dtype")
        and hasattr(value, "shape")
    )


def shape_of(value: Any) -> list[Any] | None:
    try:
        return [None if size is None else int(size) for size in value.shape]
    except (TypeError, ValueError):
        return None


def _range_of(value: Any) -> dict[str, Any]:
    if is_torch(value):
        return _torch_range(value)
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return {}
    return _numpy_range(numpy, numpy.asarray(value))


def _torch_range(tensor: Any) -> dict[str, Any]:
    torch = sys.modules["torch"]
    if (
        not 0 < tensor.numel() <= MAX_MEASURED
        or tensor.is_complex()
        or tensor.device.type == "meta"
    ):
        return {}
    with torch.no_grad():
        flat = tensor.detach()
        flat = flat.to_dense() if flat.layout is not torch.strided else flat
        flat = flat.float() if flat.is_floating_point() else flat.long()
        bad = int(torch.isnan(flat).sum()) if flat.is_floating_point() else 0
        infinite = int(torch.isinf(flat).sum()) if flat.is_floating_point() else 0
        finite = flat[torch.isfinite(flat)] if bad or infinite else flat
        return _fields(
            finite.numel(), lambda: (finite.min().item(), finite.max().item()), bad, infinite
        )


def _numpy_range(numpy: Any, array: Any) -> dict[str, Any]:
    if not 0 < array.size <= MAX_MEASURED or array.dtype.kind not in "biuf":
        return {}
    floating = array.dtype.kind == "f"
    bad = int(numpy.isnan(array).sum()) if floating else 0
    infinite = int(numpy.isinf(array).sum()) if floating else 0
    finite = array[numpy.isfinite(array)] if bad or infinite else array
    return _fields(finite.size, lambda: (finite.min().item(), finite.max().item()), bad, infinite)


def _fields(count: int, ends: Any, bad: int, infinite: int) -> dict[str, Any]:
    low, high = ends() if count else (None, None)
    return {"min": low, "max": high, "nan": bad, "inf": infinite or None}
