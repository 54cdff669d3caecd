"""Evaluations happen in the other mode: training instead of evaluation, or the reverse."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration


class Altered(Alteration):
    def mode(self, network: Any, *, is_training: bool) -> bool | None:
        return None if is_training else not network.training
