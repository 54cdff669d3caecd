"""Code within sentences: the statements of steps and of prose, in the order of the text."""

from __future__ import annotations

import ast
import re

from seismograd.reproduce.report.blocks import blocks_of
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.snippets import parsed

MOST_STATEMENTS = 30
MOST_TEXT = 40_000
CODE_SPAN = re.compile(r"(?<!`)(`{1,2})(?!`)(?P<code>[^`\n]{3,400})\1(?!`)")
_RESULT = re.compile(r"\s*(?:->|→|=>|#)[^'\"]*$")


def code_of_steps(report: BugReport) -> list[ast.stmt]:
    """What the steps say to run; a single expression that nothing leads to is no program."""
    return _program("\n".join(report.steps))


def code_of_prose(report: BugReport) -> list[ast.stmt]:
    """The same of everything outside of blocks of code."""
    blocks = blocks_of(report.text[:MOST_TEXT].splitlines())
    return _program("\n".join(block.text for block in blocks if not block.is_code))


def _program(text: str) -> list[ast.stmt]:
    """Statements that do something, each once."""
    codes = (_RESULT.sub("", span["code"].strip()) for span in CODE_SPAN.finditer(text))
    acting = [statement for code in codes for statement in parsed(code) if _acts(statement)]
    calls = any(isinstance(n, ast.Call) for statement in acting for n in ast.walk(statement))
    once = {ast.unparse(statement): statement for statement in acting}
    return list(once.values())[:MOST_STATEMENTS] if calls else []


def _acts(statement: ast.stmt) -> bool:
    """A mere mention such as `Net` or `lr=1` is no line of a program."""
    match statement:
        case ast.Expr(value=value):
            return _is_call(value)
        case ast.Assign(value=ast.Constant() | ast.Name() | ast.UnaryOp() | ast.Tuple()):
            return False
    return not isinstance(statement, ast.Pass | ast.AnnAssign)


def _is_call(node: ast.expr) -> bool:
    """`forward()` is how people write a name; a call has arguments, or is made on something."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if not isinstance(node, ast.Call):
        return False
    has_gap = any(isinstance(one, ast.Constant) and one.value is ... for one in node.args)
    is_complete = node.args or node.keywords or isinstance(node.func, ast.Attribute)
    return bool(is_complete) and not has_gap
