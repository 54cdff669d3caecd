"""Evaluations happen in the other mode: training instead of evaluation, or the reverse."""

from __future__ import annotations

from ..altering.alteration import Alteration


class Altered(Alteration):
    def mode(self, now: bool, *, is_training: bool) -> bool | None:
        return None if is_training else not now
