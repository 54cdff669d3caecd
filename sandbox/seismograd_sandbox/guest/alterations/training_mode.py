"""The network is in training mode while it is trained."""

from __future__ import annotations

from ..altering.alteration import Alteration


class Altered(Alteration):
    def mode(self, now: bool, *, is_training: bool) -> bool | None:
        return True if is_training and not now else None
