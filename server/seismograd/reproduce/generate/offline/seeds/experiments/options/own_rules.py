"""Rules that the messages of the project's own errors state, for one value each."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction

_NUMBER = r"(-?\d+(?:\.\d+)?)"
_BETWEEN = re.compile(rf"(?:between|in|within) [\[(]?{_NUMBER}(?: and |, ?| to |-){_NUMBER}[\])]?")
_LEAST = re.compile(rf"(?:at least|>=|no less than|not (?:be )?(?:less|smaller) than) {_NUMBER}")
_MOST = re.compile(
    rf"(?:at most|<=|no more than|not (?:be )?(?:more|larger|greater) than) {_NUMBER}"
)
_MORE = re.compile(rf"(?:greater than|more than|larger than|above|>) {_NUMBER}")
_LESS = re.compile(rf"(?:less than|smaller than|below|<) {_NUMBER}")
_POSITIVE = re.compile(r"(?<!non-)(?<!non)(?<!not )\bpositive")
_NOT_NEGATIVE = re.compile(r"non-?negative|not (?:be )?negative")
_DEMANDS = re.compile(r"\b(?:must|should|has to|needs? to|expected|is not|cannot|may not|out of)\b")


@dataclass(frozen=True, slots=True)
class Rule:
    exception: str
    text: str
    """The message, in its own words."""

    def is_broken_by(self, value: object) -> bool:
        """Only where the words leave no doubt."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        text = self.text
        if found := _BETWEEN.search(text):
            return not float(found[1]) <= value <= float(found[2])
        if _NOT_NEGATIVE.search(text):
            return value < 0
        if _POSITIVE.search(text):
            return value <= 0
        if found := _LEAST.search(text):
            return value < float(found[1])
        if found := _MOST.search(text):
            return value > float(found[1])
        if found := _MORE.search(text):
            return value <= float(found[1])
        found = _LESS.search(text)
        return found is not None and value >= float(found[1])


def rules_of(function: AnyFunction, parameter: str) -> Iterator[Rule]:
    """What errors of a function say about a parameter that they name first."""
    for node in ast.walk(function):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            name, message = ast.unparse(node.exc.func), _text(node.exc.args[0])
        elif isinstance(node, ast.Assert) and node.msg is not None:
            name, message = "AssertionError", _text(node.msg)
        else:
            continue
        is_about = re.match(rf"\W*(?:the )?`?{re.escape(parameter)}\b", message, re.I)
        if is_about and _DEMANDS.search(message) and hasattr(builtins, name):
            yield Rule(name, message)


def _text(node: ast.expr) -> str:
    """Of an f-string, the parts that are always the same."""
    if isinstance(node, ast.JoinedStr):
        parts = (one.value if isinstance(one, ast.Constant) else "..." for one in node.values)
        return "".join(map(str, parts))
    return str(node.value) if isinstance(node, ast.Constant) else ""
