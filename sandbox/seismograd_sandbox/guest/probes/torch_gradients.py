"""What the graph and the functions of PyTorch tell of a network (Keras on it as well)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from itertools import takewhile
from typing import Any

from ..altering.nested import tensors_in, with_tensors
from ..places import Places
from .gradient_cuts import cutting_line
from .operations import Operations
from .torch_operations import Watcher
from .tried_network import TriedNetwork, differs, kind_of

COMPILED = "optimizedmodule"
KERAS_MASK = "_keras_mask"
"""An attribute of tensors."""
MOST_CHANGED = 4
"""Layers without a gradient that are tried, from the last one on: one pass each."""


class TriedWithGradients(TriedNetwork):
    """A network whose answers are tensors of PyTorch."""

    _torch: Any
    _places: Places

    @abstractmethod
    def _leaves(self) -> list[Any]:
        """Its layers that have none inside."""

    @abstractmethod
    def _learns(self, layer: Any) -> bool:
        """Whether it has weights of its own that are trained."""

    @abstractmethod
    def _hooked(
        self, layers: list[Any], action: Callable[[Any, Any], Any]
    ) -> AbstractContextManager[None]:
        """What `action` gives back for a layer and its output, if anything, is the output then."""

    @abstractmethod
    def _called_again(self) -> Any:
        """The first tensor of what the network makes of the batch; it may raise anything."""

    @abstractmethod
    def _called_with(self, batch: Any) -> Any:
        """The same for a tensor in the place of the batch."""

    def call_under(self, mode: AbstractContextManager[Any]) -> None:
        """With gradients, whatever becomes of it."""
        with self._torch.enable_grad(), mode, suppress(Exception):
            self._called_again()

    def last_layer_without_gradient(self) -> Any:
        """By a pass with gradients, and one for each layer without any whose output is changed."""
        reached, plain = self._reached_layers(), self.answer(self.batch)
        unreached = [leaf for leaf in self._leaves() if _is_cut_off(leaf, reached)]
        for leaf in unreached[: -MOST_CHANGED - 1 : -1]:
            changed = self._answer_with_other_output(leaf)
            if changed is not None and plain is not None and differs(plain, changed, plain):
                return leaf
        return None

    def _reached_layers(self) -> dict[int, bool]:
        """By layer that learns, in the order of the calls: whether a gradient of the answer
        reaches what it gave back."""
        reached: dict[int, bool] = {}
        for leaf, grad in self._gradients():
            reached[id(leaf)] = reached.get(id(leaf), False) or grad is not None
        return reached

    def _gradients(self) -> list[tuple[Any, Any]]:
        """With the layers whose outputs they are of; none where they cannot be had."""
        found: list[tuple[Any, Any]] = []
        learning = [one for one in self._leaves() if self._learns(one)]
        keep = self._hooked(learning, lambda leaf, made: found.extend(self._tracked(leaf, made)))
        with self._torch.enable_grad(), keep:
            try:
                output = self._called_again()
            except Exception:  # code of the script: what was given by name is not kept, for one
                return []
            if not found or output is None or not output.requires_grad:
                return []
            tensors = [tensor for _, tensor in found]
            try:
                grads = self._torch.autograd.grad(output.sum(), tensors, allow_unused=True)
            except RuntimeError:  # recurrent layers on a GPU have none in evaluation mode
                return []
            return list(zip((leaf for leaf, _ in found), grads))

    def _tracked(self, leaf: Any, output: Any) -> list[tuple[Any, Any]]:
        return [(leaf, one) for one in tensors_in(output, self._is_float) if one.requires_grad]

    def _is_float(self, value: Any) -> bool:
        return isinstance(value, self._torch.Tensor) and bool(value.is_floating_point())

    def _answer_with_other_output(self, leaf: Any) -> Any:
        def moved(layer: Any, output: Any) -> Any:
            tensors = tensors_in(output, self._is_float)
            return with_tensors(output, self._is_float, [one.flip(0) * 2 + 1 for one in tensors])

        with self._hooked([leaf], moved):
            return self.answer(self.batch)

    def gradient_sizes(self, batch: Any, axis: int) -> list[float] | None:
        """Of tokens, those of what an embedding gives for them."""
        torch, given = self._torch, self._torch.as_tensor(batch)
        sources = [given.requires_grad_()] if given.is_floating_point() else []

        def embedded(layer: Any, output: Any) -> Any:
            if sources or not self._is_float(output) or output.shape[:-1] != given.shape:
                return None
            sources.append(output.detach().requires_grad_())
            return sources[0]

        with torch.enable_grad(), self._hooked(self._leaves(), embedded):
            try:
                output = self._called_with(given)
                (grad,) = torch.autograd.grad(_mixed(torch, output, batch, axis), sources)
            except Exception:  # code of the script: it may want something else
                return None
        return [float(one.abs().max()) for one in grad.unbind(axis)]

    def cutting_line(self, passes: Callable[[], bool]) -> Any:
        return cutting_line(self._torch, self._places, passes)

    def operations(self, padded: Any) -> Operations:
        watcher = Watcher(self._torch, self._places, padded)
        if any(kind_of(layer) == COMPILED for layer in self.layers):
            return watcher.seen  # it would be compiled again
        with self._torch.enable_grad(), watcher.mode():
            try:
                self._called_again()
            except Exception:  # code of the script
                return Operations()
        return watcher.seen

    def answer_with_other_rows(self, chosen: Any) -> Any:
        """A mask that is computed from the batch stays what it is."""
        changed: list[Any] = []

        def exchange(layer: Any, output: Any) -> Any:
            if changed or not self._is_float(output) or output.dim() != 3:
                return None
            if output.shape[:2] != chosen.shape:
                return None
            changed.append(_with_other_rows(self._torch, output, chosen))
            return changed[0]

        with self._hooked(self._leaves(), exchange):
            made = self.answer(self.batch)
        return made if changed else None


def _mixed(torch: Any, output: Any, batch: Any, axis: int) -> Any:
    """One number of the last position: its plain sum would be 1 after a softmax, always."""
    if output.dim() > 2 and output.shape[axis] == batch.shape[axis]:
        output = output.select(axis, -1)
    return (output * torch.rand_like(output)).sum()


def _with_other_rows(torch: Any, output: Any, chosen: Any) -> Any:
    places = torch.as_tensor(chosen, device=output.device)
    changed, others = output.detach().clone(), output.detach()[~places]
    count = int(places.sum())
    changed[places] = others.flip(0).repeat(-(-count // len(others)), 1)[:count]
    if hasattr(output, KERAS_MASK):
        setattr(changed, KERAS_MASK, getattr(output, KERAS_MASK))
    return changed


def _is_cut_off(leaf: Any, reached: dict[int, bool]) -> bool:
    """Past a table that something is looked up in (a codebook), the gradient may go around it."""
    if reached.get(id(leaf)) is not False:
        return False
    before = takewhile(lambda one: one != id(leaf), reached)
    return "embedding" not in kind_of(leaf) or not any(reached[one] for one in before)
