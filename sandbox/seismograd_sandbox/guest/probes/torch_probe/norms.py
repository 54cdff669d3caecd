"""The norm of all gradients together, without looking at any number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .together import together


def total_norm(torch: Any, tensors: Iterable[Any]) -> Any:
    """A tensor with one element; None where there is nothing to measure."""
    by_device: dict[Any, list[Any]] = {}
    for tensor in tensors:
        plain = dense(tensor)
        if plain is not None and plain.numel():
            by_device.setdefault(plain.device, []).append(plain)
    norms = [norm for group in by_device.values() for norm in _norms(torch, group)]
    return together(torch, norms).norm() if norms else None


def dense(tensor: Any) -> Any:
    """The numbers of a gradient; of a sparse one those that it holds."""
    tensor = tensor.detach()
    if tensor.is_sparse:
        tensor = tensor.coalesce() if tensor.device.type == "cpu" else tensor
        return tensor._values()
    return tensor if not tensor.is_sparse_csr else tensor.values()


def _norms(torch: Any, tensors: list[Any]) -> list[Any]:
    at_once = getattr(torch, "_foreach_norm", None)
    if at_once is not None and all(tensor.dtype is torch.float32 for tensor in tensors):
        return list(at_once(tensors))
    # Of half precision the squares would not fit; double precision is not narrowed.
    kinds = {torch.float64: torch.float64}
    return [
        torch.linalg.vector_norm(tensor, dtype=kinds.get(tensor.dtype, torch.float32))
        for tensor in tensors
    ]
