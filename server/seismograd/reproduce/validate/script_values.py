"""Which values an expression of a script can have, as far as the script says it plainly."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from itertools import product


def number_at(node: ast.expr | None) -> float | None:
    """Whole ones stay whole; truth values are no numbers."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
    return None


def whole_at(node: ast.expr | None) -> int | None:
    value = number_at(node)
    return value if isinstance(value, int) else None


DEEPEST = 6
MOST = 16
_UNKNOWN = None


class ScriptValues:
    """Names are told apart by nothing but their spelling: one that has several values has all."""

    def __init__(self, script: ast.Module) -> None:
        self._bound: dict[str, list[ast.expr | None]] = defaultdict(list)
        self._functions = {f.name: f for f in ast.walk(script) if isinstance(f, ast.FunctionDef)}
        for node in ast.walk(script):
            for name, value in self._bindings(node):
                self._bound[name].append(value)

    def of(self, expression: ast.expr, depth: int = 0) -> list[object] | None:
        """None where one of them is not plain."""
        if isinstance(expression, ast.Name):
            return self._of_name(expression.id, depth)
        if isinstance(expression, ast.Tuple | ast.List):
            return self._of_parts(expression.elts, depth)
        try:
            return [ast.literal_eval(expression)]
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            return None

    def _of_name(self, name: str, depth: int) -> list[object] | None:
        given = self._bound.get(name, ())
        if not given or depth > DEEPEST:
            return None
        found: list[object] = []
        for one in given:
            values = None if one is _UNKNOWN else self.of(one, depth + 1)
            if values is None or len(found) > MOST:
                return None
            found += values
        return found

    def _of_parts(self, parts: list[ast.expr], depth: int) -> list[object] | None:
        values = [self.of(part, depth + 1) for part in parts]
        known = [one for one in values if one is not None]
        if len(known) < len(values) or len(parts) > MOST or any(len(one) > 2 for one in known):
            return None
        return list[object](product(*known))[:MOST]

    def _bindings(self, node: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
                yield name, value
            case ast.Assign(targets=targets):
                yield from ((name, _UNKNOWN) for target in targets for name in _stored(target))
            case ast.For(
                target=ast.Name(id=name), iter=ast.Tuple(elts=parts) | ast.List(elts=parts)
            ):
                yield from ((name, part) for part in parts)
            case ast.For(target=target) | ast.comprehension(target=target):
                yield from ((name, _UNKNOWN) for name in _stored(target))
            case ast.AugAssign(target=target) | ast.NamedExpr(target=target):
                yield from ((name, _UNKNOWN) for name in _stored(target))
            case ast.withitem(optional_vars=ast.expr() as target):
                yield from ((name, _UNKNOWN) for name in _stored(target))
            case ast.Call(func=ast.Name(id=called)) if called in self._functions:
                yield from _arguments(node, self._functions[called])
            case ast.FunctionDef():
                yield from _defaults(node)


def _stored(target: ast.expr) -> Iterator[str]:
    yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def _arguments(call: ast.Call, function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr | None]]:
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    yield from zip(names, call.args, strict=False)
    yield from ((one.arg, one.value) for one in call.keywords if one.arg)
    if any(isinstance(one, ast.Starred) for one in call.args) or any(
        one.arg is None for one in call.keywords
    ):
        yield from ((name, _UNKNOWN) for name in names)


def _defaults(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr | None]]:
    arguments = function.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    if arguments.defaults:
        yield from zip(names[-len(arguments.defaults) :], arguments.defaults, strict=True)
    for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if value is not None:
            yield one.arg, value
