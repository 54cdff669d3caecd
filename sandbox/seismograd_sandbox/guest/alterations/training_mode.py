"""The network is in training mode while it is trained."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration


class Altered(Alteration):
    def mode(self, network: Any, *, is_training: bool) -> bool | None:
        return True if is_training and not network.training else None
