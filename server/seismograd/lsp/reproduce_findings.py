"""A reproduction as findings on the lines of the project that it came through."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types

from seismograd.faults import Position, Span
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.run_findings import RUN_SOURCE
from seismograd.lsp.uris import uri_of
from seismograd.reproduce.kept import inside, one_line
from seismograd.reproduce.repository import GitError, open_repository
from seismograd.reproduce.result import Reproduction
from seismograd.source.document import Document

MOST_OF_FACT = 200


def findings_by_path(
    ls: SeismogradServer, root: Path, result: Reproduction, began: float
) -> dict[str, list[tuple[str, types.Diagnostic]]]:
    """Only for files that still are what was run. For the worker."""
    found: dict[str, list[tuple[str, types.Diagnostic]]] = {}
    for number, (path, line) in enumerate(_places(root, result)):
        document = _as_it_was_run(ls, root, path, result.commit, began)
        if document is not None and line <= len(document.lines):
            area = ls.project.places.location(_span(document, line))
            diagnostic = _diagnostic(ls, result, area.range, is_nearest=number == 0)
            found.setdefault(str(path), []).append((area.uri, diagnostic))
    return found


def _places(root: Path, result: Reproduction) -> Iterator[tuple[Path, int]]:
    """The nearest to the symptom first, each once."""
    places = result.proof.provenance.places if result.proof else ()
    for file, line in dict.fromkeys((place.file, place.line) for place in places):
        path = inside(root, file)
        if path is not None:
            yield path, line


def _as_it_was_run(
    ls: SeismogradServer, root: Path, path: Path, commit: str | None, began: float
) -> Document | None:
    document = ls.project.workspace.document(str(path))
    try:
        content = path.read_bytes()
        is_older = os.stat(path).st_mtime <= began
        was_run = is_older if commit is None else content == _at_commit(root, path, commit)
    except (OSError, GitError):
        return None
    if document is None or not was_run:
        return None
    # What is edited and not saved was not run.
    on_disk = content.decode("utf-8-sig", "replace").splitlines()
    return document if document.text.splitlines() == on_disk else None


def _at_commit(root: Path, path: Path, commit: str) -> bytes:
    repository = open_repository(root)
    name = (repository.project / path.relative_to(root)).as_posix()
    return repository.read("cat-file", "blob", f"{commit}:{name}")


def _span(document: Document, line: int) -> Span:
    text = document.lines[line - 1].rstrip()
    first = len(text) - len(text.lstrip()) + 1
    return Span(document.path, Position(line, first), Position(line, max(len(text), first) + 1))


def _diagnostic(
    ls: SeismogradServer, result: Reproduction, area: types.Range, *, is_nearest: bool
) -> types.Diagnostic:
    severity = types.DiagnosticSeverity
    return types.Diagnostic(
        range=area,
        message=_message(result, is_nearest=is_nearest),
        severity=severity.Warning if is_nearest else severity.Hint,
        source=RUN_SOURCE,
        related_information=_script(result) if ls.client.related_information else None,
    )


def _message(result: Reproduction, *, is_nearest: bool) -> str:
    if not is_nearest:
        return f'On the way to what "{result.title}" reports.'
    criteria = result.fingerprint.criteria if result.fingerprint else ()
    facts = "; ".join(one_line(one.fact, MOST_OF_FACT) for one in criteria)
    return f'Reproduced here: "{result.title}". {facts}.'


def _script(result: Reproduction) -> list[types.DiagnosticRelatedInformation] | None:
    if result.script is None:
        return None
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    location = types.Location(uri_of(str(result.script)), start)
    return [types.DiagnosticRelatedInformation(location, "the script that shows it")]
