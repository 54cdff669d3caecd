"""A file on disk as Python text, edited without losing its encoding, line ends or cells."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterable
from typing import Protocol

from seismograd.faults import Edit, Position
from seismograd.source.document import MAX_BYTES, UnreadableSource, decode
from seismograd.source.edits import apply_edits
from seismograd.source.notebook import Notebook
from seismograd_sandbox.untrusted_files import read_regular_file

NOTEBOOK_SUFFIX = ".ipynb"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class SourceFile(Protocol):
    """What is analysed (`text`) of what is stored (`raw`)."""

    raw: bytes
    text: str

    def edited(self, edits: Iterable[Edit]) -> SourceFile | None:
        """The file after the edits; None where they cannot be stored."""
        ...

    def locate(self, position: Position) -> tuple[int | None, Position]:
        """The cell number, for notebooks, and the place as a reader of the file counts it."""
        ...

    def sections(self) -> list[tuple[int | None, str]]:
        """The texts that a reader sees, each with its cell number."""
        ...


def read_source(path: str, raw: bytes) -> SourceFile:
    """Read a file by its name; raises `UnreadableSource`."""
    return NotebookSource(raw) if path.endswith(NOTEBOOK_SUFFIX) else PythonSource(raw)


def read_bytes(path: str) -> bytes:
    """What a file holds, or enough of it to see that it is too large; raises `OSError`."""
    return read_regular_file(path, MAX_BYTES + 1)


def read_from_disk(path: str) -> SourceFile | None:
    """The file of a path; None where there is none that can be analysed."""
    try:
        return read_source(path, read_bytes(path))
    except (OSError, UnreadableSource):
        return None


class PythonSource:
    """A Python module or script."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.text = decode(raw)

    def edited(self, edits: Iterable[Edit]) -> PythonSource | None:
        encoding = _encoding(self.raw)
        try:
            if self.text.encode(encoding) != self.raw:
                return None
            return PythonSource(apply_edits(self.text, edits).encode(encoding))
        except UnicodeEncodeError:
            return None

    def locate(self, position: Position) -> tuple[int | None, Position]:
        return None, position

    def sections(self) -> list[tuple[int | None, str]]:
        return [(None, self.text)]


class NotebookSource:
    """A Jupyter notebook; its code cells are one text."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self._notebook = Notebook.from_json(raw)
        self.text = self._notebook.text

    def edited(self, edits: Iterable[Edit]) -> NotebookSource | None:
        cells = self._notebook.edited_cells(edits)
        return None if cells is None else NotebookSource(self._notebook.to_json(cells))

    def locate(self, position: Position) -> tuple[int | None, Position]:
        cell, place = self._notebook.locate(position)
        return self._notebook.cell_number(cell), place

    def sections(self) -> list[tuple[int | None, str]]:
        cells = enumerate(self._notebook.cells)
        return [(self._notebook.cell_number(index), text) for index, text in cells]


def _encoding(raw: bytes) -> str:
    if raw.startswith(BYTE_ORDER_MARK):
        return "utf-8-sig"
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return tokenize.detect_encoding(io.BytesIO(raw).readline)[0]
    return "utf-8"
