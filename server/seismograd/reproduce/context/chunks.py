"""Pieces of a project that can be shown on their own: functions, classes, module-level code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seismograd.reproduce.context.places import Places
from seismograd.reproduce.context.project_view import ProjectView, Symbol, SymbolKind

WHOLE_CLASS = 60
"""Classes up to this many lines are not taken apart."""
LONGEST = 150
MAX_CHUNKS = 30_000


@dataclass(frozen=True, slots=True)
class Chunk:
    """Lines of a file, first to last; `symbol` is None for code at the level of its module."""

    file: str
    first: int
    last: int
    symbol: Symbol | None = None

    @property
    def name(self) -> str:
        return self.symbol.qualified if self.symbol else self.file


def chunks_of(view: ProjectView, places: Places) -> list[Chunk]:
    by_file: dict[str, list[Symbol]] = defaultdict(list)
    for symbol in view.symbols:
        if symbol.kind is not SymbolKind.CONSTANT:
            by_file[symbol.file].append(symbol)
    found: list[Chunk] = []
    for file in view.imports:
        found += _of_file(file, by_file[file], len(places.lines(file)))
        if len(found) > MAX_CHUNKS:
            break
    return found[:MAX_CHUNKS]


def text_of(chunk: Chunk, places: Places) -> str:
    """The lines of a chunk; of a method, below the line that opens its class."""
    lines = places.lines(chunk.file)
    body = "\n".join(lines[chunk.first - 1 : chunk.last])
    if chunk.symbol is None or chunk.symbol.kind is not SymbolKind.METHOD:
        return body
    head = _class_line(chunk, lines)
    return f"{head}\n    ...\n\n{body}" if head else body


def _class_line(chunk: Chunk, lines: Sequence[str]) -> str:
    """The line that opens the class around a method: the last one above with less indentation."""
    depth = _indentation(lines[chunk.first - 1]) if chunk.first <= len(lines) else 0
    for line in reversed(lines[: chunk.first - 1]):
        if line.strip() and _indentation(line) < depth and line.lstrip().startswith("class "):
            return line
    return ""


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def _of_file(file: str, symbols: list[Symbol], length: int) -> Iterator[Chunk]:
    top = [symbol for symbol in symbols if "." not in symbol.name]
    for symbol in top:
        yield from _of_symbol(file, symbol, symbols)
    for first, last in _between(top, length):
        yield from _split(Chunk(file, first, last))


def _of_symbol(file: str, symbol: Symbol, symbols: list[Symbol]) -> Iterator[Chunk]:
    inner = [s for s in symbols if s.name.rpartition(".")[0] == symbol.name]
    if symbol.last_line - symbol.line < WHOLE_CLASS or not inner:
        yield from _split(Chunk(file, symbol.line, symbol.last_line, symbol))
        return
    first_inner = min(s.line for s in inner)
    yield Chunk(file, symbol.line, max(symbol.line, first_inner - 1), symbol)
    for member in inner:
        yield from _of_symbol(file, member, symbols)


def _between(symbols: list[Symbol], length: int) -> Iterator[tuple[int, int]]:
    """Runs of lines that no symbol covers."""
    first = 1
    for symbol in sorted(symbols, key=lambda s: s.line):
        if symbol.line > first:
            yield first, symbol.line - 1
        first = max(first, symbol.last_line + 1)
    if first <= length:
        yield first, length


def _split(chunk: Chunk) -> Iterator[Chunk]:
    for first in range(chunk.first, chunk.last + 1, LONGEST):
        yield Chunk(chunk.file, first, min(chunk.last, first + LONGEST - 1), chunk.symbol)
