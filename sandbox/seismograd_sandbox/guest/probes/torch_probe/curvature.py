"""Whether what a network computes has a second derivative by its input."""

from __future__ import annotations

from typing import Any

LAST = 4
"""Outputs of layers that are looked at, from the last one on: those before are in them."""


def is_flat(torch: Any, sources: list[Any], outputs: list[Any]) -> bool | None:
    """Whether all second derivatives are exactly zero; None where there is no first one.

    To be called where gradients are on.
    """
    curved = [_is_curved(torch, sources, one) for one in outputs[-LAST:]]
    if any(curved):
        return False
    return True if any(one is False for one in curved) else None


def _is_curved(torch: Any, sources: list[Any], output: Any) -> bool | None:
    slopes = _slopes(torch, output, sources)
    if not any(bool((one != 0).any()) for one in slopes):
        return None
    seconds = [one for slope in slopes for one in _slopes(torch, slope, sources)]
    return any(bool((one != 0).any()) for one in seconds)


def _slopes(torch: Any, made: Any, sources: list[Any]) -> list[Any]:
    """Of a mixture: a plain sum may be the same for all inputs."""
    if not made.requires_grad:
        return []
    mixed = (made * torch.rand_like(made)).sum()
    found = torch.autograd.grad(mixed, sources, create_graph=True, allow_unused=True)
    return [one for one in found if one is not None]
