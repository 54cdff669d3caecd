"""Edits as the client wants them: versioned where it can, plain where it cannot."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from seismograd.faults import Edit
from seismograd.lsp.client_features import ClientFeatures
from seismograd.lsp.project import Project


def workspace_edit(
    project: Project, client: ClientFeatures, edits: Iterable[Edit]
) -> types.WorkspaceEdit | None:
    """One edit of the workspace; None where a part of it cannot be said to the client."""
    by_uri: dict[str, list[types.TextEdit]] = {}
    places = project.places
    for edit in dict.fromkeys(edits):
        located = places.text_edit(edit)
        if located is None:
            return None
        by_uri.setdefault(located[0], []).append(located[1])
    if not client.versioned_edits:
        return types.WorkspaceEdit(changes=by_uri)
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(_identifier(project, uri), texts)
            for uri, texts in by_uri.items()
        ]
    )


def _identifier(project: Project, uri: str) -> types.OptionalVersionedTextDocumentIdentifier:
    file = project.files.get(project.files.path_of(uri))
    version = file.versions.get(uri) if file else None
    return types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
