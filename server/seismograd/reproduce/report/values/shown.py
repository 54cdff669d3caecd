"""What code of a report comes to, as the reporter noted it beside the code or below it.

`print(m.result())  # 2.0 ???`, `f(x)  # -> 4 (expected 5)`, `>>> f(x)` with what was printed,
assertions that are said to fail, and in sentences: "`f(2)` gives 4 instead of 3".
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from seismograd.reproduce.report.blocks import blocks_of
from seismograd.reproduce.report.bug_report import BugReport, Snippet
from seismograd.reproduce.report.inline_code import CODE_SPAN
from seismograd.reproduce.report.prose import paragraphs
from seismograd.reproduce.report.values.notes import (
    Note,
    doubts,
    is_fine,
    is_lead,
    read_note,
    wish_in,
)
from seismograd.reproduce.report.values.shown_literals import Kind, Printed, printed_in
from seismograd.source.shallow_parse import parse_expression, parse_module

MOST_SHOWN = 40
MOST_TEXT = 20_000
MOST_OF_A_NOTE = 240
_FULL_STOP = re.compile(r"(?<=\d)\.(?=\s|$)")
_STANDS_ALONE = re.compile(r"\s*(?:$|[.,;:!?)(–—-]|(?:instead|but|and|rather|not|while|where)\b)")
"""A number before any other word counts something."""
_FOREIGN = frozenset([*dir(builtins), "torch", "np", "numpy", "tf", "keras"])
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
        comment, output = _comment(lines, statement), outputs.get(statement.lineno, "")
        if isinstance(statement, ast.Assert):
            yield from _of_assertion(snippet.code, statement, comment)
        elif expression := _expression(statement):
            note = _note_on(output, comment) if output else read_note(comment)
            # Beside an assignment stands what is wrong, or what was meant by the input.
            tells = note.is_marked or (isinstance(statement, ast.Expr) and note.is_short)
            if tells and (note.seen or note.expected):
                yield Shown(snippet.code, statement.lineno, expression, note.seen, note.expected,
                            note.is_doubted, note.is_fine)  # fmt: skip


def _simple_statements(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """In the order of the text, without what is in functions and classes."""
    for one in statements:
        if isinstance(one, ast.Expr | ast.Assign | ast.Assert):
            yield one
        elif isinstance(one, ast.With | ast.For | ast.If | ast.While | ast.Try):
            yield from _simple_statements([*one.body, *getattr(one, "orelse", [])])


def _comment(lines: Sequence[str], statement: ast.stmt) -> str:
    """Of a statement: beside it, or on the lines below."""
    last = statement.end_lineno or statement.lineno
    rest = lines[last - 1].encode()[statement.end_col_offset or 0 :].decode(errors="replace")
    _, mark, text = rest.partition("#")
    return text.strip("# ").strip() if mark else _below(lines[last : last + _MOST_LINES_BELOW + 1])


def _below(lines: Sequence[str]) -> str:
    """A comment below that begins as what was printed does; others speak of what comes next."""
    first_lines = lines[:_MOST_LINES_BELOW]
    comments = list(takewhile(lambda line: line.strip().startswith("#"), first_lines))
    text = " ".join(line.strip().strip("# ").strip() for line in comments)
    first = next(printed_in(text), None)
    if first is None or not is_lead(text[: first.start]):
        return ""
    speaks_of_next = not text[: first.start].strip() and any(lines[len(comments) :][:1])
    return "" if speaks_of_next else text


def _expression(statement: ast.stmt) -> str | None:
    """What a statement shows or makes."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name), *_], value=value):
            makes = any(isinstance(node, ast.Call) for node in ast.walk(value))
            return name if makes else None
        case ast.Expr(value=ast.Call(func=function, args=arguments)) if _prints(function):
            parts = [part for argument in arguments for part in _values_in(argument)]
            return ast.unparse(parts[0]) if len(parts) == 1 else None
        case ast.Expr(value=value) if not isinstance(value, ast.Constant):
            return ast.unparse(value)
    return None


def _prints(function: ast.expr) -> bool:
    return ast.unparse(function) in _PRINTS


def _values_in(argument: ast.expr) -> list[ast.expr]:
    """Of a text with values in it, the values."""
    match argument:
        case ast.Constant():
            return []
        case ast.JoinedStr(values=parts):
            return [part.value for part in parts if isinstance(part, ast.FormattedValue)]
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod(), right=given):
            return list(getattr(given, "elts", [given]))
        case ast.Call(func=ast.Attribute(value=ast.Constant(), attr="format"), args=given):
            return given
    return [argument]


def _note_on(output: str, comment: str) -> Note:
    """What a session printed is what was seen; a comment beside it may say what is right."""
    values, wish = list(printed_in(output)), wish_in(comment)
    if len(values) != 1 or not is_lead(output[: values[0].start]):
        return Note()
    (seen,) = values
    if not _ONLY_A_VALUE.match(output[seen.end :]):
        return Note()
    expected = wish if wish and wish.value != seen.value else None
    return Note(seen, expected, doubts(comment), is_fine(comment) and wish is None)


def _of_assertion(code: str, statement: ast.Assert, comment: str) -> Iterator[Shown]:
    """One that is noted to pass says nothing."""
    if is_fine(comment) and not doubts(comment):
        return
    fails, holds = Printed(Kind.TRUTH, False), Printed(Kind.TRUTH, True)
    test, is_doubted = ast.unparse(statement.test), bool(comment)
    yield Shown(code, statement.lineno, test, fails, holds, is_doubted, is_assertion=True)


def shown_in_prose(report: BugReport) -> tuple[Shown, ...]:
    """Calls of which the report says what they should come to.

    That a value is another one than before proves nothing in a sentence: many are told in passing.
    """
    return tuple(
        one
        for block in blocks_of(report.text[:MOST_TEXT].splitlines())
        if not block.is_code
        for paragraph in paragraphs(block)
        for one in _of_paragraph(paragraph)
    )


def _of_paragraph(paragraph: str) -> Iterator[Shown]:
    spans = list(CODE_SPAN.finditer(paragraph))
    calls = [(span, call) for span in spans if (call := _call(span["code"].strip())) is not None]
    ends = [*(span.start() for span, _ in calls[1:]), len(paragraph)]
    for (span, call), end in zip(calls, ends, strict=False):
        said = paragraph[span.end() : end].replace("`", "")[:MOST_OF_A_NOTE]
        said = _FULL_STOP.sub(" .", said)
        note = read_note(said)
        if note.seen and note.expected and _STANDS_ALONE.match(said[note.seen.end :]):
            yield Shown(call, 1, call, note.seen, note.expected, is_doubted=True)


def _call(code: str) -> str | None:
    """An expression that calls something of the reporter's with arguments, none left out."""
    try:
        node = parse_expression(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    nodes = list(ast.walk(node))
    has_gaps = any(isinstance(n, ast.Constant) and n.value is ... for n in nodes)
    is_given = any(
        isinstance(n, ast.Call)
        and (n.args or n.keywords)
        and ast.unparse(n.func).partition(".")[0] not in _FOREIGN
        for n in nodes
    )
    return ast.unparse(node) if is_given and not has_gaps else None
