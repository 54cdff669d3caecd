"""Made-up examples that can be learnt: the inputs tell the labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_LABELS = re.compile(
    r"^(?P<name>labels?|targets?|y|ys|classes|yb) = torch\.randint\(0, (?P<below>\w+), "
    r"\((?P<count>\w+),\)\)$"
)
_INPUTS = re.compile(r"^(?P<name>\w+) = torch\.(?P<kind>randn|randint)\((?P<sizes>.*)\)$")


def learnable(statements: Iterable[str]) -> Iterator[str]:
    """With one more line after the labels, for an input that has as many rows."""
    inputs: re.Match[str] | None = None
    waiting: str | None = None
    for statement in statements:
        yield statement
        if labels := _LABELS.match(statement):
            waiting = labels["name"]
        elif found := _INPUTS.match(statement):
            inputs = inputs or found
        if waiting and inputs:
            yield _told_by(inputs, waiting)
            waiting = inputs = None


def _told_by(inputs: re.Match[str], labels: str) -> str:
    name = inputs["name"]
    if inputs["kind"] == "randn":
        return f"{name}[{labels} == 1] += 1.0  # so that there is something to learn"
    return f"{name}[{labels} == 1] = 1  # so that there is something to learn"
