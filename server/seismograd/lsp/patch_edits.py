"""Edits of a saved patch as the client wants them: versioned, and labelled where it can."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from lsprotocol import types

from seismograd.faults import Edit, Position
from seismograd.lsp.client_features import ClientFeatures
from seismograd.lsp.current_text import CurrentText, current_text
from seismograd.lsp.project import Project
from seismograd.source.positions import Encoding, from_code_points

ANNOTATION = "seismograd.patch"
Editing = types.TextEdit | types.AnnotatedTextEdit


def patch_edit(
    project: Project, client: ClientFeatures, edits: Iterable[Edit], label: str
) -> types.WorkspaceEdit:
    """`label`: for the preview of the client. Texts must be those that the edits are for."""
    by_path: dict[str, list[Edit]] = {}
    for edit in edits:
        by_path.setdefault(edit.span.file, []).append(edit)
    texts = {path: current_text(project, path) for path in by_path}
    found = {path: text for path, text in texts.items() if text is not None}
    if not client.versioned_edits:
        return types.WorkspaceEdit(
            changes={
                text.uri: [_text_edit(text.text, edit, project.encoding) for edit in by_path[path]]
                for path, text in found.items()
            }
        )
    is_annotated = client.annotates_edits
    written = partial(_document_edit, encoding=project.encoding, is_annotated=is_annotated)
    # Without a demand for confirmation: editors leave such edits out unless each one is ticked.
    annotations = {ANNOTATION: types.ChangeAnnotation(label)} if is_annotated else None
    return types.WorkspaceEdit(
        document_changes=[written(text, by_path[path]) for path, text in found.items()],
        change_annotations=annotations,
    )


def _document_edit(
    text: CurrentText, edits: Iterable[Edit], encoding: Encoding, is_annotated: bool
) -> types.TextDocumentEdit:
    document = types.OptionalVersionedTextDocumentIdentifier(text.uri, text.version)
    plain = [_text_edit(text.text, edit, encoding) for edit in edits]
    if not is_annotated:
        return types.TextDocumentEdit(document, plain)
    annotated = [types.AnnotatedTextEdit(ANNOTATION, one.range, one.new_text) for one in plain]
    return types.TextDocumentEdit(document, annotated)


def _text_edit(text: str, edit: Edit, encoding: Encoding) -> types.TextEdit:
    lines = text.split("\n")
    start, end = (_place(lines, one, encoding) for one in (edit.span.start, edit.span.end))
    return types.TextEdit(types.Range(start, end), edit.new_text)


def _place(lines: list[str], position: Position, encoding: Encoding) -> types.Position:
    """Behind the last line means its end."""
    if position.line > len(lines):
        return _place(lines, Position(len(lines), len(lines[-1]) + 1), encoding)
    line = lines[position.line - 1].removesuffix("\r")
    column = from_code_points(line, min(position.column - 1, len(line)), encoding)
    return types.Position(position.line - 1, column)
