"""Statements that should not be there, come in the wrong order, or under the wrong condition."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign)


def left_out(suspect: SuspectStatement) -> Iterator[Patch]:
    """Without the statement, where it only does something, or makes a name from itself."""
    statement = suspect.statement
    calls = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    if (calls and not _makes_steps_longer(suspect)) or _remakes(statement):
        yield replaced(suspect, f"without {ast.unparse(statement)[:60]}", ast.Pass())


def swapped(suspect: SuspectStatement) -> Iterator[Patch]:
    """The statement after the one that follows it."""
    first, second = suspect.statement, suspect.following
    if isinstance(first, _SIMPLE) and isinstance(second, _SIMPLE):
        text = replaced(suspect, "", second, first).text
        yield Patch(
            suspect.file,
            first.lineno,
            second.end_lineno or second.lineno,
            text,
            f"{ast.unparse(first)[:40]} and the next statement the other way round",
        )


def other_condition(suspect: SuspectStatement) -> Iterator[Patch]:
    statement = suspect.statement
    if isinstance(statement, ast.If):
        for test, what in (
            (ast.Constant(True), "whatever the condition is"),
            (ast.UnaryOp(ast.Not(), statement.test), "under the opposite condition"),
            (ast.Constant(False), "never"),
        ):
            yield replaced(suspect, what, ast.If(test, statement.body, statement.orelse))


def out_of_the_loop(suspect: SuspectStatement) -> Iterator[Patch]:
    """The last statement of a loop once the loop is over, or what comes after it at its end."""
    loop, following = suspect.statement, suspect.following
    if not isinstance(loop, ast.For | ast.While):
        return
    *body, last = loop.body
    if body and isinstance(last, _SIMPLE):
        shorter = _with_body(loop, body)
        yield replaced(suspect, f"{ast.unparse(last)[:40]} after the loop", shorter, last)
    if isinstance(following, _SIMPLE):
        longer = _with_body(loop, [*loop.body, following])
        what = f"{ast.unparse(following)[:40]} in every pass"
        last_line = following.end_lineno or following.lineno
        yield Patch(suspect.file, loop.lineno, last_line, replaced(suspect, "", longer).text, what)


def _with_body(loop: ast.For | ast.While, body: list[ast.stmt]) -> ast.stmt:
    if isinstance(loop, ast.For):
        return ast.For(loop.target, loop.iter, body, loop.orelse)
    return ast.While(loop.test, body, loop.orelse)


def _makes_steps_longer(suspect: SuspectStatement) -> bool:
    """Gradients that are cleared in good time: left alone, they add up, and everything learns."""
    if not ast.unparse(suspect.statement).endswith(".zero_grad()"):
        return False
    block = suspect.block
    index = next((i for i, one in enumerate(block) if one is suspect.statement), 0)
    return not any(".backward(" in ast.unparse(one) for one in block[:index])


def _remakes(statement: ast.stmt) -> bool:
    """`x = f(x)`: without it there still is an `x`."""
    if isinstance(statement, ast.AugAssign):
        return True
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    target = ast.unparse(statement.targets[0])
    return any(
        ast.unparse(node) == target
        for node in ast.walk(statement.value)
        if isinstance(node, ast.Name | ast.Attribute | ast.Subscript)
    )
