"""Optimisers that make steps while no parameter of theirs ever has a gradient.

An optimiser is looked at until it has one, which mostly is at its first step. Where none has come
for a few steps, calls of `detach` are watched for some more: one that takes what these parameters
gave out of its graph is the line that cuts it.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from ..graph_nodes import LEAF, name_of, nodes_from
from ..identity import ByIdentity
from .kit import Kit
from .patches import Patches
from .untraced import may_look
from .updates import parameters_of

SUSPECT = 3
"""Steps without a gradient, before its cause is looked for."""
WATCHED = 4
"""Steps of that optimiser, in which it is."""
MOST_CALLS = 64
MOST_NODES = 1_000
MOST_OPTIMISERS = 100


class _Steps:
    """Of an optimiser that has had no gradient so far."""

    def __init__(self, number: int | None) -> None:
        self.number = number
        self.count = 0
        self.has_gradient = False
        self.cut: dict[str, Any] | None = None


class MissingGradients:
    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._patches = Patches()
        self._look = kit.guard(self._looked)
        self._known: ByIdentity[_Steps] = ByIdentity()
        self._waiting: list[_Steps] = []
        """Kept when their optimisers are gone."""
        self._suspect: _Steps | None = None
        self._parameters: set[int] = set()
        self._calls = 0

    @property
    def is_looking(self) -> bool:
        return bool(self._waiting)

    def after_backward(self) -> None:
        """A gradient that is cleared before the step has arrived all the same."""
        for optimiser, steps in self._known.living():
            self._ask(optimiser, steps)

    def stepped(self, optimiser: Any, number: int | None) -> None:
        steps = self._known.get(optimiser)
        if steps is None:
            if len(self._known) >= MOST_OPTIMISERS:
                return
            steps = _Steps(number)
            self._known.set(optimiser, steps)
            self._waiting.append(steps)
        if steps.has_gradient:
            return
        steps.count += 1
        self._ask(optimiser, steps)
        self._search(optimiser, steps)

    def finish(self) -> None:
        self._patches.undo()
        for steps in self._waiting if self._kit.is_ours else ():
            self._kit.observer.record(
                "missing_gradients", optimiser=steps.number, steps=steps.count, cut=steps.cut
            )

    def _ask(self, optimiser: Any, steps: _Steps) -> None:
        """Of frozen ones nobody expects a gradient."""
        if steps.has_gradient:
            return
        given = parameters_of(optimiser)
        is_frozen = not any(one.requires_grad for one in given)
        if is_frozen or any(one.grad is not None for one in given):
            steps.has_gradient = True
            self._waiting.remove(steps)
            if self._suspect is steps:
                self._close()

    def _search(self, optimiser: Any, steps: _Steps) -> None:
        if steps.has_gradient:
            return
        if steps.count == SUSPECT and self._suspect is None and not self._calls:
            self._suspect = steps
            self._parameters = {id(one) for one in parameters_of(optimiser)}
            self._patches.replace(self._kit.torch.Tensor, "detach", self._watched)
        elif self._suspect is steps and (steps.cut or steps.count >= SUSPECT + WATCHED):
            self._close()

    def _close(self) -> None:
        self._patches.undo()
        self._suspect, self._parameters = None, set()

    def _watched(self, plain: Any) -> Any:
        def detach(tensor: Any) -> Any:
            if self._suspect is not None and tensor.grad_fn is not None:
                self._look(tensor)
            return plain(tensor)

        return detach

    def _looked(self, tensor: Any) -> None:
        self._calls += 1
        suspect = self._suspect
        if suspect is None or suspect.cut or self._calls > MOST_CALLS:
            return
        if may_look(self._kit.torch) and self._comes_from(tensor.grad_fn):
            suspect.cut = self._kit.observer.places.caller()

    def _comes_from(self, node: Any) -> bool:
        leaves = (one for one in islice(nodes_from(node), MOST_NODES) if name_of(one) == LEAF)
        return any(id(one.variable) in self._parameters for one in leaves)
