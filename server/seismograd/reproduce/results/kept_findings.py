"""What a reproduction showed about lines, kept beside it until the files are others."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from seismograd.faults import Finding
from seismograd.kept_findings import (
    Document,
    UnchangedFiles,
    can_keep,
    digests_of,
    finding_document,
)
from seismograd.own_documents import objects_in, own_document

FINDINGS = "findings.json"
VERSION = 2


def findings_document(findings: Iterable[Finding], root: Path, began: float) -> Document | None:
    """Of files that nobody has changed since it began; None where there is nothing to keep."""
    kept = [finding for finding in findings if can_keep(finding, root, began)]
    if not kept:
        return None
    return {
        "version": VERSION,
        "files": digests_of(kept, root),
        "findings": [finding_document(finding, root) for finding in kept],
    }


def kept_findings(folder: Path, root: Path) -> list[Finding]:
    """Those whose files are, to the byte, what they were."""
    document = own_document(folder / FINDINGS, root)
    if document is None or document.get("version") != VERSION:
        return []
    source = UnchangedFiles(root, document.get("files"))
    found = map(source.finding, objects_in(document, "findings"))
    return [finding for finding in found if finding is not None]
