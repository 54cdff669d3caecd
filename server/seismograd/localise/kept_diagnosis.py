"""A diagnosis in the folder of its run: shown again as long as the code is what was run."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from seismograd.kept_findings import (
    Document,
    UnchangedFiles,
    can_keep,
    digests_of,
    finding_document,
)
from seismograd.localise.diagnosis import Cause
from seismograd.own_documents import objects_in, one_line, own_document
from seismograd.runs.folder import RunFolder
from seismograd.runs.record import RunRecord
from seismograd.runs.summary import RunSummary
from seismograd.signed_files import signature_of, write_signed
from seismograd_sandbox.untrusted_writes import make_way

log = logging.getLogger(__name__)
FILE = "diagnosis.json"
VERSION = 1
START_RESOLUTION_S = 1.0
"""The record of a run has its start in whole seconds."""


@dataclass(frozen=True, slots=True)
class KeptDiagnosis:
    sentence: str
    """What came of it."""
    causes: tuple[Cause, ...]
    """Those whose files are what they were, without their experiments."""


def keep_diagnosis(summary: RunSummary, causes: Iterable[Cause], sentence: str) -> None:
    """Where that is not possible it is said in the log, and nothing else is lost."""
    root = Path(summary.record.root)
    began = began_at(summary.record)
    kept = [cause for cause in causes if can_keep(cause.finding, root, began)]
    try:
        _write(summary.folder, _document(kept, sentence, root), root)
    except OSError as error:
        log.warning("The diagnosis of run %s is not kept: %s", summary.folder.id, error)


def _document(causes: Sequence[Cause], sentence: str, root: Path) -> Document:
    return {
        "version": VERSION,
        "sentence": sentence,
        "files": digests_of((cause.finding for cause in causes), root),
        "causes": [_cause_document(cause, root) for cause in causes],
    }


def _write(folder: RunFolder, document: Document, root: Path) -> None:
    file = folder.path / FILE
    for place in (file, signature_of(file)):
        make_way(place, within=folder.path)
    write_signed(file, json.dumps(document, indent=2).encode(), root)


def kept_diagnosis(folder: RunFolder, root: Path) -> KeptDiagnosis | None:
    """None where nobody diagnosed the run, or not this user."""
    document = own_document(folder.path / FILE, root)
    if document is None or document.get("version") != VERSION:
        return None
    return KeptDiagnosis(one_line(document.get("sentence")), tuple(_causes(document, root)))


def began_at(record: RunRecord) -> float:
    """Not later than any change that was made while it ran."""
    try:
        return datetime.fromisoformat(record.started).timestamp() + START_RESOLUTION_S
    except ValueError:
        return 0.0


def _causes(document: Mapping[str, object], root: Path) -> Iterator[Cause]:
    source = UnchangedFiles(root, document.get("files"))
    for item in objects_in(document, "causes"):
        finding = source.finding(item)
        if finding is not None:
            confirmed, guess = item.get("confirmed") is True, item.get("guess") is True
            yield Cause(finding, confirmed, is_guess=guess)


def _cause_document(cause: Cause, root: Path) -> Document:
    states = {"confirmed": cause.confirmed, "guess": cause.is_guess}
    return {**finding_document(cause.finding, root), **states}
