"""What an alteration can change; each overrides what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..observer import Observer


@dataclass
class Batch:
    """The tensors of one call of a network, or those that its answers are compared with."""

    torch: Any
    tensors: list[Any]
    is_training: bool
    """Whether gradients are recorded."""
    network: Any = None
    size: int | None = None
    """Examples, as far as the targets of an earlier step tell."""


class Alteration:
    """Methods that change tensors give back as many as they were given."""

    sees_functions = False
    """Whether `change_arguments` is wanted, which slows every operation."""
    applies_within: int | None = None
    """Batches after which it is known whether there is anything to alter; None where never."""

    def __init__(self, value: str) -> None:
        """`value` is what stands after "=" in `--alter`."""
        self.value = value
        self.applied = 0
        """How often something was changed."""
        self.measured: dict[str, float] = {}
        self.observer: Observer | None = None
        self.place: dict[str, Any] | None = None
        """The line of the project whose doing was changed, where it is one."""

    def caller(self) -> dict[str, Any] | None:
        """The innermost line of the project on the stack."""
        return self.observer.places.caller(2) if self.observer is not None else None

    def place_built(self, instance: Any) -> dict[str, Any] | None:
        return self.observer.place_built(instance) if self.observer is not None else None

    def overrides(self, *methods: str) -> bool:
        """Whether it has one of them of its own."""
        own, plain = type(self), Alteration
        return any(getattr(own, name) is not getattr(plain, name) for name in methods)

    def begin_torch(self, torch: Any) -> None:
        """Right after it was imported."""

    def begin_keras(self, keras: Any) -> None:
        """Right after it was imported."""

    def meet_network(self, torch: Any, network: Any) -> None:
        """Before its first call with gradients."""

    def meet_keras_model(self, keras: Any, model: Any) -> None:
        """Before its first step of training."""

    def change_inputs(self, batch: Batch) -> Sequence[Any]:
        return batch.tensors

    def change_targets(self, batch: Batch) -> Sequence[Any]:
        return batch.tensors

    def change_arguments(self, torch: Any, function: Any, tensors: list[Any]) -> Sequence[Any]:
        """Of any operation on tensors."""
        return tensors

    def mode(self, now: bool, *, is_training: bool) -> bool | None:
        """In which mode a network is to be called: True for training; None as it is now."""
        return None

    def after_backward(self) -> None:
        """Gradients were computed: the batch is over."""

    def before_step(self, optimiser: Any) -> None:
        """Right before an optimiser of PyTorch changes weights."""

    def after_step(self, optimiser: Any) -> None:
        """Right after it did."""

    def change_whole(self, batch: Batch) -> Sequence[Any]:
        """Of what a step of Keras is given without targets: it may be compared with itself."""
        return batch.tensors

    def before_keras_step(self, optimiser: Any) -> None:
        """Right before an optimiser of Keras on PyTorch changes weights."""

    def after_keras_step(self, weights: list[Any]) -> None:
        """Right after an optimiser of Keras changed weights, which are parameters of PyTorch."""
