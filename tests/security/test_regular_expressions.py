"""No regular expression takes much longer than the text is long, whoever wrote the text."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import seismograd
import seismograd_sandbox.host
from tests.security.regex_attacks import Use, attacks, seconds

BOUNDED = ("seismograd.reproduce.",)
"""Texts there are cut to short lines, gaps and names first: `test_hostile_reports` holds that."""
SHORT_TEXTS = {
    "seismograd.rules.suppression_comments._UNCLOSED": "one place, right behind a comment's sign",
    "seismograd.rules.suppression_comments._WITHOUT_BRACKETS": "the same place",
    "seismograd.redaction.assignments._VALUE": "one place, right behind a name",
    "seismograd.redaction.assignments._CONTENT": "one place, right behind a name",
    "seismograd.llm.errors._TOO_LONG": "the first 2,000 characters of an error",
}
TINY, SMALL, LARGE = (16, 20, 60, 200), 600, 2_400
LONG_ENOUGH = 0.004
"""Seconds below which nothing can be told; a linear search takes a hundredth of it."""
GROWTH = 9.0
"""Four times the text may take four times as long; sixteen times is too long."""


class Expression(NamedTuple):
    name: str
    pattern: re.Pattern[Any]
    use: Use


def _modules() -> Iterator[ModuleType]:
    for package in (seismograd, seismograd_sandbox.host):
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if "demo_project" not in found.name and not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def _expressions(module: ModuleType) -> Iterator[Expression]:
    tree = ast.parse(inspect.getsource(module))
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            value = vars(module).get(name)
            if isinstance(value, re.Pattern):
                yield Expression(f"{module.__name__}.{name}", value, _use(tree, name))


def _use(tree: ast.Module, name: str) -> Use:
    """How a module asks an expression of its own: at one place of a text, or at all."""
    methods = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
    }
    if name.startswith("_") and methods and methods <= {"match", "fullmatch"}:
        return _at_the_start if "match" in methods else _as_a_whole
    return _anywhere


def _anywhere(pattern: re.Pattern[Any], text: Any) -> object:
    return sum(1 for _ in pattern.finditer(text))


def _at_the_start(pattern: re.Pattern[Any], text: Any) -> object:
    return pattern.match(text)


def _as_a_whole(pattern: re.Pattern[Any], text: Any) -> object:
    return pattern.fullmatch(text)


def is_slow(one: Expression, text: Callable[[int], Any]) -> bool:
    # What grows by powers of two must be noticed before it is asked about a long text.
    if any(_is_long(one, text(size)) for size in TINY):
        return True
    large = seconds(one.use, one.pattern, text(LARGE))
    if large < LONG_ENOUGH:
        return False
    small = seconds(one.use, one.pattern, text(SMALL), times=5)
    large = min(large, seconds(one.use, one.pattern, text(LARGE), times=3))
    return large > max(LONG_ENOUGH, GROWTH * small)


def _is_long(one: Expression, text: Any) -> bool:
    return (
        seconds(one.use, one.pattern, text)
        > LONG_ENOUGH
        < seconds(one.use, one.pattern, text, times=3)
    )


def test_the_search_for_attacks_finds_what_is_known_to_be_slow() -> None:
    for source in (r"\s*[\w.,\s]+=", r"(a+)+$", r"a.*a.*a.*b", r"^\s*x", r"(?:\w+,?)*;"):
        one = Expression(source, re.compile(source, re.M), _anywhere)
        assert any(is_slow(one, text) for text in attacks(one.pattern)), source


def test_every_expression_takes_time_as_the_text_is_long() -> None:
    slow = [
        f"{one.name} on {text(40)!r}"
        for module in _modules()
        if not module.__name__.startswith(BOUNDED)
        for one in _expressions(module)
        if one.name not in SHORT_TEXTS
        for text in attacks(one.pattern)
        if is_slow(one, text)
    ]
    if slow:
        pytest.fail("\n".join(slow))
