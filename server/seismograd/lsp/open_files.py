"""What the editor has open: texts, and notebooks whose cells are texts of their own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from lsprotocol import types

from seismograd.faults import Edit, Position
from seismograd.lsp.uris import path_of
from seismograd.source.document import Document, TextChange
from seismograd.source.notebook import Notebook
from seismograd.source.positions import Encoding
from seismograd.source.source_file import NotebookSource

PYTHON = "python"


class OpenText:
    """A text document."""

    def __init__(self, item: types.TextDocumentItem) -> None:
        self.uri = item.uri
        self.document = Document(path_of(item.uri), item.text, item.version)

    @property
    def versions(self) -> dict[str, int | None]:
        """The addresses under which the client sees this file, with their versions."""
        return {self.uri: self.document.version}

    def locate(self, position: Position) -> tuple[str, Position]:
        """Where the client sees a place of the document."""
        return self.uri, position

    def joined(self, uri: str, position: Position) -> Position:
        """The place of the document that the client means."""
        return position

    def locate_edit(self, edit: Edit) -> tuple[str, Edit] | None:
        return self.uri, edit


@dataclass(slots=True)
class Cell:
    """A cell's own text; it is a document only so that edits apply to it as to any other."""

    language: str
    document: Document

    @classmethod
    def of(cls, item: types.TextDocumentItem) -> Cell:
        return cls(item.language_id, Document(item.uri, item.text, item.version))


class OpenNotebook:
    """A notebook: many texts for the client, one document for the analysis."""

    def __init__(self, params: types.DidOpenNotebookDocumentParams) -> None:
        notebook = params.notebook_document
        self.uri = notebook.uri
        self._order = list(notebook.cells)
        self._cells = {item.uri: Cell.of(item) for item in params.cell_text_documents}
        self._join()
        self.document = Document(path_of(notebook.uri), self._notebook.text, notebook.version)

    def change(self, params: types.DidChangeNotebookDocumentParams, encoding: Encoding) -> None:
        cells = params.change.cells
        if cells is not None:
            self._restructure(cells.structure)
            for data in cells.data or ():
                self._order = [data if c.document == data.document else c for c in self._order]
            for content in cells.text_content or ():
                self._change_cell(content, encoding)
        self._join()
        whole = TextChange(self._notebook.text)
        self.document.change([whole], params.notebook_document.version, encoding)

    def _restructure(self, change: types.NotebookDocumentCellChangeStructure | None) -> None:
        if change is None:
            return
        start, removed = change.array.start, change.array.delete_count
        self._order[start : start + removed] = change.array.cells or ()
        for item in change.did_open or ():
            self._cells[item.uri] = Cell.of(item)
        for closed in change.did_close or ():
            self._cells.pop(closed.uri, None)

    def _change_cell(
        self, content: types.NotebookDocumentCellContentChanges, encoding: Encoding
    ) -> None:
        cell = self._cells.get(content.document.uri)
        if cell is not None:
            changes = text_changes(content.changes)
            cell.document.change(changes, content.document.version, encoding)

    def _join(self) -> None:
        self._uris = [cell.document for cell in self._order if self._is_python(cell)]
        self._index = {uri: index for index, uri in enumerate(self._uris)}
        self._notebook = Notebook([self._cells[uri].document.text for uri in self._uris])

    def _is_python(self, cell: types.NotebookCell) -> bool:
        known = self._cells.get(cell.document)
        is_code = cell.kind == types.NotebookCellKind.Code
        return known is not None and is_code and known.language == PYTHON

    def source(self) -> NotebookSource:
        """The notebook as a file would hold it, with all cells counted."""
        cells = [
            {"cell_type": "code" if cell.document in self._index else "raw", "source": text}
            for cell, text in ((cell, self._text_of(cell)) for cell in self._order)
        ]
        return NotebookSource(json.dumps({"cells": cells}).encode())

    def _text_of(self, cell: types.NotebookCell) -> str:
        known = self._cells.get(cell.document)
        return known.document.text if known else ""

    @property
    def versions(self) -> dict[str, int | None]:
        return {uri: self._cells[uri].document.version for uri in self._uris}

    def locate(self, position: Position) -> tuple[str, Position]:
        if not self._uris:
            return self.uri, position
        cell, place = self._notebook.locate(position)
        return self._uris[cell], place

    def joined(self, uri: str, position: Position) -> Position:
        cell = self._index.get(uri)
        return position if cell is None else self._notebook.joined(cell, position)

    def locate_edit(self, edit: Edit) -> tuple[str, Edit] | None:
        located = self._notebook.locate_edit(edit) if self._uris else None
        return (self._uris[located[0]], located[1]) if located else None


OpenFile = OpenText | OpenNotebook


class OpenFiles:
    """Open files by path, and the way from a cell to its notebook."""

    def __init__(self) -> None:
        self._files: dict[str, OpenFile] = {}
        self._notebook_of_cell: dict[str, str] = {}

    def add(self, file: OpenFile) -> None:
        self._files[file.document.path] = file
        self.index_cells(file)

    def index_cells(self, file: OpenFile) -> None:
        if isinstance(file, OpenNotebook):
            for uri in file.versions:
                self._notebook_of_cell[uri] = file.document.path

    def remove(self, path: str) -> OpenFile | None:
        gone = [uri for uri, holder in self._notebook_of_cell.items() if holder == path]
        for uri in gone:
            del self._notebook_of_cell[uri]
        return self._files.pop(path, None)

    def path_of(self, uri: str) -> str:
        """The path of the document that holds what the client calls by this address."""
        return self._notebook_of_cell.get(uri) or path_of(uri)

    def get(self, path: str) -> OpenFile | None:
        return self._files.get(path)

    @property
    def paths(self) -> list[str]:
        return list(self._files)


def text_changes(
    changes: Sequence[types.TextDocumentContentChangeEvent],
) -> list[TextChange]:
    """The protocol's changes in the words of the analysis."""
    return [_text_change(change) for change in changes]


def _text_change(change: types.TextDocumentContentChangeEvent) -> TextChange:
    if isinstance(change, types.TextDocumentContentChangePartial):
        start, end = change.range.start, change.range.end
        return TextChange(change.text, (start.line, start.character), (end.line, end.character))
    return TextChange(change.text)
