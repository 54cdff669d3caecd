"""Probes for PyTorch: any training loop, without a change to it or to what it computes."""

from __future__ import annotations

from types import ModuleType

from ...observer import Observer
from .probe import TorchProbe


def attach(torch: ModuleType, observer: Observer) -> TorchProbe:
    probe = TorchProbe(torch, observer)
    try:
        probe.begin()
    except Exception:
        probe.finish()  # nothing is left behind of a probe that does not fit this version
        raise
    return probe
