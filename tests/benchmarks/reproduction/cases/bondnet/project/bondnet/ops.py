"""Sums and softmax over the edges that arrive at a node."""

import torch


def scatter_sum(values: torch.Tensor, index: torch.Tensor, size: int) -> torch.Tensor:
    out = values.new_zeros(size, *values.shape[1:])
    return out.index_add(0, index, values)


def edge_softmax(scores: torch.Tensor, index: torch.Tensor, size: int) -> torch.Tensor:
    """Softmax of one score per edge, separately for each target node."""
    with torch.no_grad():  # the shift is for stability only, it cancels out
        top = scores.new_full((size,), float("-inf"))
        top = top.scatter_reduce(0, index, scores, "amax")
        scores = scores - top[index]
    weights = scores.exp()
    return weights / scatter_sum(weights, index, size)[index]
