"""The part of a loss that depends on weights alone: what a script adds to a loss function.

Told apart by the graph of the first backward passes: a sum of loss functions of the framework and
of terms that lead to parameters by nothing but sums, products and norms. Its value is what is
differentiated less what those loss functions gave.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..graph_nodes import LEAF, name_of, nodes_before, nodes_from
from .kit import Kit
from .untraced import aside

CHECKED = 8
"""Backward passes whose graph is looked at; a script does the same in all others."""
MOST_LOSSES, MOST_NODES = 8, 3_000
OF_WEIGHTS = frozenset({
    "Abs", "Pow", "Mul", "Div", "Add", "Sub", "Neg", "Sqrt", "Sum", "Mean", "Norm", "Dot",
    "LinalgVectorNorm", "LinalgMatrixNorm", "Stack", "Cat", "View", "UnsafeView", "ReshapeAlias",
    "Squeeze", "Unsqueeze", "T", "Transpose", "Select", "Clone", "ToCopy", "Alias",
})  # fmt: skip
"""Operations that penalties on weights are made of; layers are made of others."""


class LossPenalty:
    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._computed: list[tuple[Any, int]] = []
        self._passes = 0
        self.is_open = True

    def computed(self, loss: Any) -> None:
        """With its version: a penalty may be added in place."""
        if loss.dim() == 0 and loss.requires_grad:
            self._computed = [*self._computed, (loss, loss._version)][-MOST_LOSSES:]

    def of(self, root: Any) -> Any:
        """None where it has none, or nobody can tell; asked once for each backward pass."""
        losses, self._computed = self._computed, []
        if not self.is_open:
            return None
        if self._passes < CHECKED:
            self._passes += 1
            self.is_open = _is_penalised(root, losses)
        if not self.is_open or not losses:
            return None
        with aside(self._kit.torch):
            return root.detach() - sum(loss.detach() for loss, _ in losses)


def _is_penalised(root: Any, losses: list[tuple[Any, int]]) -> bool:
    """Whether it is a sum of all these losses, as they are, and of penalties."""
    if root.dim() or not losses or any(loss._version != version for loss, version in losses):
        return False
    nodes = [loss.grad_fn for loss, _ in losses]
    terms = list(_terms(root.grad_fn, nodes))
    others = [term for term in terms if term not in nodes]
    if not others or len(terms) != len(others) + len(nodes):
        return False
    return all(_is_of_weights(term) for term in others)


def _terms(node: Any, losses: list[Any]) -> Iterator[Any]:
    waiting = [node]
    for _ in range(MOST_NODES):
        one = waiting.pop() if waiting else None
        if one is None:
            return
        if name_of(one) == "Add" and one not in losses and one._saved_alpha == 1:
            waiting += nodes_before(one)
        else:
            yield one


def _is_of_weights(node: Any) -> bool:
    """Whether nothing but such operations lies between it and parameters."""
    has_leaf = False
    for at, one in enumerate(nodes_from(node)):
        if at == MOST_NODES or name_of(one) not in OF_WEIGHTS | {LEAF}:
            return False
        has_leaf = has_leaf or name_of(one) == LEAF
    return has_leaf
