"""Arrays whose memory can be read right here, without waiting for a device."""

from __future__ import annotations

import sys
from typing import Any

from .arrays import is_torch


def on_host(value: Any) -> Any:
    """A NumPy view of a tensor or array in main memory; None for all others."""
    try:
        return _torch_view(value) if is_torch(value) else _other_view(value)
    except Exception:  # a framework may refuse for reasons of its own; then there is no view
        return None


def _torch_view(tensor: Any) -> Any:
    torch = sys.modules["torch"]
    if tensor.device.type != "cpu" or tensor.layout is not torch.strided or tensor.is_quantized:
        return None
    with torch.no_grad(), torch._C.DisableTorchFunction():
        plain = tensor.detach()
        plain = plain.float() if plain.dtype is torch.bfloat16 else plain
        return plain.resolve_conj().resolve_neg().numpy()


def _other_view(value: Any) -> Any:
    numpy = sys.modules.get("numpy")
    if numpy is None or (not isinstance(value, numpy.ndarray) and _is_elsewhere(value)):
        return None
    return numpy.asarray(value)


def _is_elsewhere(value: Any) -> bool:
    """Tensors of TensorFlow and JAX say where they are; other array-like things do not."""
    device = getattr(value, "device", "cpu")
    return "cpu" not in str(device() if callable(device) else device).lower()
