"""A fifth of the examples is never learned from; now and then a step shows the loss on them.

In the place of an example that is held back, the batch has another one twice. Every 16th step is
given held-back examples only, and its gradients are dropped: the loss of that step is one of data
that the network has not seen. Where examples are never the same twice, none can be held back.

A step of Keras is given its gradients, so that there is nothing to drop: it is taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..altering.alteration import Alteration, Batch
from ..altering.example_sums import example_sums
from ..altering.other_examples import OtherExamples
from ..altering.undone_step import UndoneStep

PART = 5
EVERY = 16
"""Steps. The trace may keep every second, fourth ... loss only: a power of two is among them."""
MOST_KEPT = 512


class Altered(Alteration):
    applies_within = 64

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._steps = 0
        self._slot = 0
        self._held: list[int] | None = None
        self._count = 0
        self._kept: dict[int, list[Any]] = {}
        """Held-back rows, by the place of their tensor among those of a step."""
        self._targets = 0
        self._is_shown = False
        self._undone: UndoneStep | None = None
        self._others = OtherExamples()

    def begin_torch(self, torch: Any) -> None:
        self._torch = torch

    def change_inputs(self, batch: Batch) -> Sequence[Any]:
        if not batch.is_training:
            self._note_asked(batch.tensors)
            return batch.tensors
        if self._held is None:
            self._choose(batch.tensors)
        return [self._altered(batch.torch, tensor) for tensor in batch.tensors]

    def change_targets(self, batch: Batch) -> Sequence[Any]:
        if self._held is None or not batch.is_training:
            return batch.tensors
        self._targets += any(self._fits(tensor) for tensor in batch.tensors)
        return [self._altered(batch.torch, tensor) for tensor in batch.tensors]

    def change_whole(self, batch: Batch) -> Sequence[Any]:
        self._targets += 1
        return self.change_inputs(batch)

    def before_step(self, optimiser: Any) -> None:
        if self._is_shown:
            for group in optimiser.param_groups:
                for parameter in group["params"]:
                    parameter.grad = None

    def after_step(self, optimiser: Any) -> None:
        self._end_step()

    def before_keras_step(self, optimiser: Any) -> None:
        if self._is_shown:
            self._undone = UndoneStep(self._torch, optimiser)

    def after_keras_step(self, weights: list[Any]) -> None:
        undone, self._undone = self._undone, None
        if undone is not None:
            undone.undo()
        elif self._is_shown:
            self._targets = 0  # it was learned from: no step that shows anything
        self._end_step()

    def _end_step(self) -> None:
        self._steps += 1
        self._note_learned()
        if self._is_shown and self._targets:
            self.measured["shown"] = self.measured.get("shown", 0.0) + 1.0
        self._slot, self._held, self._targets, self._is_shown = 0, None, 0, False

    def after_backward(self) -> None:
        """A step may have several batches, each with its own examples."""
        self._slot, self._held = 0, None
        self._note_learned()

    def _note_asked(self, tensors: list[Any]) -> None:
        """Before the first step, Keras may try out the network with made-up examples."""
        if self._steps and tensors and not self._others.count:
            self._others.asked(example_sums(tensors))
            self.measured["others"] = float(self._others.count)

    def _note_learned(self) -> None:
        self._others.learned()
        self.measured["others"] = float(self._others.count)

    def _choose(self, tensors: list[Any]) -> None:
        """By what an example is, so that it is the same one in every pass."""
        self._count = int(tensors[0].shape[0])
        sums = example_sums(tensors)
        self._others.given(sums)
        self.measured["others"] = float(self._others.count)
        self._held = [at for at, known in enumerate(sums) if not known % PART]
        kept = [len(rows) for rows in self._kept.values()]
        enough = bool(kept) and min(kept) >= min(self._count, MOST_KEPT // 2)
        self._is_shown = enough and self._steps % EVERY == 0

    def _fits(self, tensor: Any) -> bool:
        return int(tensor.shape[0]) == self._count

    def _altered(self, torch: Any, tensor: Any) -> Any:
        if not self._fits(tensor) or self._held is None:
            return tensor
        slot, self._slot = self._slot, self._slot + 1
        kept = self._kept.setdefault(slot, [])
        if self._is_shown:
            return torch.stack([kept[at % len(kept)] for at in range(self._count)]).to(tensor)
        kept += [tensor[at].detach().clone() for at in self._held]
        del kept[:-MOST_KEPT]
        held = set(self._held)
        others = [at for at in range(self._count) if at not in held]
        if not held or not others:
            return tensor
        order = [others[at % len(others)] if at in held else at for at in range(self._count)]
        return tensor[torch.tensor(order, device=tensor.device)]
