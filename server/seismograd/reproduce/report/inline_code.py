"""Code within sentences: the statements of steps and of prose, in the order of the text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from seismograd.reproduce.report.bug_report import BugReport
from seismograd.source.tolerant_parse import parse_quietly

MOST_STATEMENTS = 30
MOST_TEXT = 40_000
_SPAN = re.compile(r"(?<!`)(`{1,2})(?!`)([^`\n]{3,400})\1(?!`)")
_FENCE = re.compile(r"^ {0,3}(?:```|~~~).*?(?:^ {0,3}(?:```|~~~)[^\n]*$|\Z)", re.M | re.S)
_SHELL = re.compile(r"^(?:\$ |python\d?(?:\.\d+)? |pip |git |torchrun |cd |\./)")
_RESULT = re.compile(r"\s*(?:->|→|=>|#)[^'\"]*$")


def code_of_steps(report: BugReport) -> list[ast.stmt]:
    """What the steps say to run; a single expression that nothing leads to is no program."""
    return _program(list(_statements("\n".join(report.steps))))


def code_of_prose(report: BugReport) -> list[ast.stmt]:
    """The same of everything outside of blocks of code."""
    return _program(list(_statements(_FENCE.sub("\n", report.text[:MOST_TEXT]))))


def _statements(text: str) -> Iterator[ast.stmt]:
    for span in _SPAN.finditer(text):
        code = _RESULT.sub("", span[2].strip())
        if not _SHELL.match(code):
            yield from _parsed(code)


def _parsed(code: str) -> list[ast.stmt]:
    try:
        return parse_quietly(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _program(statements: list[ast.stmt]) -> list[ast.stmt]:
    """Statements that do something, each once; a mere mention such as `Net` or `lr=1` is none."""
    kept: dict[str, ast.stmt] = {}
    for statement in _acting(statements):
        kept.setdefault(ast.unparse(statement), statement)
    return list(kept.values())[:MOST_STATEMENTS] if _calls(kept.values()) else []


def _acting(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in statements:
        if isinstance(statement, ast.Expr):
            if _does_call(statement.value):
                yield statement
        elif isinstance(statement, ast.Assign):
            if _calls([statement]) or not _is_option(statement):
                yield statement
        elif not isinstance(statement, ast.Pass | ast.AnnAssign):
            yield statement


def _does_call(value: ast.expr) -> bool:
    """`forward()` is how people write a name; a call has arguments, or is made on something."""
    node = value
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if not isinstance(node, ast.Call) or any(
        isinstance(a, ast.Constant) and a.value is ... for a in node.args
    ):
        return False
    return bool(node.args or node.keywords or isinstance(node.func, ast.Attribute))


def _is_option(statement: ast.Assign) -> bool:
    """`warmup=0` gives a value for something, and is no line of a program."""
    return isinstance(statement.value, ast.Constant | ast.Name | ast.UnaryOp | ast.Tuple)


def _calls(statements: Iterable[ast.stmt]) -> bool:
    return any(isinstance(n, ast.Call) for one in statements for n in ast.walk(one))
