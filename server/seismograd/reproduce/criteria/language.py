"""The language of checks: one call with literal arguments, parsed and never evaluated."""

from __future__ import annotations

import ast
import json
import math
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Any

from seismograd.near_names import nearest
from seismograd.reproduce.criteria.checks.check import Check, CheckError
from seismograd.reproduce.criteria.checks.registry import all_checks
from seismograd.source.shallow_parse import parse_expression

MAX_LINE = 2_000
_SPECIAL = {"nan": math.nan, "inf": math.inf}
"""Numbers that Python has no literals for; the language has."""


def parse(line: str) -> Check:
    """The check that a line names, or a CheckError that says what is wrong with the line."""
    call = _call(line)
    kind = _kind(call)
    given = _arguments(kind, call)
    for field in _fields(kind):
        if field.name in given:
            given[field.name] = _fitting(kind, field.name, given[field.name])
        elif field.default is MISSING:
            raise CheckError(f"{kind.name}() wants {field.name}, as in {kind.form}")
    return kind(**given)


def write(check: Check) -> str:
    """The line of a check: what it must be told by position, what it may be told by name."""
    arguments = []
    for field in _fields(type(check)):
        value = getattr(check, field.name)
        if field.default is MISSING or (field.name == "message" and value):
            arguments.append(_literal(value))
        elif value != field.default:
            arguments.append(f"{field.name}={_literal(value)}")
    return f"{check.name}({', '.join(arguments)})"


def _call(line: str) -> ast.Call:
    if len(line) > MAX_LINE:
        raise CheckError(f"a check is a line of at most {MAX_LINE} characters")
    try:
        tree = parse_expression(line.strip()).body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        detail = error.msg if isinstance(error, SyntaxError) else str(error)
        raise CheckError(f"not a check: {detail}; a check is such as {_example()}") from None
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
        return tree
    raise CheckError(f"a check is a call of its name, such as {_example()}")


def _kind(call: ast.Call) -> type[Check]:
    assert isinstance(call.func, ast.Name)
    name, known = call.func.id, all_checks()
    if name in known:
        return known[name]
    close = nearest(name, known)
    guess = f"; did you mean '{close}'?" if close else ";"
    raise CheckError(f"unknown check '{name}'{guess} Known checks: {', '.join(known)}")


def _arguments(kind: type[Check], call: ast.Call) -> dict[str, Any]:
    names = [field.name for field in _fields(kind)]
    if len(call.args) > len(names):
        raise CheckError(f"{kind.name}() takes at most {len(names)} arguments, as in {kind.form}")
    given = {name: _value(node) for name, node in zip(names, call.args, strict=False)}
    for keyword in call.keywords:
        if keyword.arg is None:
            raise CheckError("arguments are written out; ** is not known here")
        if keyword.arg not in names:
            raise CheckError(_unknown_argument(kind, keyword.arg, names))
        if keyword.arg in given:
            raise CheckError(f"{kind.name}() got {keyword.arg} twice")
        given[keyword.arg] = _value(keyword.value)
    return given


def _unknown_argument(kind: type[Check], name: str, names: list[str]) -> str:
    close = nearest(name, names)
    guess = f"; did you mean '{close}'?" if close else ""
    known = f"it takes {', '.join(names)}" if names else "it takes none"
    return f"{kind.name}() has no argument '{name}'{guess}; {known}"


def _value(node: ast.expr) -> object:
    """A literal; lists are tuples, for checks do not change."""
    match node:
        case ast.Constant(value=str() | int() | float() | None as value):
            return value
        case ast.Name(id=name) if name in _SPECIAL:
            return _SPECIAL[name]
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            number = _value(operand)
            if isinstance(number, int | float) and not isinstance(number, bool):
                return -number if isinstance(sign, ast.USub) else number
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return tuple(map(_value, items))
    raise CheckError(f"arguments are literals; '{ast.unparse(node)[:80]}' is none")


def _fitting(kind: type[Check], name: str, value: object) -> object:
    hint = _hints(kind)[name]
    if _fits(value, hint):
        return value
    wrong = f"{name} of {kind.name}() is {_in_words(hint)}, not {_literal(value)[:80]}"
    raise CheckError(f"{wrong}, as in {kind.form}")


def _fits(value: object, hint: Any) -> bool:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return any(_fits(value, option) for option in typing.get_args(hint))
    if typing.get_origin(hint) is tuple:
        item = typing.get_args(hint)[0]
        return isinstance(value, tuple) and all(_fits(one, item) for one in value)
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if hint is object:
        return True
    return isinstance(value, hint)


_WORDS: Mapping[Any, str] = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    types.NoneType: "None",
}


def _in_words(hint: Any) -> str:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return " or ".join(_in_words(option) for option in typing.get_args(hint))
    return "a list" if typing.get_origin(hint) is tuple else _WORDS.get(hint, "a literal")


def _literal(value: object) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False) if value.isprintable() else ascii(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    return repr(value)


@cache
def _hints(kind: type[Check]) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _fields(kind: type[Check]) -> tuple[Field[Any], ...]:
    return fields(kind)  # type: ignore[arg-type]


def _example() -> str:
    return all_checks()["raises"].form
