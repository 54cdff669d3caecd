"""How likely an answer is under a cause: a table that people can argue with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

OTHERWISE = "*"
REPAIR, OWN = "repair", "own"
EXACT = "="
"""At the end of a row for losses that are equal, which is told apart from "about the same"."""


def chance_of_yes(row: str, cause: str, fault_type: str) -> float:
    """By the name of the cause, else by its fault type."""
    chances = rows()[row]
    return next(chances[key] for key in (cause, fault_type, OTHERWISE) if key in chances)


@cache
def rows() -> Mapping[str, Mapping[str, float]]:
    table = json.loads((files(__package__) / "answers.json").read_text("utf-8"))
    return {name: entry["yes"] for name, entry in table["rows"].items()}
