"""Functions that gave an output of PyTorch its values, and the targets that they cannot give."""

from __future__ import annotations

from typing import Any

FUNCTIONS = {
    "SoftmaxBackward0": "softmax",
    "LogSoftmaxBackward0": "log_softmax",
    "SigmoidBackward0": "sigmoid",
    "HardsigmoidBackward0": "hardsigmoid",
    "TanhBackward0": "tanh",
    "ReluBackward0": "relu",
    "SoftplusBackward0": "softplus",
    "ExpBackward0": "exp",
}
RANGES = {
    "softmax": (0.0, 1.0),
    "sigmoid": (0.0, 1.0),
    "hardsigmoid": (0.0, 1.0),
    "tanh": (-1.0, 1.0),
    "relu": (0.0, float("inf")),
    "softplus": (0.0, float("inf")),
    "exp": (0.0, float("inf")),
}
PASSED = (
    *("View", "UnsafeView", "ReshapeAlias", "Squeeze", "Unsqueeze", "Transpose", "Permute", "T"),
    *("ToCopy", "Clone", "Alias", "Select", "Slice", "Index", "Unbind", "AsStrided", "Expand"),
    *("Gather", "IndexSelect", "MaskedSelect", "Split", "SplitWithSizes"),
)
"""Nodes of a graph that leave the values as they are."""
MOST_NODES = 8
MARGIN = 0.05
"""Of the largest target: labels may be rounded, or noisy."""
FEWEST = 8
"""Targets of which a share says something."""


def made_by(tensor: Any) -> str | None:
    """The function that gave the values, as far as it is one that losses care about."""
    return function_of(getattr(tensor, "grad_fn", None))


def function_of(node: Any) -> str | None:
    """The same, of a node in a graph."""
    for _ in range(MOST_NODES):
        name = type(node).__name__
        if name in FUNCTIONS:
            return FUNCTIONS[name]
        if name.partition("Backward")[0] not in PASSED:
            return None
        node = node.next_functions[0][0] if node.next_functions else None
    return None


def out_of_reach(function: str | None, targets: Any) -> Any:
    """Which of the targets (a tensor or an array) a function cannot give; None if not known."""
    if function not in RANGES or len(targets.reshape(-1)) < FEWEST:
        return None
    low, high = RANGES[function]
    margin = MARGIN * abs(targets).max()
    return (targets < low - margin) | (targets > high + margin)
