"""What a report's code comes to, as the reporter noted it beside the code or below it.

`print(m.result())  # 2.0 ???`, `f(x)  # -> 4 (expected 5)`, `>>> f(x)` with what was printed, and
assertions that are said to fail.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from seismograd.reproduce.report.bug_report import Snippet
from seismograd.reproduce.report.values.notes import (
    begins_with_value,
    doubts,
    is_fine,
    is_lead,
    read_note,
    wish_in,
)
from seismograd.reproduce.report.values.shown_literals import Kind, Printed, printed_in
from seismograd.source.shallow_parse import parse_module

MOST_SHOWN = 40
_MOST_LINES_BELOW = 3
_ONLY_A_VALUE = re.compile(r"[\s.,;:!)(\]]*$")
_PRINTS = ("print", "pprint", "logger.info", "logging.info")


@dataclass(frozen=True, slots=True)
class Shown:
    """An expression of the report's code, and what it is said to come to."""

    code: str
    """All of the snippet."""
    line: int
    """Of the statement, in the code."""
    expression: str
    seen: Printed | None = None
    expected: Printed | None = None
    is_doubted: bool = False
    """Whether the reporter marks it as wrong."""
    is_fine: bool = False
    is_assertion: bool = False
    """Whether it is the test of an assertion."""

    @property
    def is_marked(self) -> bool:
        return self.is_doubted or self.expected is not None


def shown_values(snippets: Sequence[Snippet]) -> tuple[Shown, ...]:
    found = (one for snippet in snippets for one in _of_snippet(snippet))
    return tuple(islice(found, MOST_SHOWN))


def _of_snippet(snippet: Snippet) -> Iterator[Shown]:
    try:
        tree = parse_module(snippet.code if snippet.language in ("python", "") else "")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines, outputs = snippet.code.splitlines(), dict(snippet.printed)
    for statement in _simple_statements(tree.body):
        note = _note(lines, statement)
        for one in _of_statement(statement, note, outputs.get(statement.lineno, "")):
            yield replace(one, code=snippet.code)


def _simple_statements(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """In the order of the text, without what is in functions and classes."""
    for one in statements:
        if isinstance(one, ast.Expr | ast.Assign | ast.Assert):
            yield one
        elif isinstance(one, ast.With | ast.For | ast.If | ast.While | ast.Try):
            yield from _simple_statements([*one.body, *getattr(one, "orelse", [])])


def _note(lines: Sequence[str], statement: ast.stmt) -> str:
    """The comment of a statement: beside it, or on the lines below."""
    last = statement.end_lineno or statement.lineno
    rest = lines[last - 1].encode()[statement.end_col_offset or 0 :].decode(errors="replace")
    _, mark, text = rest.partition("#")
    return text.strip("# ").strip() if mark else _below(lines, last)


def _below(lines: Sequence[str], last: int) -> str:
    """A comment below that begins as what was printed does; others speak of what comes next."""
    below: list[str] = []
    for line in lines[last : last + _MOST_LINES_BELOW]:
        if not line.strip().startswith("#"):
            break
        below.append(line.strip().strip("# ").strip())
    text = " ".join(below)
    next_line = lines[last + len(below)] if last + len(below) < len(lines) else ""
    first = next(printed_in(text), None)
    if first is None or not begins_with_value(text):
        return ""
    return text if text[: first.start].strip() or not next_line.strip() else ""


def _of_statement(statement: ast.stmt, note: str, output: str) -> Iterator[Shown]:
    if isinstance(statement, ast.Assert):
        yield from _of_assertion(statement, note)
        return
    expressions = _expressions(statement)
    if len(expressions) == 1 and output:
        yield from _of_output(statement.lineno, expressions[0], note, output)
    elif len(expressions) == 1:
        yield from _of_note(statement, expressions[0], note)


def _expressions(statement: ast.stmt) -> list[str]:
    """What a statement shows or makes."""
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
        makes = any(isinstance(node, ast.Call) for node in ast.walk(statement.value))
        return [target.id] if makes and isinstance(target, ast.Name) else []
    if not isinstance(statement, ast.Expr) or isinstance(statement.value, ast.Constant):
        return []
    value = statement.value
    if isinstance(value, ast.Call) and ast.unparse(value.func) in _PRINTS:
        return [text for argument in value.args for text in _printed_parts(argument)]
    return [ast.unparse(value)]


def _printed_parts(argument: ast.expr) -> list[str]:
    """Of a text with values in it, the values."""
    match argument:
        case ast.Constant():
            return []
        case ast.JoinedStr(values=parts):
            inner = [part.value for part in parts if isinstance(part, ast.FormattedValue)]
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod(), right=given):
            inner = list(getattr(given, "elts", [given]))
        case ast.Call(func=ast.Attribute(value=ast.Constant(), attr="format"), args=given):
            inner = list(given)
        case _:
            inner = [argument]
    return [ast.unparse(one) for one in inner]


def _of_note(statement: ast.stmt, expression: str, text: str) -> Iterator[Shown]:
    """Beside an assignment stands what is wrong, or what was meant by the input."""
    note = read_note(text)
    tells = note.is_marked or (isinstance(statement, ast.Expr) and note.is_short)
    if tells and (note.seen or note.expected):
        yield Shown("", statement.lineno, expression, note.seen, note.expected,
                    note.is_doubted, note.is_fine)  # fmt: skip


def _of_output(line: int, expression: str, note: str, output: str) -> Iterator[Shown]:
    """What a session printed is what was seen; a comment beside it may say what is right."""
    seen, wish = _whole_value(output), wish_in(note)
    if seen is not None:
        expected = wish if wish and wish.value != seen.value else None
        fine = is_fine(note) and wish is None
        yield Shown("", line, expression, seen, expected, doubts(note), fine)


def _whole_value(output: str) -> Printed | None:
    """The one value of an output that has nothing else but labels."""
    values = list(printed_in(output))
    if len(values) != 1 or not is_lead(output[: values[0].start]):
        return None
    return values[0] if _ONLY_A_VALUE.match(output[values[0].end :]) else None


def _of_assertion(statement: ast.Assert, note: str) -> Iterator[Shown]:
    """One that is noted to pass says nothing."""
    if is_fine(note) and not doubts(note):
        return
    fails, holds = Printed(Kind.TRUTH, False), Printed(Kind.TRUTH, True)
    text = ast.unparse(statement.test)
    yield Shown("", statement.lineno, text, fails, holds, bool(note), is_assertion=True)
