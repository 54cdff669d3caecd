"""Notebooks: the code cells of one notebook are one Python text, for they share a scope."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from seismograd.faults import Edit, Position, Span
from seismograd.source.edits import apply_edits
from seismograd.source.magics import neutralise
from seismograd.source.notebook_file import NotebookFile


class Notebook:
    """Code cells joined to one text, with the way from the text to the cells and back."""

    def __init__(self, cells: Sequence[str], file: NotebookFile | None = None) -> None:
        self.cells = tuple(cells)
        self.text = "\n".join(neutralise(cell) for cell in self.cells)
        heights = (cell.count("\n") + 1 for cell in self.cells)
        self._first_lines = list(accumulate(heights, initial=1))
        self._file = file

    @classmethod
    def from_json(cls, raw: bytes) -> Notebook:
        """Read an `.ipynb` file; raises `UnreadableSource` where it is not one."""
        file = NotebookFile(raw)
        return cls([cell.text for cell in file.code_cells], file)

    def cell_number(self, cell: int) -> int:
        """Where a code cell stands among all cells of the file, from 1."""
        return cell + 1 if self._file is None else self._file.code_cells[cell].number

    def locate(self, position: Position) -> tuple[int, Position]:
        """The code cell (from 0) that holds a place of the joined text, and the place in it."""
        cell = max(0, min(bisect_right(self._first_lines, position.line), len(self.cells)) - 1)
        line = position.line - self._first_lines[cell] + 1
        return cell, Position(line, position.column)

    def joined(self, cell: int, position: Position) -> Position:
        """The place in the joined text for a place in a code cell."""
        return Position(position.line + self._first_lines[cell] - 1, position.column)

    def locate_edit(self, edit: Edit) -> tuple[int, Edit] | None:
        """The edit as one of a single cell; None where a cell cannot hold it."""
        cell, start = self.locate(edit.span.start)
        if start == Position(1, 1) and self.cells[cell].startswith("%%"):
            # A cell magic must stay the first thing in its cell.
            return None
        end_cell, end = self.locate(edit.span.end)
        if end_cell == cell:
            return cell, Edit(Span(edit.span.file, start, end), edit.new_text)
        if end_cell == cell + 1 and end == Position(1, 1):
            # Whole lines up to the end of a cell: the line end after them is not in the cell.
            return cell, Edit(
                Span(edit.span.file, start, self._end_of(cell)),
                edit.new_text.removesuffix("\n"),
            )
        return None

    def _end_of(self, cell: int) -> Position:
        lines = self.cells[cell].split("\n")
        return Position(len(lines), len(lines[-1]) + 1)

    def edited_cells(self, edits: Iterable[Edit]) -> dict[int, str] | None:
        """New texts of the cells that the edits touch; None where a cell cannot hold one."""
        by_cell: dict[int, list[Edit]] = {}
        for edit in edits:
            located = self.locate_edit(edit)
            if located is None:
                return None
            by_cell.setdefault(located[0], []).append(located[1])
        return {cell: apply_edits(self.cells[cell], found) for cell, found in by_cell.items()}

    def to_json(self, new_texts: dict[int, str]) -> bytes:
        """The file with the sources of some code cells replaced, and not a byte else."""
        if self._file is None:
            raise ValueError("this notebook was not read from a file")
        return self._file.with_texts(new_texts)
