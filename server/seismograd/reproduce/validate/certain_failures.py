"""Verdicts of a script that hang on nothing: it fails, or says that it does, whatever happens."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.observation import REPRODUCED

_EXITS = ("exit", "quit", "sys.exit", "os._exit", "SystemExit")
_GOOD = (0, None, False)


def certain_failures(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and not any(
            isinstance(child, ast.Name) for child in ast.walk(node.test)
        ):
            yield f"The assertion in line {node.lineno} does not depend on anything measured."
    for statement in tree.body:
        if _may_end_well(statement):
            return
        if _ends_badly(statement):
            yield f"Line {statement.lineno} fails whatever happens."
        elif _prints(statement, REPRODUCED):
            yield f"Line {statement.lineno} says REPRODUCED whatever happens."


def _may_end_well(statement: ast.stmt) -> bool:
    """Whether the script can be over here, with status 0, by some condition."""
    if not isinstance(statement, ast.If | ast.Try | ast.For | ast.While | ast.With):
        return False
    return any(_is_exit(node) and not _fails_for_sure(node) for node in ast.walk(statement))


def _ends_badly(statement: ast.stmt) -> bool:
    """An unconditional end with another status than 0, at the top level of the script."""
    if isinstance(statement, ast.Raise):
        exits = statement.exc is not None and _is_exit(statement.exc)
        return not exits or (statement.exc is not None and _fails_for_sure(statement.exc))
    if not isinstance(statement, ast.Expr):
        return False
    called = ast.unparse(statement.value)
    return called == "os.abort()" or (
        _is_exit(statement.value) and _fails_for_sure(statement.value)
    )


def _is_exit(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in _EXITS


def _fails_for_sure(node: ast.AST) -> bool:
    """A status that is written down, and not 0; one that is computed may be."""
    given = node.args if isinstance(node, ast.Call) else []
    return bool(given) and isinstance(given[0], ast.Constant) and given[0].value not in _GOOD


def _prints(statement: ast.stmt, word: str) -> bool:
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return False
    call = statement.value
    if ast.unparse(call.func) != "print" or not call.args:
        return False
    return bool(re.match(rf"f?['\"]{re.escape(word)}", ast.unparse(call.args[0])))
