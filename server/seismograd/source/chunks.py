"""Top-level statements: the unit of re-use between two versions of a document.

Tree-sitter finds the statements and the broken places among them, so that one unfinished line
costs only itself. Each statement is handed to Python's own parser when it is needed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from seismograd.faults import Position, Span
from seismograd.source.tolerant_parse import parse_tolerantly

if TYPE_CHECKING:
    from seismograd.source.document import Document

_IDENTIFIER = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_DEFINED = re.compile(
    rb"^(?:async[ \t]+def|def|class)[ \t]+([A-Za-z_\x80-\xff][\w\x80-\xff]*)", re.MULTILINE
)
_DEFINITION = re.compile(rb"(?:async|class|def)\b")
_CLASS = re.compile(rb"\A(?:@.*\n)*class\b")
# A line that is not indented and continues nothing.
_BLOCK_START = re.compile(
    rb"^(?<!\\\n)(?![\s#)\]}]|(?:elif|else|except|finally|case)\b)", re.MULTILINE
)


LINES_SKIPPED_PER_BYTE = 100
"""Empty lines that the parser passes in the time it takes to move the nodes of a byte of text."""


class Chunk:
    """One top-level statement. Its text never changes; its place moves with the document."""

    __slots__ = ("__dict__", "broken", "document", "first_column", "first_line", "node_line",
                 "text")  # fmt: skip

    def __init__(self, document: Document, text: bytes, broken: bool) -> None:
        self.document = document
        self.text = text
        self.broken = broken
        self.first_line = 1
        self.first_column = 0
        self.node_line = 1
        """The line that its nodes say it starts on; theirs never changes."""

    @cached_property
    def statements(self) -> list[ast.stmt]:
        """The parsed statement; empty where nothing of it could be read."""
        above = self.node_line - 1
        if above < LINES_SKIPPED_PER_BYTE * len(self.text):
            return parse_tolerantly(b"\n" * above + self.text)
        statements = parse_tolerantly(self.text)
        for statement in statements:
            ast.increment_lineno(statement, above)
        return statements

    @property
    def was_refused(self) -> bool:
        """Whether Python's parser was asked and gave nothing; it does not nest without end."""
        return not self.__dict__.get("statements", True)

    @cached_property
    def identifiers(self) -> frozenset[bytes]:
        """Every word in the text that could be a name."""
        return words_of(self.text)

    @cached_property
    def defines(self) -> str | None:
        """The name of the function or class that this statement is; most are never run, so it is
        found without parsing them."""
        if not self.text.startswith((b"def", b"class", b"async", b"@")):
            return None
        found = _DEFINED.search(self.text)
        return None if found is None else found[1].decode("utf-8", "surrogatepass")

    @property
    def is_class(self) -> bool:
        return self.defines is not None and _CLASS.search(self.text) is not None

    @cached_property
    def writes(self) -> frozenset[str]:
        """The module-level names that running this statement may set or change."""
        if self.defines is not None:
            return frozenset((self.defines,))
        return frozenset(name for stmt in self.statements for name in written_names(stmt))

    @property
    def is_assignment(self) -> bool:
        return all(isinstance(s, ast.Assign | ast.AnnAssign) for s in self.statements)

    def rest(self) -> None:
        """Let go of what can be made again from the text."""
        for name in ("statements", "identifiers", "writes"):
            self.__dict__.pop(name, None)

    def span(self, node: ast.AST) -> Span:
        """Where a node of this statement stands now."""
        start = self._position(node.lineno, node.col_offset)  # type: ignore[attr-defined]
        end = self._position(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
        return Span(self.document.path, start, end)

    def _position(self, line: int, column: int) -> Position:
        line -= self.node_line
        if line == 0:
            column += self.first_column
        line += self.first_line
        return Position(line, self.document.code_point_column(line, column) + 1)


def words_of(text: bytes) -> frozenset[bytes]:
    """Every word that could be a name."""
    return frozenset(_IDENTIFIER.findall(text))


def top_level_blocks(text: bytes) -> list[tuple[int, int]]:
    """Where statements seem to start and end in a broken text, going by indentation alone."""
    bounds = [0]
    # A decorator goes with what it decorates.
    awaits_definition = text.startswith(b"@")
    for match in _BLOCK_START.finditer(text):
        start = match.start()
        if awaits_definition:
            awaits_definition = not _DEFINITION.match(text, start)
        elif start:
            bounds.append(start)
            awaits_definition = text.startswith(b"@", start)
    return list(pairwise([*bounds, len(text)]))


def written_names(stmt: ast.stmt) -> Iterator[str]:
    """Names of the enclosing scope that a statement binds or may change in place."""
    if isinstance(stmt, _SIMPLE):
        yield from _written_by(stmt)
        return
    # A stack, since a chain of `elif` is as deep as it is long.
    pending: list[ast.AST] = [stmt]
    while pending:
        current = pending.pop()
        if isinstance(current, ast.stmt):
            yield from _written_by(current)
        if not isinstance(current, _SCOPES):
            for field in ("body", "orelse", "finalbody", "handlers", "cases"):
                pending.extend(getattr(current, field, ()))


_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_SIMPLE = (ast.Import, ast.ImportFrom, ast.Assign, ast.Expr)


def _written_by(stmt: ast.stmt) -> Iterator[str]:
    match stmt:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield stmt.name
        case ast.Import() | ast.ImportFrom():
            for alias in stmt.names:
                yield alias.asname or alias.name.split(".")[0]
        case ast.Assign():
            for target in stmt.targets:
                yield from _roots(target)
        case ast.AugAssign() | ast.AnnAssign() | ast.For() | ast.AsyncFor():
            yield from _roots(stmt.target)
        case ast.With() | ast.AsyncWith():
            for item in stmt.items:
                if item.optional_vars is not None:
                    yield from _roots(item.optional_vars)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=receiver))):
            yield from _roots(receiver)


def _roots(target: ast.expr) -> Iterator[str]:
    while isinstance(target, ast.Attribute | ast.Subscript | ast.Starred | ast.Call):
        target = target.func if isinstance(target, ast.Call) else target.value
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            yield from _roots(element)
