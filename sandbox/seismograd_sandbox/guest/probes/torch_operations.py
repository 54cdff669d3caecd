"""Watches one call of a network, function by function (PyTorch, and Keras on it)."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..places import Places
from .attention_weights import MASKED, measured, of_heads, scaled_product, with_keys_last
from .operations import Attention, Line, Mask, Operations, Reshape, ResidualSum
from .reshapes import asked_by, group_size, swaps_axes

PRODUCTS = ("matmul", "__matmul__", "__rmatmul__", "bmm", "einsum")
SCALED = ("mul", "mul_", "__mul__", "__rmul__", "div", "div_", "__truediv__", "true_divide")
SUMS = ("add", "add_", "__add__", "__iadd__", "__radd__")
RESHAPES = ("view", "reshape", "view_as", "reshape_as", "flatten")
OF_SCALED_PRODUCT = ("query", "key", "value", "attn_mask", "dropout_p", "is_causal", "scale")
LEARNED = ("AddmmBackward0", "MmBackward0", "ConvolutionBackward0", "EmbeddingBackward0")
"""What the graph of a layer with weights has: scores of attention are a product behind them."""
FAR = 40
"""Nodes of the graph between scores and weights, at most: a mask and a scale have a few."""
BLOCK = 1000
"""Nodes of the graph of a branch, at most."""
MOST_SUMS = 200
MOST_MASKS = 20
MOST_MASKED = 4_000_000
"""Scores that are looked at for a mask."""
MOST_RESHAPES = 20
KEPT = 16
"""Results of softmax functions that may yet be multiplied with values."""
SMALLEST = 1e-12


@dataclass(eq=False)
class Swapped:
    """A tensor before and after its sizes were put into another order."""

    given: Any
    made: Any
    reshape: Reshape


class Watcher:
    """What it sees is in `seen`. It never changes what is computed."""

    def __init__(self, torch: Any, places: Places, padded: Any) -> None:
        self.seen = Operations()
        self._torch = torch
        self._places = places
        self._padded = padded
        self._weights: list[tuple[Any, Any, Line | None]] = []
        """What softmax functions gave, for which scores, and where."""
        self._products: dict[Any, Line | None] = {}
        """By node of the graph: they are the same objects for as long as they are kept."""
        self._scaled: dict[Any, Line | None] = {}
        self._reshapes: list[Swapped] = []
        self._before: dict[str, Callable[[str, Any, Any, Any], None]] = {
            **dict.fromkeys(PRODUCTS, self._multiplying),
            **dict.fromkeys(SUMS, self._adding),
            "scaled_dot_product_attention": self._attending,
            "multi_head_attention_forward": self._attending_with_heads,
        }
        self._after: dict[str, Callable[[Any, Any, Any], None]] = {
            **dict.fromkeys(PRODUCTS, self._multiplied),
            **dict.fromkeys(SCALED, lambda arguments, options, made: self._note_scaled(made)),
            **dict.fromkeys(RESHAPES, self._reshaped),
            "softmax": self._weighed,
        }

    def mode(self) -> Any:
        """A context in which calls of functions of the framework are watched."""

        def handle(mode: Any, called: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            name, options = getattr(called, "__name__", ""), kwargs or {}
            if name in self._before:
                with suppress(Exception):  # tensors of the script can be anything
                    self._before[name](name, called, args, options)
            made = called(*args, **options)
            if name in self._after:
                with suppress(Exception):
                    self._after[name](args, options, made)
            return made

        overrides = importlib.import_module("torch.overrides")
        return type("Watched", (overrides.TorchFunctionMode,), {"__torch_function__": handle})()

    def _note(self, found: Attention | None, scored: Line | None, weighed: Line | None) -> None:
        if found is not None:
            found.scored, found.weighed = scored, weighed
            self.seen.attentions.append(found)

    def _note_mask(self, allowed: Any, place: Line | None) -> None:
        """`allowed` by example, perhaps head and query, and key."""
        seen = allowed.any(-2) if allowed.dim() > 2 else allowed
        if len(self.seen.masks) < MOST_MASKS and not bool(seen.all()):
            self.seen.masks.append(Mask(seen.cpu().numpy(), place))

    def _attending(self, name: str, called: Any, arguments: Any, options: Any) -> None:
        given = {**dict(zip(OF_SCALED_PRODUCT, arguments)), **options}
        with self._torch.no_grad():
            made, place = scaled_product(self._torch, **given), self._places.caller()
            self._note_mask(made[1], place)
            found = measured(self._torch, *made, self._padded)
            if found is not None:
                found.of_framework = given.get("scale") is None
            self._note(found, place, place)

    def _attending_with_heads(self, name: str, called: Any, arguments: Any, options: Any) -> None:
        with self._torch.no_grad():
            made = of_heads(called, arguments, options)
            if made is not None:
                found, place = measured(self._torch, *made, self._padded), self._places.caller()
                self._note_mask(made[1], place)
                if found is not None:
                    found.of_framework = True
                self._note(found, place, place)

    def _weighed(self, arguments: Any, options: Any, made: Any) -> None:
        scores = arguments[0] if arguments else options["input"]
        axis = options.get("dim", arguments[1] if len(arguments) > 1 else None)
        if axis is not None and made.numel() <= MOST_MASKED:
            allowed = (scores.detach() > MASKED).movedim(axis, -1)
            self._note_mask(allowed, self._places.caller())
        if 3 <= made.dim() <= 4:
            self._weights = [*self._weights[-KEPT + 1 :], (made, scores, self._places.caller())]

    def _multiplying(self, name: str, called: Any, arguments: Any, options: Any) -> None:
        """Weights with values."""
        for at, operand in enumerate(arguments):
            for weights, scores, place in self._weights:
                if _is_same(operand, weights, self._torch):
                    self._multiply(name, arguments, at, (weights, scores, place))

    def _multiply(self, name: str, arguments: Any, at: int, of: tuple[Any, Any, Any]) -> None:
        weights, scores, place = of
        scored = self._scored(scores.grad_fn)
        if scored is None:
            return  # a choice between parts, or an average: nothing is compared with anything
        allowed = self._allowed(arguments[at], weights, scores)
        given = list(arguments)
        values = with_keys_last(name, given, at)
        given[at] = allowed
        mask = with_keys_last(name, given, at)
        if values is not None:
            self._note(measured(self._torch, values, mask, self._padded), scored[0], place)

    def _allowed(self, operand: Any, weights: Any, scores: Any) -> Any:
        if operand.shape == weights.shape and operand.stride() == weights.stride():
            return scores.detach() > MASKED
        return operand.detach() > 0

    def _scored(self, node: Any) -> tuple[Line | None] | None:
        """Where scores come from: from a product, whose result may have been scaled."""
        nodes, scaled = [node], None
        for one in nodes:  # which grows meanwhile
            if one in self._products:
                return (scaled or self._products[one],)
            scaled = scaled or self._scaled.get(one)
            if one.name() not in LEARNED and len(nodes) < FAR:
                nodes.extend(after for after, _ in one.next_functions if after is not None)
        return None

    def _multiplied(self, arguments: Any, options: Any, made: Any) -> None:
        """What may be scores: a product of two things that were both computed."""
        operands = [one for one in arguments if isinstance(one, self._torch.Tensor)]
        if all(one.grad_fn is not None and one.dim() > 2 for one in operands):
            self._products[made.grad_fn] = self._places.caller()

    def _note_scaled(self, made: Any) -> None:
        if made.grad_fn is not None and made.dim() > 2:
            self._scaled[made.grad_fn] = self._places.caller()

    def _reshaped(self, arguments: Any, options: Any, made: Any) -> None:
        given = arguments[0] if arguments else options["input"]
        undone = [one for one in self._reshapes if self._is_undone(one, given, made)]
        self._reshapes = [one for one in self._reshapes if one not in undone]
        is_swap = given.is_floating_point() and swaps_axes(given.shape, made.shape)
        if is_swap and not undone and len(self._reshapes) < MOST_RESHAPES:
            asked = asked_by(self._places)
            if asked is not None:
                may_group = group_size(given.shape, made.shape) > 0
                found = Reshape(given.shape[0], may_group, *asked)
                self._reshapes.append(Swapped(given, made, found))
        self.seen.reshapes = [one.reshape for one in self._reshapes]

    def _is_undone(self, swapped: Swapped, given: Any, made: Any) -> bool:
        """Nobody has used the new order: what follows is as good as made of the old one."""
        is_flat = made.dim() == 2 and made.shape[0] == given.shape[0]
        comes_back = is_flat or made.shape == swapped.given.shape
        return comes_back and _is_same(given, swapped.made, self._torch)

    def _adding(self, name: str, called: Any, arguments: Any, options: Any) -> None:
        first, second = [*arguments, *options.values()][:2]
        are_activations = first.grad_fn is not None and second.grad_fn is not None
        if not are_activations or first.shape != second.shape or first.dim() < 2:
            return
        if len(self.seen.sums) >= MOST_SUMS:
            return
        for stream, branch in ((first, second), (second, first)):
            if _comes_from(branch.grad_fn, stream.grad_fn):
                ratio = float(_size(branch) / max(float(_size(stream)), SMALLEST))
                self.seen.sums.append(ResidualSum(ratio, self._places.caller()))
                return


def _is_same(operand: Any, weights: Any, torch: Any) -> bool:
    """Also another view of it."""
    return (
        isinstance(operand, torch.Tensor)
        and operand.numel() == weights.numel()
        and operand.data_ptr() == weights.data_ptr()
    )


def _size(tensor: Any) -> Any:
    return tensor.detach().float().square().mean().sqrt()


def _comes_from(node: Any, origin: Any) -> bool:
    nodes, known = [node], {node}
    for one in nodes:  # which grows meanwhile
        if one is origin:
            return len(nodes) > 1
        if len(nodes) > BLOCK:
            return False
        fresh = [after for after, _ in one.next_functions if after is not None]
        nodes.extend(after for after in fresh if after not in known)
        known.update(fresh)
    return False
