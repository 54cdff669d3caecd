"""Functions and classes of a file that are fitted to the data they are given."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from seismograd.rules.data._derivations import (
    Function,
    is_scaled,
    mappings_from,
    may_leave,
    names_in,
    statistic_of,
    statistics_from,
)

T = TypeVar("T")

INIT = "__init__"
BOTH = {"centre", "spread"}


@dataclass(frozen=True)
class Fitters:
    functions: Mapping[str, str] = field(default_factory=dict)
    """Those that give back their argument `prepared` (scaled or numbered by itself), or only the
    `statistics` or the `mapping` that they derived from it; classes of examples are as these."""
    methods: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By class: those that keep in the object what they derived, for others to use."""


def fitters_in(statements: Iterable[ast.stmt]) -> Fitters:
    functions: dict[str, str] = {}
    methods: dict[str, frozenset[str]] = {}
    for node in statements:
        if isinstance(node, ast.ClassDef):
            methods[node.name] = frozenset(_fitting_methods(node))
            functions[node.name] = "prepared" if _gives_examples(node) else ""
        elif isinstance(node, Function):
            functions[node.name] = _kind(node)
    return Fitters(_known(functions), _known(methods))


def _known(found: dict[str, T]) -> dict[str, T]:
    return {name: each for name, each in found.items() if each}


def _gives_examples(node: ast.ClassDef) -> bool:
    """A data set that is fitted to its own examples, and prepares each as it is asked for."""
    methods = {each.name: each for each in node.body if isinstance(each, Function)}
    own, giving = methods.get(INIT), methods.get("__getitem__")
    return own is not None and giving is not None and bool(_keeps(own) & _read_in([giving]))


def _kind(function: Function) -> str:
    """As of a function of `Fitters`; empty where it derives nothing."""
    data = _first_parameter(function, 0)
    returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
    if data is None or may_leave(function) or not returned or None in returned:
        return ""
    if _gives_scaled(function, data):
        return "prepared"
    if mappings_from(function, data):
        return "prepared" if _is_looked_up(function) else "mapping"
    is_given = all(one is not None and _is_derived(function, one) for one in returned)
    return "statistics" if is_given and statistics_from(function, data) >= BOTH else ""


def _is_derived(function: Function, value: ast.AST) -> bool:
    """Whether it is made of statistics or mappings, or of names for them."""
    own = any(statistic_of(node) or isinstance(node, ast.DictComp) for node in ast.walk(value))
    return own or bool(names_in(value) & _names_of_derived(function))


def _names_of_derived(function: Function) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(
            statistic_of(one) or isinstance(one, ast.DictComp) for one in ast.walk(node.value)
        ):
            found.update(name for target in node.targets for name in names_in(target))
    return found - {"self"}


def _gives_scaled(function: Function, data: str) -> bool:
    """Whether what comes back is the scaled argument, and no number made of it."""
    scaled = {
        target.id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and is_scaled(node.value) and data in names_in(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    values = (node.value for node in ast.walk(function) if isinstance(node, ast.Return))
    return any(
        value is not None
        and (is_scaled(value) or (isinstance(value, ast.Name) and value.id in scaled))
        for value in values
    )


def _is_looked_up(function: Function) -> bool:
    """Whether words are looked up in the dictionary at once."""
    return any(
        isinstance(node, ast.ListComp) and _looks_up(node.elt) for node in ast.walk(function)
    )


def _looks_up(node: ast.AST) -> bool:
    for each in ast.walk(node):
        match each:
            case ast.Subscript(value=ast.Name(), slice=ast.Name(), ctx=ast.Load()):
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name(), attr="get")):
                return True
    return False


def _fitting_methods(node: ast.ClassDef) -> Iterator[str]:
    """Those whose findings another method reads, and those that call them with their argument."""
    methods = [each for each in node.body if isinstance(each, Function)]
    fitting = {
        each.name
        for each in methods
        if _keeps(each) & _read_in([other for other in methods if other is not each])
    }
    yield from fitting
    for each in methods:
        data = _first_parameter(each, 1)
        if data is not None and not may_leave(each) and _passes_on(each, data, fitting):
            yield each.name


def _keeps(method: Function) -> set[str]:
    """Attributes that hold what it derives from its argument."""
    data = _first_parameter(method, 1)
    if data is None or may_leave(method):
        return set()
    is_fitting = statistics_from(method, data) >= BOTH or mappings_from(method, data)
    return _assigned(method) if is_fitting else set()


def _assigned(method: Function) -> set[str]:
    """Attributes that are given something derived, or are filled entry by entry."""
    found: set[str] = set()
    for node in ast.walk(method):
        if isinstance(node, ast.Assign) and _is_derived(method, node.value):
            found.update(one.attr for each in node.targets for one in _own_attributes(each))
    return found | {one.attr for one in _own_attributes(method) if _is_filled(method, one)}


def _own_attributes(node: ast.AST) -> Iterator[ast.Attribute]:
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and names_in(each.value) == {"self"}:
            yield each


def _is_filled(method: Function, held: ast.Attribute) -> bool:
    stores = (
        one.value
        for one in ast.walk(method)
        if isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store)
    )
    return any(one is held for one in stores)


def _read_in(methods: Iterable[Function]) -> set[str]:
    return {
        each.attr
        for method in methods
        for each in _own_attributes(method)
        if isinstance(each.ctx, ast.Load)
    }


def _passes_on(method: Function, data: str, fitting: set[str]) -> bool:
    for node in ast.walk(method):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="self"), attr=name), args=[first, *_]
            ):
                if name in fitting and isinstance(first, ast.Name) and first.id == data:
                    return True
    return False


def _first_parameter(function: Function, at: int) -> str | None:
    named = function.args.args
    return named[at].arg if len(named) > at else None
