"""What a reproduction showed about lines, kept beside it until the files are others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from seismograd.faults import (
    Evidence,
    EvidenceKind,
    FaultType,
    Finding,
    Position,
    Related,
    Severity,
    Span,
)
from seismograd.reproduce.results.finding_code import CODE, NAME
from seismograd.reproduce.results.kept import inside, objects_in, one_line, own_document
from seismograd_sandbox.untrusted_files import read_whole_file

FINDINGS = "findings.json"
VERSION = 1
MOST_BYTES = 4_000_000
MOST_OF_A_FILE = 10**7


def findings_document(
    findings: Iterable[Finding], root: Path, began: float
) -> dict[str, object] | None:
    """Of files that nobody has changed since it began; None where there is nothing to keep."""
    kept = [finding for finding in findings if _is_older(finding.span.file, began)]
    if not kept:
        return None
    spans = [span for one in kept for span in (one.span, *(r.span for r in one.related))]
    files = {_name(span, root): _digest(Path(span.file)) for span in spans}
    return {
        "version": VERSION,
        "files": files,
        "findings": [_finding_as_dict(finding, root) for finding in kept],
    }


def kept_findings(folder: Path, root: Path) -> list[Finding]:
    """Those whose files are, to the byte, what they were."""
    document = own_document(folder / FINDINGS, root)
    if document is None or document.get("version") != VERSION:
        return []
    files = document.get("files")
    source = _Unchanged(root, files if isinstance(files, dict) else {})
    found = (_finding(one, source) for one in objects_in(document, "findings"))
    return [finding for finding in found if finding is not None]


class _Unchanged:
    """Files of the project that are what they were."""

    def __init__(self, root: Path, digests: Mapping[str, object]) -> None:
        self._root = root
        self._digests = digests
        self._known: dict[str, Path | None] = {}

    def span(self, place: object) -> Span | None:
        if not isinstance(place, dict) or not isinstance(place.get("file"), str):
            return None
        path = self._file(place["file"])
        start, end = _position(place.get("start")), _position(place.get("end"))
        return Span(str(path), start, end) if path and start and end else None

    def _file(self, name: str) -> Path | None:
        if name not in self._known:
            path = inside(self._root, name)
            is_same = path is not None and _digest(path) == self._digests.get(name)
            self._known[name] = path if is_same else None
        return self._known[name]


def _finding(item: Mapping[str, object], source: _Unchanged) -> Finding | None:
    span, confidence = source.span(item.get("place")), item.get("confidence")
    if span is None or not isinstance(confidence, int | float):
        return None
    try:
        return Finding(
            code=CODE,
            name=NAME,
            fault_type=FaultType(one_line(item.get("fault_type"))),
            severity=Severity(one_line(item.get("severity"))),
            confidence=min(max(float(confidence), 0.0), 1.0),
            message=one_line(item.get("message")),
            span=span,
            evidence=tuple(_evidence(item)),
            related=tuple(_related(item, source)),
        )
    except ValueError:
        return None


def _evidence(item: Mapping[str, object]) -> Iterator[Evidence]:
    for one in objects_in(item, "evidence"):
        yield Evidence(EvidenceKind(one_line(one.get("kind"))), one_line(one.get("summary")))


def _related(item: Mapping[str, object], source: _Unchanged) -> Iterator[Related]:
    for one in objects_in(item, "related"):
        span = source.span(one.get("place"))
        if span is not None:
            yield Related(span, one_line(one.get("message")))


def _position(value: object) -> Position | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    if not all(isinstance(number, int) and 0 < number < MOST_OF_A_FILE for number in value):
        return None
    return Position(*value)


def _finding_as_dict(finding: Finding, root: Path) -> dict[str, object]:
    return {
        "fault_type": finding.fault_type.value,
        "severity": finding.severity.value,
        "confidence": finding.confidence,
        "message": finding.message,
        "place": _place(finding.span, root),
        "evidence": [{"kind": one.kind.value, "summary": one.summary} for one in finding.evidence],
        "related": [
            {"message": one.message, "place": _place(one.span, root)} for one in finding.related
        ],
    }


def _place(span: Span, root: Path) -> dict[str, object]:
    start, end = span.start, span.end
    return {
        "file": _name(span, root),
        "start": [start.line, start.column],
        "end": [end.line, end.column],
    }


def _name(span: Span, root: Path) -> str:
    return Path(span.file).relative_to(root).as_posix()


def _is_older(file: str, began: float) -> bool:
    try:
        return Path(file).stat().st_mtime <= began
    except OSError:
        return False


def _digest(path: Path) -> str | None:
    try:
        return sha256(read_whole_file(path, MOST_BYTES)).hexdigest()
    except OSError:
        return None
