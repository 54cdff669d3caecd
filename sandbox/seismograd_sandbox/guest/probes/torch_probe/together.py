"""Single numbers, wherever they lie, put together so that they can be fetched at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def together(torch: Any, scalars: Sequence[Any]) -> Any:
    """One flat tensor of tensors with one element each; None where there are none.

    On a device if one of them lies there: to bring that one here would mean to wait for it.
    """
    if not scalars:
        return None
    if all(_is_plain(torch, scalar) for scalar in scalars):
        return torch.stack(scalars)
    away = [scalar.device for scalar in scalars if scalar.device.type != "cpu"]
    device = away[0] if away else scalars[0].device
    return torch.stack(
        [
            scalar.detach().reshape(()).to(device, torch.float32, non_blocking=True)
            for scalar in scalars
        ]
    )


def _is_plain(torch: Any, scalar: Any) -> bool:
    """Whether a number can be taken as it is, which costs the least: so are most losses."""
    return (
        scalar.device.type == "cpu"
        and scalar.dtype is torch.float32
        and not scalar.shape
        and not scalar.requires_grad
    )
