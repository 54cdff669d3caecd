"""What a loss function of PyTorch was given, beyond shapes and ranges: as far as it is certain."""

from __future__ import annotations

from typing import Any

FUNCTIONS = {
    "SoftmaxBackward0": "softmax",
    "LogSoftmaxBackward0": "log_softmax",
    "SigmoidBackward0": "sigmoid",
}
PASSED = (
    *("View", "UnsafeView", "ReshapeAlias", "Squeeze", "Unsqueeze", "Transpose", "Permute", "T"),
    *("ToCopy", "Clone", "Alias", "Select", "Slice", "Index", "Unbind", "AsStrided", "Expand"),
)
"""Nodes of a graph that leave the values as they are."""
MOST_NODES = 8


def made_by(tensor: Any) -> str | None:
    """The function that gave the values, as far as it is one that losses care about."""
    node: Any = getattr(tensor, "grad_fn", None)
    for _ in range(MOST_NODES):
        name = type(node).__name__
        if name in FUNCTIONS:
            return FUNCTIONS[name]
        if name.partition("Backward")[0] not in PASSED:
            return None
        node = node.next_functions[0][0] if node.next_functions else None
    return None


def adds_terms(node: Any) -> bool:
    """Whether a loss is a sum of terms of which each depends on the weights."""
    for _ in range(MOST_NODES):
        inner = [before for before, _ in node.next_functions if before is not None]
        name = type(node).__name__.partition("Backward")[0]
        if len(inner) > 1:
            return name in ("Add", "Sub", "Stack", "Cat")
        if not inner or name not in (*PASSED, "Add", "Sub", "Mul", "Div", "Neg", "Mean", "Sum"):
            return False
        node = inner[0]
    return False


def are_swapped(given: Any, target: Any) -> bool:
    """Whether the gradient goes to what is compared with, and none to what is compared."""
    return bool(target.requires_grad) and not given.requires_grad


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
