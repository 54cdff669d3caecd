"""What models write out of habit, turned into what is asked of scripts, line by line."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from seismograd.reproduce.observation import REPRODUCED
from seismograd.source.shallow_parse import parse_module

_EXITS = ("exit", "quit", "sys.exit", "os._exit")
_OWN = ("AssertionError", "SystemExit", "KeyboardInterrupt")
"""What a script raises itself: nothing is lost where it ends by another status."""
_RAISE = "raise"
_AND_RAISE = ""
"""Stands for what is there already, with a `raise` behind it."""
_Change = tuple[ast.stmt, str]


def without_habits(script: str) -> str:
    """Constants without annotations, and exceptions that are told and then let go on."""
    try:
        tree = parse_module(script)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return script
    lines = script.split("\n")
    changes = sorted([*_annotated(tree), *_swallowed(tree)], key=lambda one: -one[0].lineno)
    for statement, text in changes:
        lines = _replaced(lines, statement, text)
    return "\n".join(lines)


def _annotated(tree: ast.Module) -> Iterator[_Change]:
    """`BATCH: int = 4` is a constant as well."""
    for one in tree.body:
        match one:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield one, f"{name} = {ast.unparse(value)}"


def _swallowed(tree: ast.Module) -> Iterator[_Change]:
    """`except E: print("REPRODUCED: ..."); sys.exit(1)`: what was raised must end the run."""
    for handler in ast.walk(tree):
        if isinstance(handler, ast.ExceptHandler) and not _catches_own(handler):
            for block in _blocks(handler):
                if any(_tells(statement) for statement in block):
                    yield from _let_go(block[-1])


def _let_go(last: ast.stmt) -> Iterator[_Change]:
    """In the place of another end, or after what is merely noted down."""
    if _ends(last):
        yield last, _RAISE
    elif isinstance(last, ast.Expr | ast.Assign) and not _goes_well(last):
        yield last, _AND_RAISE


def _goes_well(statement: ast.stmt) -> bool:
    return "exit" in ast.unparse(statement)


def _catches_own(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or any(name in ast.unparse(handler.type) for name in _OWN)


def _blocks(handler: ast.ExceptHandler) -> Iterator[Sequence[ast.stmt]]:
    """Of the handler itself and of its conditions."""
    yield handler.body
    for statement in handler.body:
        for node in ast.walk(statement) if isinstance(statement, ast.If) else ():
            if isinstance(node, ast.If):
                yield node.body
                yield from [node.orelse] if node.orelse else ()


def _tells(statement: ast.stmt) -> bool:
    """It prints the verdict, or ends the script with it as the reason."""
    if isinstance(statement, ast.If | ast.Try | ast.For | ast.While | ast.With):
        return False
    return any(
        isinstance(node, ast.Constant) and str(node.value).startswith(REPRODUCED)
        for node in ast.walk(statement)
    )


def _ends(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Call(func=called, args=[ast.Constant(value=status), *_])):
            return ast.unparse(called) in _EXITS and bool(status)
        case ast.Expr(value=ast.Call(func=called, args=[ast.JoinedStr(), *_])):
            return ast.unparse(called) in _EXITS
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=status)])):
            return name in _OWN and bool(status)
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name), args=[ast.JoinedStr()])):
            return name in _OWN
        case ast.Return(value=ast.Constant(value=status)):
            return bool(status)
    return False


def _replaced(lines: list[str], statement: ast.stmt, text: str) -> list[str]:
    """A statement that has its lines for itself; else nothing is changed."""
    first, last = statement.lineno - 1, (statement.end_lineno or statement.lineno) - 1
    before = lines[first].encode()[: statement.col_offset].decode()
    after = lines[last].encode()[statement.end_col_offset or 0 :].decode()
    if before.strip():
        return lines
    if text == _AND_RAISE:
        return [*lines[: last + 1], f"{before}{_RAISE}", *lines[last + 1 :]]
    return [*lines[:first], f"{before}{text}{after}", *lines[last + 1 :]]
