"""Whoever wants to know how it goes."""

from __future__ import annotations

from typing import Protocol

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.plan.plan import Plan


class Listener(Protocol):
    """Is told from the thread that works; must be quick and must not raise."""

    def stage(self, words: str) -> None: ...
    def criteria(self, fingerprint: Fingerprint) -> None: ...
    def plan(self, plan: Plan) -> None: ...
    def attempt(self, attempt: Attempt) -> None: ...
