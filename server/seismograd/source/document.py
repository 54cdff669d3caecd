"""A Python text that is edited: tree-sitter keeps its tree, statements that did not change stay."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from seismograd.faults import Position, Span
from seismograd.source.chunks import Chunk, top_level_blocks
from seismograd.source.line_index import LineIndex
from seismograd.source.positions import Encoding, to_code_points
from seismograd.source.whole_parse import parse_whole

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Tree

MAX_BYTES = 4_000_000
TOO_LARGE = f"larger than {MAX_BYTES // 1_000_000} MB; not analysed"
_NO_ENCODING = "not valid UTF-8 and no other encoding is declared"
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_TRIVIA = frozenset({"comment", "line_continuation"})


class UnreadableSource(Exception):
    """The bytes are not Python text that can be analysed; the message says why."""


class TextChange(NamedTuple):
    """Replace a range (0-based lines and columns in some encoding); no range replaces all."""

    text: str
    start: tuple[int, int] | None = None
    end: tuple[int, int] | None = None


@cache
def _parser() -> Parser:
    # Most texts are sound and read whole: who only reads them never waits for this to load.
    import tree_sitter_python
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_python.language()))


def decode(raw: bytes) -> str:
    """Text of a source file; a byte-order mark is dropped, declared encodings are honoured."""
    if len(raw) > MAX_BYTES:
        raise UnreadableSource(TOO_LARGE)
    if raw.startswith(_WIDE_MARKS):
        raise UnreadableSource("written in UTF-16 or UTF-32, which Python does not read; use UTF-8")
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
        encoding, declaration = tokenize.detect_encoding(io.BytesIO(raw).readline)
        text = raw.decode(encoding)
    except SyntaxError as error:
        # Its own words for an encoding that is unknown or contradicts the byte-order mark.
        declared = str(error).startswith(("unknown encoding", "encoding problem"))
        raise UnreadableSource(str(error) if declared else _NO_ENCODING) from error
    except (ValueError, LookupError) as error:
        raise UnreadableSource(_NO_ENCODING) from error
    if declaration and not text.startswith(declaration[0].decode("ascii", "replace").rstrip()):
        raise UnreadableSource(f"not written in its declared encoding {encoding}")
    return text


class Document:
    """The text of one file, its syntax tree and its top-level statements."""

    def __init__(self, path: str, text: str, version: int | None = None) -> None:
        self.path = path
        self.version = version
        self._chunks: list[Chunk] = []
        self._definitions: dict[str, list[Chunk]] | None = None
        self._tree: Tree | None = None
        self._set_text(text)
        if self.is_too_large or not self._chunk_sound_text():
            self._rechunk()

    def _set_text(self, text: str) -> None:
        self.text = text
        self.raw = text.encode("utf-8", "surrogatepass")
        self._known_lines: LineIndex | None = None
        self._text_changed()

    def _text_changed(self) -> None:
        self._ascii = len(self.raw) == len(self.text)
        self._lines: list[str] | None = None

    @property
    def _line_index(self) -> LineIndex:
        if self._known_lines is None:
            self._known_lines = LineIndex(self.text)
        return self._known_lines

    @property
    def tree(self) -> Tree:
        if self._tree is None:
            self._tree = _parser().parse(self.raw)
        return self._tree

    def rest(self) -> None:
        """Let go of all that can be made again from the text, until somebody asks for it."""
        self._tree = None
        self._known_lines = None
        self._lines = None
        self._definitions = None
        for chunk in self._chunks:
            chunk.rest()

    @property
    def is_too_large(self) -> bool:
        """Whether it is left unread: an editor may hold what would be refused on disk."""
        return len(self.raw) > MAX_BYTES

    @property
    def chunks(self) -> list[Chunk]:
        return self._chunks

    @property
    def lines(self) -> list[str]:
        """Lines without their ends; only a line feed (or CR LF) ends a line, as in Python."""
        if self._lines is None:
            lines = self.text.split("\n")
            if "\r" in self.text:
                lines = [line.removesuffix("\r") for line in lines]
            self._lines = lines
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
        return self.tree.root_node.has_error

    def code_point_column(self, line: int, byte_column: int) -> int:
        """0-based code-point column for a byte column of a 1-based line."""
        if self._ascii or not 0 < line <= len(self.lines):
            return byte_column
        return to_code_points(self.lines[line - 1], byte_column, Encoding.UTF8)

    def offset(self, position: Position) -> int:
        """Index into the text; positions outside the document move to its edge."""
        line = min(max(position.line, 1), len(self._line_index)) - 1
        start, end = self._line_index.bounds(line, self.text)
        return min(start + max(position.column - 1, 0), end)

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
            self._replace_text(change.text)
            return
        start = self._client_offset(change.start, encoding)
        end = max(start, self._client_offset(change.end, encoding))
        if self.is_too_large:
            # There is no tree to keep, and making one would take longer than people wait.
            self._replace_text(self.text[:start] + change.text + self.text[end:])
        else:
            self._edit_tree(start, end, change.text)

    def _replace_text(self, text: str) -> None:
        self._set_text(text)
        self._tree = None

    def _client_offset(self, place: tuple[int, int], encoding: Encoding) -> int:
        line, column = max(place[0], 0), max(place[1], 0)
        if line >= len(self._line_index):
            return len(self.text)
        start, end = self._line_index.bounds(line, self.text)
        content = self.text[start:end].removesuffix("\r")
        return start + to_code_points(content, column, encoding)

    def _edit_tree(self, start: int, end: int, new_text: str) -> None:
        old_bytes = self.text[start:end].encode("utf-8", "surrogatepass")
        new_bytes = new_text.encode("utf-8", "surrogatepass")
        start_byte, start_point = self._byte_place(start)
        tree = self.tree
        tree.edit(
            start_byte=start_byte,
            old_end_byte=start_byte + len(old_bytes),
            new_end_byte=start_byte + len(new_bytes),
            start_point=start_point,
            old_end_point=_advance(start_point, old_bytes),
            new_end_point=_advance(start_point, new_bytes),
        )
        self.text = self.text[:start] + new_text + self.text[end:]
        self.raw = self.raw[:start_byte] + new_bytes + self.raw[start_byte + len(old_bytes) :]
        self._line_index.replace(start, end, new_text)
        self._text_changed()
        self._tree = _parser().parse(self.raw, tree)

    def _byte_place(self, offset: int) -> tuple[int, tuple[int, int]]:
        """The byte offset of a place in the text, with its row and column in bytes."""
        row = self._line_index.line_at(offset)
        line_start = self._line_index.start(row)
        if self._ascii:
            return offset, (row, offset - line_start)
        before = len(self.text[:line_start].encode("utf-8", "surrogatepass"))
        column = len(self.text[line_start:offset].encode("utf-8", "surrogatepass"))
        return before + column, (row, column)

    def _chunk_sound_text(self) -> bool:
        """Find the statements of a new text without a tree; False where it takes one."""
        parsed = parse_whole(self.raw)
        for start, end, first_line, statement in parsed or ():
            chunk = Chunk(self, self.raw[start:end], broken=False)
            chunk.first_line = chunk.node_line = first_line
            chunk.statements = [statement]
            self._chunks.append(chunk)
        return parsed is not None

    def _rechunk(self) -> None:
        self._definitions = None
        known: dict[bytes, list[Chunk]] = defaultdict(list)
        for chunk in reversed(self._chunks):
            known[chunk.text].append(chunk)
        self._chunks = []
        if self.is_too_large:
            return
        for start, end, place, broken in _regions(self.tree.root_node, self.raw):
            text = self.raw[start:end]
            if broken:
                self._add_blocks(text, place, known)
            else:
                self._add_chunk(text, place, False, known)

    def _add_blocks(
        self, region: bytes, place: tuple[int, int], known: dict[bytes, list[Chunk]]
    ) -> None:
        for start, end in top_level_blocks(region):
            block = region[start:end]
            text = block.rstrip()
            if text:
                self._add_chunk(text, place, True, known)
            place = _advance(place, block)

    def _add_chunk(
        self,
        text: bytes,
        place: tuple[int, int],
        broken: bool,
        known: dict[bytes, list[Chunk]],
    ) -> None:
        reusable = known.get(text)
        chunk = reusable.pop() if reusable else Chunk(self, text, broken)
        row, chunk.first_column = place
        chunk.broken = broken
        chunk.first_line = row + 1
        self._chunks.append(chunk)


def _regions(root: Node, raw: bytes) -> Iterator[tuple[int, int, tuple[int, int], bool]]:
    """Bytes, place and soundness of each statement; what shares a broken line is one region."""
    if root.type == "ERROR":
        yield root.start_byte, root.end_byte, root.start_point, True
        return
    pending: tuple[int, int, tuple[int, int], bool] | None = None
    last_row = -1
    for node in root.children:
        if not node.is_named or node.type in _TRIVIA:
            continue
        place = node.start_point
        broken = node.has_error
        on_line = place[0] == last_row
        # What is indented on its own line was cut off from the statement above.
        if pending is not None and ((broken or pending[3]) if on_line else place[1] > 0):
            pending = (pending[0], node.end_byte, pending[2], True)
        else:
            if pending is not None:
                yield pending
            pending = (node.start_byte, _end(node, raw), place, broken)
        last_row = node.end_point[0]
    if pending is not None:
        yield pending


def _end(node: Node, raw: bytes) -> int:
    """Where a statement ends, less the comments after it that its indentation takes in."""
    end = node.end_byte
    if b"#" not in raw[raw.rfind(b"\n", 0, end) + 1 : end]:
        return end
    last = node
    while last.child_count:
        inner = (last.child(index) for index in range(last.child_count - 1, -1, -1))
        found = next((child for child in inner if child and child.type not in _TRIVIA), None)
        if found is None:
            break
        last = found
    return last.end_byte


def _advance(place: tuple[int, int], text: bytes) -> tuple[int, int]:
    row, column = place
    newlines = text.count(b"\n")
    if not newlines:
        return row, column + len(text)
    return row + newlines, len(text) - text.rfind(b"\n") - 1
