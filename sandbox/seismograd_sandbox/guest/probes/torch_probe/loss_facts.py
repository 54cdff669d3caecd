"""What a loss function of PyTorch was given, beyond shapes and ranges: as far as it is certain."""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

from ..graph_nodes import name_of, nodes_before, nodes_from, shape_of, sources_of
from ..output_functions import PASSED

MOST_NODES = 8
MOST_TERMS = 24
"""Nodes of a formula, from the loss on."""


def adds_terms(node: Any) -> bool:
    """Whether a loss is a sum of terms of which each depends on the weights."""
    for _ in range(MOST_NODES):
        inner, name = nodes_before(node), name_of(node)
        if len(inner) > 1:
            return name in ("Add", "Sub", "Stack", "Cat")
        if not inner or name not in (*PASSED, "Add", "Sub", "Mul", "Div", "Neg", "Mean", "Sum"):
            return False
        node = inner[0]
    return False


def compares_answers(node: Any, shape: tuple[int, ...]) -> bool:
    """Whether values of a shape come from two smaller ones that are both learned.

    They are all pairs of answers, as a ranking loss compares them; a target is not learned.
    """
    for _ in range(MOST_NODES):
        inner = [shape_of(*source) for source in sources_of(node)]
        if len(inner) > 1:
            return shape not in inner and len(set(inner)) > 1
        if len(inner) != 1 or inner[0] != shape:
            return False
        (node,) = nodes_before(node)
    return False


def are_swapped(given: Any, target: Any) -> bool:
    """Whether the gradient goes to what is compared with, and none to what is compared."""
    return bool(target.requires_grad) and not given.requires_grad


def takes_logarithms(name: str, arguments: Any, options: Any) -> bool | None:
    """Whether a Poisson loss raises e to what it is given; None of other losses."""
    if name != "poisson_nll_loss":
        return None
    return bool(arguments[2] if len(arguments) > 2 else options.get("log_input", True))


def raises_answers(node: Any, answers: tuple[int, ...] | None) -> bool:
    """Whether a formula raises e to the answers of a linear layer, as they are."""
    if answers is None:
        return False
    for one in islice(nodes_from(node), MOST_TERMS):
        if name_of(one) == "Exp" and math.prod(shape_of(one)) == math.prod(answers):
            return _is_linear(next(iter(nodes_before(one)), None))
    return False


def _is_linear(node: Any) -> bool:
    for _ in range(MOST_NODES):
        if name_of(node) not in PASSED:
            return name_of(node) == "Addmm"
        node = node.next_functions[0][0] if node.next_functions else None
    return False


def is_label_each(target: Any, examples: int | None) -> bool:
    """Whether there is one class for each example of the batch, and not one for each token."""
    base = target._base
    whole = base is None or base.dim() == 1 or base.numel() == target.numel()
    return bool(target.dim() == 1 and target.numel() == examples and whole)


def row_numbers(torch: Any, target: Any) -> list[Any]:
    """Smallest and largest sum of a row of class shares, and how far they are from 0 and 1."""
    shares = target.detach().float()
    softness = (shares * (1 - shares)).abs().max()
    return [*torch.aminmax(shares.sum(1)), softness]
