"""Modes of the whole framework, as they are at the first backward pass."""

from __future__ import annotations

from .kit import Kit


def tell_modes(kit: Kit) -> None:
    if kit.torch.is_anomaly_enabled():
        kit.setting("detect_anomaly", True)
    if kit.torch.are_deterministic_algorithms_enabled():
        kit.setting("deterministic", True)
