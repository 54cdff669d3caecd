"""What the tensors of each Keras backend can be asked without disturbing a run."""

from __future__ import annotations

import sys
from typing import Any

from .backend import Backend, Letter
from .jax_backend import JaxBackend
from .numpy_backend import NumpyBackend
from .tensorflow_backend import TensorflowBackend
from .torch_backend import TorchBackend

__all__ = ["Backend", "Letter", "backend_of"]
_KINDS: dict[str, type[Backend]] = {
    "jax": JaxBackend,
    "numpy": NumpyBackend,
    "tensorflow": TensorflowBackend,
    "torch": TorchBackend,
}


def backend_of(keras: Any) -> Backend:
    """By its name; Keras 2 knows TensorFlow only."""
    name = str(keras.backend.backend()) if hasattr(keras.backend, "backend") else "tensorflow"
    kind = _KINDS.get(name, NumpyBackend)
    return kind(sys.modules.get(name) or sys.modules["numpy"], sys.modules["numpy"])
