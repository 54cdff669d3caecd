"""A Python text that is edited: tree-sitter keeps its tree, statements that did not change stay."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import tree_sitter_python
from tree_sitter import Language, Node, Parser, Tree

from seismograd.faults import Position, Span
from seismograd.source.chunks import Chunk, sound_text
from seismograd.source.positions import Encoding, to_code_points

MAX_BYTES = 4_000_000
_TRIVIA = frozenset({"comment", "line_continuation"})


class UnreadableSource(Exception):
    """The bytes are not Python text that can be analysed; the message says why."""


@dataclass(frozen=True, slots=True)
class TextChange:
    """Replace a range (0-based lines and columns in some encoding); no range replaces all."""

    text: str
    start: tuple[int, int] | None = None
    end: tuple[int, int] | None = None


@cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_python.language()))


def decode(raw: bytes) -> str:
    """Text of a source file; a byte-order mark is dropped, declared encodings are honoured."""
    if len(raw) > MAX_BYTES:
        raise UnreadableSource(f"larger than {MAX_BYTES // 1_000_000} MB; not analysed")
    if b"\x00" in raw:
        raise UnreadableSource("contains NUL bytes; not Python source")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _decode_declared(raw)


def _decode_declared(raw: bytes) -> str:
    import io
    import tokenize

    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        return raw.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise UnreadableSource("not valid UTF-8 and no other encoding is declared") from error


class Document:
    """The text of one file, its syntax tree and its top-level statements."""

    def __init__(self, path: str, text: str, version: int | None = None) -> None:
        self.path = path
        self.version = version
        self._chunks: list[Chunk] = []
        self._definitions: dict[str, list[Chunk]] | None = None
        self._set_text(text)
        self._tree = _parser().parse(self.raw)
        self._rechunk()

    def _set_text(self, text: str) -> None:
        self.text = text
        self.raw = text.encode("utf-8", "surrogatepass")
        self._ascii = len(self.raw) == len(text)
        self._lines: list[str] | None = None

    @property
    def tree(self) -> Tree:
        return self._tree

    @property
    def chunks(self) -> list[Chunk]:
        return self._chunks

    @property
    def lines(self) -> list[str]:
        """Lines without their ends; only a line feed (or CR LF) ends a line, as in Python."""
        if self._lines is None:
            self._lines = [line.removesuffix("\r") for line in self.text.split("\n")]
        return self._lines

    @property
    def definitions(self) -> dict[str, list[Chunk]]:
        """For each module-level name, the statements that set or change it, in order."""
        if self._definitions is None:
            found: dict[str, list[Chunk]] = {}
            for chunk in self._chunks:
                for name in chunk.writes:
                    found.setdefault(name, []).append(chunk)
            self._definitions = found
        return self._definitions

    @property
    def has_errors(self) -> bool:
        return self._tree.root_node.has_error

    def code_point_column(self, line: int, byte_column: int) -> int:
        """0-based code-point column for a byte column of a 1-based line."""
        if self._ascii or not 0 < line <= len(self.lines):
            return byte_column
        return to_code_points(self.lines[line - 1], byte_column, Encoding.UTF8)

    def offset(self, position: Position) -> int:
        """Index into the text; positions outside the document move to its edge."""
        lines = self.text.split("\n")
        line = min(max(position.line, 1), len(lines))
        before = sum(len(text) + 1 for text in lines[: line - 1])
        return before + min(max(position.column - 1, 0), len(lines[line - 1]))

    def slice(self, span: Span) -> str:
        return self.text[self.offset(span.start) : self.offset(span.end)]

    def change(
        self, changes: Sequence[TextChange], version: int | None, encoding: Encoding
    ) -> None:
        """Apply editor changes in order; the tree is re-parsed only where they touch it."""
        for change in changes:
            self._apply(change, encoding)
        self.version = version
        self._rechunk()

    def _apply(self, change: TextChange, encoding: Encoding) -> None:
        if change.start is None or change.end is None:
            self._set_text(change.text)
            self._tree = _parser().parse(self.raw)
            return
        start = self._client_offset(change.start, encoding)
        end = max(start, self._client_offset(change.end, encoding))
        self._edit_tree(start, end, change.text)

    def _client_offset(self, place: tuple[int, int], encoding: Encoding) -> int:
        line, column = place
        lines = self.lines
        if line >= len(lines):
            return len(self.text)
        points = to_code_points(lines[max(line, 0)], max(column, 0), encoding)
        return self.offset(Position(max(line, 0) + 1, points + 1))

    def _edit_tree(self, start: int, end: int, new_text: str) -> None:
        before, removed = self.text[:start], self.text[start:end]
        start_byte = len(before.encode("utf-8", "surrogatepass"))
        old_bytes = removed.encode("utf-8", "surrogatepass")
        new_bytes = new_text.encode("utf-8", "surrogatepass")
        start_point = _advance((0, 0), self.raw[:start_byte])
        self._tree.edit(
            start_byte=start_byte,
            old_end_byte=start_byte + len(old_bytes),
            new_end_byte=start_byte + len(new_bytes),
            start_point=start_point,
            old_end_point=_advance(start_point, old_bytes),
            new_end_point=_advance(start_point, new_bytes),
        )
        self._set_text(before + new_text + self.text[end:])
        self._tree = _parser().parse(self.raw, self._tree)

    def _rechunk(self) -> None:
        self._definitions = None
        known: dict[bytes, list[Chunk]] = defaultdict(list)
        for chunk in reversed(self._chunks):
            known[chunk.text].append(chunk)
        self._chunks = [self._chunk_for(node, known) for node in _statements(self._tree.root_node)]

    def _chunk_for(self, node: Node, known: dict[bytes, list[Chunk]]) -> Chunk:
        text = sound_text(node, self.raw[node.start_byte : node.end_byte])
        reusable = known.get(text)
        chunk = reusable.pop() if reusable else Chunk(self, text, node.has_error)
        chunk.broken = node.has_error
        # Unpacked, never by name: `Point.row` of the binding drops a reference it does not own.
        row, column = node.start_point
        chunk.first_line, chunk.first_column = row + 1, column
        return chunk


def _statements(root: Node) -> list[Node]:
    found: list[Node] = []
    pending = list(reversed(root.children))
    while pending:
        node = pending.pop()
        if node.type == "ERROR":
            pending.extend(reversed(node.children))
        elif node.is_named and node.type not in _TRIVIA:
            found.append(node)
    return found


def _advance(place: tuple[int, int], text: bytes) -> tuple[int, int]:
    row, column = place
    newlines = text.count(b"\n")
    if not newlines:
        return row, column + len(text)
    return row + newlines, len(text) - text.rfind(b"\n") - 1
