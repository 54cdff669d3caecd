"""Pairs that a loss pulls together or pushes apart: the sign of a gradient tells which."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..graph_nodes import name_of, nodes_before

FEWEST = 8
"""Pairs in a batch."""
MOST_NODES = 200
"""Of a graph, from the loss on to where pairs are compared."""
CHOSEN = frozenset({"Index", "IndexSelect", "Gather", "TakeAlongDim"})
"""Rows that are picked out by number may be the most unlike of their kind, for being so."""
TO_A_VALUE = frozenset({"MseLoss", "SmoothL1Loss", "HuberLoss"})
SHIFTS = frozenset({"Sub", "Rsub", "Add"})


@dataclass
class Comparison:
    """Rows of two tensors, one with one, and how far they are apart."""

    left: Any
    right: Any
    result: Any = None
    """What the script goes on with; none where a loss function compares by itself."""
    is_similarity: bool = False
    pulled: Any = None
    """By pair; none where a gradient is to tell."""
    place: dict[str, Any] | None = None

    def distances(self, torch: Any) -> Any:
        if self.result is None:
            return torch.linalg.vector_norm(self.left.detach() - self.right.detach(), dim=-1)
        found = self.result.detach()
        return 1 - found if self.is_similarity else found


def is_of_pairs(left: Any, right: Any) -> bool:
    if not left.dim() == right.dim() == 2 or left.shape != right.shape:
        return False
    return bool(left.shape[0] >= FEWEST and left.shape[1] > 1 and left.is_floating_point())


def is_chosen(tensor: Any) -> bool:
    node = tensor.grad_fn
    near = [] if node is None else [node, *nodes_before(node)]
    return any(name_of(one) in CHOSEN for one in near)


def roles(distances: Any, slopes: Any) -> tuple[Any, Any]:
    """Which pairs are pulled and which are pushed, by how the loss changes with their distance.

    Of a loss with a margin, most have no slope. Where the others are all of one kind, so are they;
    in a mixture, those beyond all that are pushed are far enough apart, and those before all that
    are pulled are near enough. The rest is left out.
    """
    pulled, pushed = slopes > 0, slopes < 0
    if not bool(pushed.any()):
        return slopes >= 0 if bool(pulled.any()) else pulled, pushed
    if not bool(pulled.any()):
        return pulled, slopes <= 0
    still = slopes == 0
    far = still & (distances >= distances[pushed].max())
    near = still & (distances <= distances[pulled].min())
    return pulled | (near & ~far), pushed | (far & ~near)


def seeks_a_value(root: Any, compared: list[Any]) -> bool:
    """Whether a loss wants distances to have a value, so that either side of it may be wrong.

    Then those that are too far are pulled for being far, whichever pairs they are.
    """
    ends = {one.result.grad_fn for one in compared if one.result is not None}
    return any(_is_error(node, ends) for node in islice(_between(root.grad_fn, ends), MOST_NODES))


def _between(node: Any, ends: set[Any]) -> Any:
    nodes, known = [node], {node, *ends}
    for one in nodes:  # which grows meanwhile
        yield one
        fresh = [before for before in dict.fromkeys(nodes_before(one)) if before not in known]
        known.update(fresh)
        nodes += fresh


def _is_error(node: Any, ends: set[Any]) -> bool:
    if name_of(node) in TO_A_VALUE:
        return True
    inner = nodes_before(node)
    is_square = name_of(node) in ("Pow", "Abs") or (name_of(node) == "Mul" and len(inner) == 2)
    same = len(set(inner)) == 1
    return is_square and same and name_of(inner[0]) in SHIFTS and inner[0] not in ends
