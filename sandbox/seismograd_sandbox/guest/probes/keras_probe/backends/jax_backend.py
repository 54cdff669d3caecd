"""JAX: arrays are futures, read where they lie and never through a copy that they keep."""

from __future__ import annotations

import sys
from typing import Any

from .numpy_backend import NumpyBackend


class JaxBackend(NumpyBackend):
    def may_look(self) -> bool:
        """Not where the state of a model is handed on: there its variables hold an older one."""
        scopes = sys.modules.get("keras.src.backend.common.stateless_scope")
        if scopes is not None and scopes.in_stateless_scope():
            return False
        core = self.framework.core
        return bool(core.trace_state_clean()) if hasattr(core, "trace_state_clean") else True

    def is_concrete(self, value: Any) -> bool:
        jax = self.framework
        if not isinstance(value, jax.Array) or isinstance(value, jax.core.Tracer):
            return False
        return not value.is_deleted() and value.is_fully_addressable

    def native(self, variable: Any) -> Any:
        """None while a trainer holds the value of a variable: then it has no value to ask for."""
        is_variable = hasattr(variable, "assign") and hasattr(variable, "_value")
        return variable._value if is_variable else super().native(variable)

    def host(self, tensor: Any) -> Any:
        """Never the array's own cached copy: it would keep a buffer from being given away."""
        try:
            return self.numpy.from_dlpack(tensor)
        except (BufferError, RuntimeError, TypeError, ValueError):
            return self.numpy.array(self.framework.device_get(tensor.copy()))

    def _flat(self, part: Any) -> Any:
        return super()._flat(self.host(part) if isinstance(part, self.framework.Array) else part)
