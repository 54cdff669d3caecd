"""Places as the client counts them: 0-based, in its unit of columns, by address and cell."""

from __future__ import annotations

from lsprotocol import types

from seismograd.faults import Edit, Position, Span
from seismograd.lsp.open_files import OpenFiles
from seismograd.lsp.uris import uri_of
from seismograd.source.positions import Encoding, from_code_points, to_code_points
from seismograd.source.workspace import Workspace


class Places:
    """Translates between spans of documents and ranges of the client."""

    def __init__(self, files: OpenFiles, workspace: Workspace, encoding: Encoding) -> None:
        self._files = files
        self._workspace = workspace
        self._encoding = encoding

    def location(self, span: Span) -> types.Location:
        file = self._files.get(span.file)
        uri, start = file.locate(span.start) if file else (uri_of(span.file), span.start)
        end_uri, end = file.locate(span.end) if file else (uri, span.end)
        client_start = self._to_client(span.file, span.start, start)
        client_end = self._to_client(span.file, span.end, end)
        if end_uri != uri:
            client_end = types.Position(client_start.line + 1, 0)
        return types.Location(uri, types.Range(client_start, client_end))

    def _to_client(self, path: str, joined: Position, seen: Position) -> types.Position:
        line = self._line(path, joined.line)
        column = joined.column - 1
        if line is not None:
            column = from_code_points(line, column, self._encoding)
        return types.Position(max(seen.line - 1, 0), max(column, 0))

    def position(self, uri: str, place: types.Position) -> tuple[str, Position]:
        """The path and the place that the client points at; outside means at the edge."""
        path = self._files.path_of(uri)
        file = self._files.get(path)
        seen = Position(place.line + 1, 1)
        line_number = file.joined(uri, seen).line if file else seen.line
        line = self._line(path, line_number)
        column = place.character
        if line is not None:
            column = to_code_points(line, column, self._encoding)
        return path, Position(line_number, column + 1)

    def span(self, uri: str, area: types.Range) -> Span:
        path, start = self.position(uri, area.start)
        _, end = self.position(uri, area.end)
        return Span(path, start, end)

    def text_edit(self, edit: Edit) -> tuple[str, types.TextEdit] | None:
        """An edit for the client; None where it cannot be said in the client's terms."""
        file = self._files.get(edit.span.file)
        located = file.locate_edit(edit) if file else (uri_of(edit.span.file), edit)
        if located is None:
            return None
        uri, own = located
        start, end = (
            self._in_own_lines(uri, own.span.file, p) for p in (own.span.start, own.span.end)
        )
        return uri, types.TextEdit(types.Range(start, end), own.new_text)

    def _in_own_lines(self, uri: str, path: str, place: Position) -> types.Position:
        file = self._files.get(path)
        joined = file.joined(uri, place) if file else place
        return self._to_client(path, joined, place)

    def _line(self, path: str, number: int) -> str | None:
        document = self._workspace.document(path)
        if document is None or not 0 < number <= len(document.lines):
            return None
        return document.lines[number - 1]
