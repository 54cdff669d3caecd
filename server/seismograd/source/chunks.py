"""Top-level statements: the unit of re-use between two versions of a document.

Tree-sitter finds the statements and the broken places among them, so that one unfinished line
costs only itself. What is sound in a statement is handed to Python's own parser.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from seismograd.faults import Position, Span

if TYPE_CHECKING:
    from tree_sitter import Node

    from seismograd.source.document import Document

MAX_REPAIRS = 6
_IDENTIFIER = re.compile(rb"[^\W\d]\w*")
_DEFINED = re.compile(rb"^(?:async[ \t]+def|def|class)[ \t]+([^\W\d]\w*)", re.MULTILINE)
_CLASS = re.compile(rb"\A(?:@.*\n)*class\b")
_COMPOUND = frozenset(
    {
        "block",
        "class_definition",
        "decorated_definition",
        "elif_clause",
        "else_clause",
        "except_clause",
        "finally_clause",
        "for_statement",
        "function_definition",
        "if_statement",
        "module",
        "try_statement",
        "while_statement",
        "with_statement",
    }
)


class Chunk:
    """One top-level statement. Its text never changes; its place moves with the document."""

    __slots__ = ("__dict__", "broken", "document", "first_column", "first_line", "text")

    def __init__(self, document: Document, text: bytes, broken: bool) -> None:
        self.document = document
        self.text = text
        self.broken = broken
        self.first_line = 1
        self.first_column = 0

    @cached_property
    def statements(self) -> list[ast.stmt]:
        """The parsed statement; empty where nothing of it could be read."""
        return parse_tolerantly(self.text)

    @cached_property
    def identifiers(self) -> frozenset[bytes]:
        """Every word in the text that could be a name."""
        return frozenset(_IDENTIFIER.findall(self.text))

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

    def span(self, node: ast.AST) -> Span:
        """Where a node of this statement stands now."""
        start = self._position(node.lineno, node.col_offset)  # type: ignore[attr-defined]
        end = self._position(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
        return Span(self.document.path, start, end)

    def _position(self, line: int, column: int) -> Position:
        if line == 1:
            column += self.first_column
        line += self.first_line - 1
        return Position(line, self.document.code_point_column(line, column) + 1)


def parse_tolerantly(text: bytes) -> list[ast.stmt]:
    """Parse a statement, blanking the lines that Python itself does not accept."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(MAX_REPAIRS):
            try:
                return ast.parse(text).body
            except SyntaxError as error:
                repaired = _blank_line(text, error.lineno)
                if repaired is None:
                    return []
                text = repaired
            except (ValueError, RecursionError, MemoryError):
                return []
    return []


def _blank_line(text: bytes, line: int | None) -> bytes | None:
    lines = text.split(b"\n")
    if line is None or not 1 < line <= len(lines):
        return None
    content = lines[line - 1]
    indent = content[: len(content) - len(content.lstrip())]
    if content[len(indent) :].startswith(b"0 "):
        return None
    lines[line - 1] = indent + b"0 "
    return b"\n".join(lines)


def sound_text(node: Node, text: bytes) -> bytes:
    """The text of a broken statement with its broken inner statements blanked out."""
    patched = bytearray(text)
    for start, end in _broken_regions(node):
        _blank(patched, start - node.start_byte, end - node.start_byte)
    return bytes(patched)


def _broken_regions(node: Node) -> Iterator[tuple[int, int]]:
    pending = [node]
    while pending:
        current = pending.pop()
        for child in current.children:
            if not child.has_error:
                continue
            if child.type in _COMPOUND:
                pending.append(child)
            else:
                yield child.start_byte, child.end_byte


def _blank(text: bytearray, start: int, end: int) -> None:
    # A lone zero is the shortest statement there is, and it does nothing.
    for index in range(start, end):
        if text[index] not in b"\r\n":
            text[index] = 0x20
    if start < end and text[start] == 0x20:
        text[start] = 0x30


def written_names(stmt: ast.stmt) -> Iterator[str]:
    """Names of the enclosing scope that a statement binds or may change in place."""
    match stmt:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield stmt.name
        case ast.Import() | ast.ImportFrom():
            for alias in stmt.names:
                yield alias.asname or alias.name.split(".")[0]
        case ast.Assign():
            for target in stmt.targets:
                yield from _roots(target)
        case ast.AugAssign() | ast.AnnAssign():
            yield from _roots(stmt.target)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=receiver))):
            yield from _roots(receiver)
        case _:
            yield from _written_in_blocks(stmt)


def _written_in_blocks(stmt: ast.stmt) -> Iterator[str]:
    for field in ("target", "items"):
        for item in _as_list(getattr(stmt, field, None)):
            target = item.optional_vars if isinstance(item, ast.withitem) else item
            if isinstance(target, ast.expr):
                yield from _roots(target)
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in _as_list(getattr(stmt, field, None)):
            if isinstance(inner, ast.stmt):
                yield from written_names(inner)
            elif isinstance(inner, ast.ExceptHandler | ast.match_case):
                for nested in inner.body:
                    yield from written_names(nested)


def _as_list(value: object) -> list[object]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _roots(target: ast.expr) -> Iterator[str]:
    while isinstance(target, ast.Attribute | ast.Subscript | ast.Starred | ast.Call):
        target = target.func if isinstance(target, ast.Call) else target.value
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            yield from _roots(element)
