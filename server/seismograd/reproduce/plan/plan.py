"""Ordered steps with concrete values, from a report to a check."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class BugType(StrEnum):
    """As studies of deep-learning bugs sort them; each takes other edits to reproduce."""

    TRAINING = "training"
    MODEL = "model"
    TENSOR = "tensor or input"
    API = "API"
    GPU = "GPU"


class Action(StrEnum):
    """The edits by which people make a report into something that runs; then run and check."""

    MIGRATION = "versions"
    IMPORTS = "imports"
    DATASET = "dataset"
    DATA = "input data"
    DOWNLOAD = "downloads"
    NETWORK = "network"
    HYPERPARAMETERS = "hyperparameters"
    RUN = "run"
    LOGGING = "check"
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
    bug_type: BugType
    way: Way
    """What is tried first."""
    steps: tuple[Step, ...]
