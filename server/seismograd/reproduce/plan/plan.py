"""Ordered steps with concrete values, from a report to a check."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Action(StrEnum):
    """The edits by which people make a report into something that runs; then run and check."""

    VERSIONS = "versions"
    IMPORTS = "imports"
    DOWNLOADS = "downloads"
    FILES = "files"
    NETWORK = "network"
    DATA = "input data"
    HYPERPARAMETERS = "hyperparameters"
    RUN = "run"
    CHECK = "check"
    CONTROL = "control"


class Way(StrEnum):
    """How the bug is reached, where the report says it."""

    SNIPPET = "snippet"
    COMMAND = "command"
    CALL = "call"
    RELATION = "relation"


@dataclass(frozen=True, slots=True)
class Step:
    action: Action
    words: str
    """One sentence, with the values."""


@dataclass(frozen=True, slots=True)
class Plan:
    way: Way
    """What is tried first."""
    steps: tuple[Step, ...]
