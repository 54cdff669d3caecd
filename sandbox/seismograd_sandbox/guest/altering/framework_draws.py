"""What the layers of PyTorch drew for their weights, and what the script then wrote over it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

RESETS = ("reset_parameters", "_reset_parameters")
Place = dict[str, Any]


class FrameworkDraws:
    """A layer that the script leaves alone begins with what its class draws when it is built."""

    def __init__(self, torch: Any) -> None:
        self._torch = torch
        self._depth = 0
        self._drawn: dict[int, Any] = {}
        self._written: dict[int, Place | None] = {}
        """By where the memory of a tensor begins."""
        self.is_over = False
        self.place: Place | None = None
        """Where the script last wrote to something that was restored."""
        for kind in vars(torch.nn).values():
            for name in RESETS:
                if isinstance(kind, type) and name in vars(kind):
                    setattr(kind, name, self._remembering(vars(kind)[name]))

    def note_write(
        self, function: Any, tensors: list[Any], caller: Callable[[], Place | None]
    ) -> None:
        """Before an operation: does it write to a weight that the framework has drawn?"""
        name = getattr(function, "__name__", "")
        is_write = name == "__setitem__" or (name.endswith("_") and not name.endswith("__"))
        if self._depth or not is_write or not tensors or name == "requires_grad_":
            return
        memory = _memory(tensors[0])
        if memory in self._drawn:
            self._written[memory] = caller()

    def restore(self, part: Any, only_biases: bool) -> int:
        """How many weights of this module are again what the framework drew."""
        self.is_over = True
        found = 0
        for name, weight in part.named_parameters(recurse=False):
            memory = _memory(weight)
            is_wanted = "bias" in name or not only_biases
            if memory in self._written and is_wanted and weight.requires_grad:
                self._put_back(weight, memory)
                self._remember_more(part, name, weight)
                found += 1
        return found

    def _remember_more(self, part: Any, name: str, weight: Any) -> None:
        """Forget gates begin at 1, as in Keras and as is advised since 2000: with what PyTorch
        draws, an LSTM halves what it knows in every step."""
        if isinstance(part, self._torch.nn.LSTM) and name.startswith("bias_ih"):
            gate = weight.shape[0] // 4
            with self._torch.no_grad():
                weight[gate : 2 * gate] = 1.0

    def _put_back(self, weight: Any, memory: int) -> None:
        drawn = self._drawn[memory]
        if drawn.shape != weight.shape:
            return
        with self._torch.no_grad():
            weight.copy_(drawn)
        if weight.dim() > 1 or self.place is None:
            self.place = self._written[memory] or self.place

    def _remembering(self, plain: Any) -> Any:
        @functools.wraps(plain)
        def reset(module: Any, *arguments: Any, **options: Any) -> Any:
            self._depth += 1
            try:
                return plain(module, *arguments, **options)
            finally:
                self._depth -= 1
                self._remember(module)

        return reset

    def _remember(self, module: Any) -> None:
        for weight in module.parameters(recurse=False):
            if not self._torch.nn.parameter.is_lazy(weight) and not weight.is_meta:
                self._drawn[_memory(weight)] = weight.detach().clone()


def _memory(tensor: Any) -> int:
    """The same for a weight, its `data` and parts of it."""
    return int(tensor.untyped_storage().data_ptr())
