"""Weights that are tensors of the script: drawn anew by the way in which they are used."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

MULTIPLIES = frozenset({"matmul", "mm", "bmm", "__matmul__", "__rmatmul__", "addmm", "addbmm"})
CONVOLVES = frozenset({"linear", "conv1d", "conv2d", "conv3d"})
Place = dict[str, Any]
ALIKE = 2.5
"""Times larger or smaller than what the framework would draw: the usual rules of drawing weights
(Xavier, He, LeCun, uniform) lie that close together."""


class PlainWeights:
    """A layer of PyTorch draws evenly from +-1 / sqrt(inputs of a unit); so is done here.

    Layers of the framework draw for themselves: what belongs to them is left to them.
    """

    def __init__(self, torch: Any) -> None:
        self._torch = torch
        self._seen: set[int] = set()
        self._built: dict[int, Place | None] = {}
        self.is_over = False
        self.place: Place | None = None

    def note_built(
        self, function: Any, tensors: list[Any], caller: Callable[[], Place | None]
    ) -> None:
        """A tensor becomes a weight here."""
        if getattr(function, "__name__", "") == "requires_grad_" and tensors and not self.is_over:
            self._built[id(tensors[0])] = caller()

    def redraw(self, function: Any, tensors: list[Any]) -> int:
        """How many of the tensors of an operation were weights with another scale."""
        name = getattr(function, "__name__", "")
        if self.is_over or (name not in MULTIPLIES and name not in CONVOLVES):
            return 0
        found = 0
        for at, tensor in enumerate(tensors[-2:] if name == "addmm" else tensors[:2]):
            if self._is_weight(tensor) and id(tensor) not in self._seen:
                self._seen.add(id(tensor))
                is_right = name in MULTIPLIES and at == 1
                found += self._redraw(tensor, _inputs(tensor, is_right))
        return found

    def _is_weight(self, tensor: Any) -> bool:
        is_plain = not isinstance(tensor, self._torch.nn.Parameter)
        return bool(is_plain and tensor.is_leaf and tensor.requires_grad and tensor.dim() > 1)

    def _redraw(self, weight: Any, inputs: int) -> int:
        bound = 1 / math.sqrt(max(inputs, 1))
        with self._torch.no_grad():
            times = float(weight.std()) / (bound / math.sqrt(3))
            if 1 / ALIKE < times < ALIKE * math.sqrt(2):
                return 0
            weight.uniform_(-bound, bound)
        self.place = self.place or self._built.get(id(weight))
        return 1


def _inputs(weight: Any, is_right: bool) -> int:
    """Of one unit: rows where the weight stands on the right of a product, else the rest."""
    if is_right:
        return int(weight.shape[-2])
    return math.prod(int(size) for size in weight.shape[1:])
