"""A trained network that questions are put to, and how its answers are compared.

Every framework is asked the same: batches and answers are arrays of NumPy here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .operations import Operations

SAME = 1e-3
"""Of the spread of the output: rounding stays far below it."""


@dataclass
class Comparison:
    """An output beside its target, as the loss of that output was given them."""

    loss: Any
    targets: Any
    output: Any


class TriedNetwork(ABC):
    """A network with a batch that it was trained on."""

    batch: Any
    target: Any = None
    """Class indices that the batch was compared with, where they are known."""
    labels: Any = None
    """What the batch was compared with, classes or not, where there is one row for each example."""
    numbers: Any = None
    """Measured numbers that it was compared with, one for each example, where they are known."""
    loss: Any = None
    """An object of the script's own that compares answers with them, where one is known."""
    comparisons: Sequence[Comparison] = ()
    """What each loss of the script's own compared, where an example has several outputs."""
    varied: bool
    """Whether another call was given something else."""
    reconstructs: bool = False
    """Whether the loss compares with what the network was given."""
    layers: list[Any]
    """The network's parts."""
    channels_last: bool
    """Whether the layers that convolve want their channels in the last axis."""
    uses_batch_statistics: bool
    watched: Operations | None = None
    """What it did in a call that was watched, once there was one."""

    @abstractmethod
    def answer(self, batch: Any) -> Any:
        """With the same random numbers every time; None where the network takes something else."""

    def answer_to_other(self, batch: Any, plain: Any) -> Any:
        """None where the batch is what it was, or the answer has another shape."""
        other = None if equal(batch, self.batch) else self.answer(batch)
        return None if other is None or other.shape != plain.shape else other

    def other_tokens(self) -> list[tuple[int, Any]]:
        """Whole numbers that it was given beside the batch, with their place in the call."""
        return []

    def answer_with(self, place: int, tokens: Any) -> Any:
        """The answer where other tokens stand in that place; None where that is not known."""
        return None

    @abstractmethod
    def answers_of_layers(self, batch: Any) -> list[tuple[Any, Any]]:
        """What each layer gives back meanwhile, in the order of the calls."""

    def last_layer_without_gradient(self) -> Any:
        """That the answer depends on; None where gradients reach all, or this cannot be told."""
        return None

    def is_reached(self, layer: Any) -> bool:
        """Whether a gradient of the answer gets to what the layer gave back."""
        return False

    def cutting_line(self, passes: Callable[[], bool]) -> Any:
        """Of the script, where a gradient passes without it."""
        return None

    def cut_by_draw(self) -> Answer | None:
        """The layer that no gradient gets to past a draw from a distribution, and its line."""
        return None

    def gradient_sizes(self, batch: Any, axis: int) -> list[float] | None:
        """Of the answer for the last position, by position of the input; None where unknown."""
        return None

    def operations(self, padded: Any) -> Operations:
        """Of one call with the batch; `padded` by example and position, where known."""
        return Operations()

    def second_derivative_line(self) -> Any:
        """Of the script, where it takes one of its network by the input; None where it does not."""
        return None

    def named_levels(self, count: int) -> list[tuple[float, ...]]:
        """That the project names: so many ordered numbers between 0 and 1."""
        return []

    def loss_of(self, output: Any) -> float | None:
        """What `loss` says of it beside the measured numbers; None where it says nothing."""
        return None

    def cost(self, loss: Any, targets: Any, output: Any) -> float | None:
        """What a loss says of an output beside targets; None where it says nothing."""
        return None

    def is_flat(self) -> bool | None:
        """Whether all that its layers compute has no second derivative by the input."""
        return None

    def answer_with_other_rows(self, chosen: Any) -> Any:
        """With others of the batch at chosen places of what the first layer makes of it."""
        return None


@dataclass
class Answer:
    holds: bool
    layer: Any = None
    """The part of the network that it comes from, where that is known."""
    place: Any = None
    """The line that it comes from, where that is known."""
    shares: tuple[float, float] | None = None
    """What one number of each example tells of its target, and what the network does."""


def differs(first: Any, second: Any, whole: Any) -> bool:
    """By more than rounding does, beside the spread of all outputs."""
    if second is None or first.shape != second.shape:
        return True
    return effect(first, second) > SAME * max(spread(whole), 1e-6)


def effect(first: Any, second: Any) -> float:
    """The largest difference."""
    return float(abs(first - second).max())


def equal(first: Any, second: Any) -> bool:
    return first.shape == second.shape and bool((first == second).all())


def kind_of(layer: Any) -> str:
    return type(layer).__name__.lower()


def spread(output: Any) -> float:
    return float(output.std()) if output.size > 1 else 0.0


def is_float(array: Any) -> bool:
    return bool(array.dtype.kind == "f")


def rolled(items: list[Any], by: int) -> list[Any]:
    return items[-by:] + items[:-by]


def with_other_examples(batch: Any, axis: int = 0) -> Any:
    """Every example in the place of the next one."""
    return batch.take(rolled(list(range(batch.shape[axis])), 1), axis=axis)
