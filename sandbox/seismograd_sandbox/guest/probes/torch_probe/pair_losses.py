"""Losses that ask which of the other examples of a batch an example belongs to.

A classifier whose number of classes is that of the examples looks alike: its labels change, and its
scores come from weights.
"""

from __future__ import annotations

import math
from typing import Any

from ..graph_nodes import LEAF, name_of, nodes_before, shape_of
from .kit import Kit
from .untraced import aside

LARGEST = 64
"""Pairs of a batch: larger ones are enough, and not looked at."""
LOOKS = 16
MOST_PLACES = 16
MOST_NODES = 12
PRODUCTS = ("Mm", "Bmm", "Cdist", "EuclideanDist")


class _Place:
    def __init__(self) -> None:
        self.looks = 0
        self.size = 0
        self.orders: dict[int, list[int]] = {}
        """The targets of the first batch of each size."""


class PairLosses:
    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._places: dict[tuple[Any, ...], _Place | None] = {}
        """None where another kind of loss is computed, and where all is told."""

    def computed(self, given: Any, target: Any, place: dict[str, Any] | None) -> None:
        if place is None or not given.requires_grad:
            return
        key = tuple(place.values())
        if key not in self._places and len(self._places) < MOST_PLACES:
            self._places[key] = _Place()
        known = self._places.get(key)
        if known is not None:
            with aside(self._kit.torch):
                self._look(key, known, given, target)

    def _look(self, key: tuple[Any, ...], known: _Place, given: Any, target: Any) -> None:
        if not _is_of_pairs(given, target) or not self._is_same_order(known, target):
            self._places[key] = None
            return
        known.looks += 1
        known.size = max(known.size, int(given.shape[0]))
        if known.looks == LOOKS:
            self._places[key] = None
            place = dict(zip(("file", "line"), key))
            self._kit.observer.record("pair_loss", size=known.size, looks=LOOKS, place=place)

    def _is_same_order(self, known: _Place, target: Any) -> bool:
        order = [int(one) for one in target.tolist()]
        first = known.orders.setdefault(len(order), order)
        return first == order and sorted(order) == list(range(len(order)))


def _is_of_pairs(given: Any, target: Any) -> bool:
    if given.dim() != 2 or target.dim() != 1 or target.is_floating_point():
        return False
    rows, columns = given.shape
    return bool(1 < rows == columns <= LARGEST and len(target) == rows and _is_product(given))


def _is_product(given: Any) -> bool:
    """Whether the scores are a product of two things that networks gave, and not of weights."""
    node = given.grad_fn
    for _ in range(MOST_NODES):
        if node is None:
            return False
        inner = nodes_before(node)
        if name_of(node).lstrip("_") in PRODUCTS:
            return len(inner) == 2 and not any(_is_weight(one) for one in inner)
        node = _largest(inner)
    return False


def _largest(nodes: list[Any]) -> Any:
    """The one with the scores: a temperature may be learned as well."""
    computed = [one for one in nodes if not _is_number(one)]
    return computed[0] if len(computed) == 1 else None


def _is_number(node: Any) -> bool:
    """Whether an operation gave a single number."""
    if name_of(node) == LEAF:
        return bool(node.variable.numel() == 1)
    return bool(getattr(node, "_input_metadata", ())) and math.prod(shape_of(node)) == 1


def _is_weight(node: Any) -> bool:
    while name_of(node) in ("T", "Transpose", "Permute"):
        node = node.next_functions[0][0]
    return name_of(node) == LEAF
