"""Shapes, types and ranges of tensors and arrays, whichever framework made them.

No framework is imported here: one that is not in use has no arrays to describe.
"""

from __future__ import annotations

import math
import sys
from typing import Any

Ends = tuple[Any, ...]
"""The smallest and the largest element; nothing where there is none."""
MAX_MEASURED = 50_000_000
"""Elements up to which ranges are looked at; a failed run should end soon."""


def is_array(value: Any) -> bool:
    return is_torch(value) or _is_numpy(value) or _is_other(value)


def describe_array(value: Any, *, measured: bool = True) -> dict[str, Any]:
    """What can be said without failing: after some device errors that is little."""
    fields: dict[str, Any] = {"shape": shape_of(value), "dtype": dtype_name(value)}
    if is_torch(value):
        fields["device"] = str(value.device)
        fields["requires_grad"] = bool(value.requires_grad) or None
        fields["grad_fn"] = type(value.grad_fn).__name__ if value.grad_fn is not None else None
    if measured:
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
    module = str(type(value).__module__).split(".")[0]
    return (
        module in {"tensorflow", "jaxlib", "jax"}
        and hasattr(value, "dtype")
        and hasattr(value, "shape")
    )


def shape_of(value: Any) -> list[Any] | None:
    try:
        return [None if size is None else int(size) for size in value.shape]
    except (TypeError, ValueError, RuntimeError):
        return None


def _range_of(value: Any) -> dict[str, Any]:
    if is_torch(value):
        return _torch_range(sys.modules["torch"], value)
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return {}
    return _numpy_range(numpy, numpy.asarray(value))


def _torch_range(torch: Any, tensor: Any) -> dict[str, Any]:
    if not 0 < tensor.numel() <= MAX_MEASURED:
        return {}
    if tensor.is_complex() or tensor.device.type == "meta":
        return {}
    with torch.no_grad(), torch._C.DisableTorchFunction():
        plain = _measurable(torch, tensor.detach())
        ends = _torch_ends(torch, plain)
        if _are_finite(ends):
            return _fields(ends)
        nan, infinite = int(torch.isnan(plain).sum()), int(torch.isinf(plain).sum())
        return _fields(_torch_ends(torch, plain[torch.isfinite(plain)]), nan, infinite)


def _torch_ends(torch: Any, tensor: Any) -> Ends:
    return tuple(end.item() for end in torch.aminmax(tensor)) if tensor.numel() else ()


def _measurable(torch: Any, tensor: Any) -> Any:
    """Something that has a smallest element: stored values of sparse ones, wider small types."""
    if tensor.is_quantized:
        return tensor.dequantize()
    if tensor.layout is torch.sparse_coo:
        tensor = tensor._values()
    elif tensor.layout is not torch.strided:
        tensor = tensor.values()
    if tensor.is_floating_point():
        return tensor.float() if tensor.element_size() < 4 else tensor
    return tensor.to(torch.uint8) if tensor.dtype is torch.bool else tensor


def _numpy_range(numpy: Any, array: Any) -> dict[str, Any]:
    if not 0 < array.size <= MAX_MEASURED or array.dtype.kind not in "biuf":
        return {}
    array = array.view("uint8") if array.dtype.kind == "b" else array
    with numpy.errstate(all="ignore"):
        ends = _numpy_ends(array)
        if _are_finite(ends):
            return _fields(ends)
        nan, infinite = int(numpy.isnan(array).sum()), int(numpy.isinf(array).sum())
        return _fields(_numpy_ends(array[numpy.isfinite(array)]), nan, infinite)


def _numpy_ends(array: Any) -> Ends:
    return (array.min().item(), array.max().item()) if array.size else ()


def _are_finite(ends: Ends) -> bool:
    """One bad element is enough to make an end bad."""
    return all(math.isfinite(end) for end in ends)


def _fields(ends: Ends, nan: int = 0, infinite: int = 0) -> dict[str, Any]:
    return {**dict(zip(("min", "max"), ends)), "nan": nan, "inf": infinite or None}
