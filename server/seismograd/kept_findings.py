"""Findings about lines, kept until the files that they are about are others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from seismograd.faults import (
    Edit,
    Evidence,
    EvidenceKind,
    FaultType,
    Finding,
    Fix,
    Position,
    Related,
    Safety,
    Severity,
    Span,
)
from seismograd.own_documents import MOST_BYTES, inside, items_in, objects_in, one_line
from seismograd_sandbox.untrusted_files import is_below, read_whole_file

MOST_OF_A_FILE = 10**7
Document = dict[str, object]


def can_keep(finding: Finding, root: Path, began: float) -> bool:
    """Whether it is about files of the project that nobody has changed since work began."""
    files = {span.file for span in _spans(finding)}
    return all(is_below(file, str(root)) and _is_older(file, began) for file in files)


def digests_of(findings: Iterable[Finding], root: Path) -> Document:
    """What the files are by now that the findings are about."""
    files = dict.fromkeys(span.file for finding in findings for span in _spans(finding))
    return {_name(file, root): _digest(Path(file)) for file in files}


def finding_document(finding: Finding, root: Path) -> Document:
    return {
        "code": finding.code,
        "name": finding.name,
        "fault_type": finding.fault_type.value,
        "alternatives": [fault.value for fault in finding.alternatives],
        "severity": finding.severity.value,
        "confidence": finding.confidence,
        "message": finding.message,
        "place": _place(finding.span, root),
        "layer": finding.layer,
        "evidence": [
            {"kind": one.kind.value, "summary": one.summary, "symptom": one.symptom}
            for one in finding.evidence
        ],
        "fixes": [_fix_document(fix, root) for fix in finding.fixes],
        "related": [
            {"message": one.message, "place": _place(one.span, root)} for one in finding.related
        ],
    }


def _fix_document(fix: Fix, root: Path) -> Document:
    edits = [{"place": _place(one.span, root), "new_text": one.new_text} for one in fix.edits]
    return {
        "title": fix.title,
        "safety": fix.safety.value,
        "verified": fix.verified,
        "edits": edits,
    }


class UnchangedFiles:
    """Reads findings about files of the project that are, to the byte, what they were."""

    def __init__(self, root: Path, digests: object) -> None:
        self._root = root
        self._digests: Mapping[str, object] = digests if isinstance(digests, dict) else {}
        self._known: dict[str, Path | None] = {}

    def finding(self, item: Mapping[str, object]) -> Finding | None:
        """None where it makes no sense, or its file is another."""
        span, confidence = self._span(item.get("place")), item.get("confidence")
        if span is None or not isinstance(confidence, int | float):
            return None
        layer = item.get("layer")
        try:
            return Finding(
                code=one_line(item.get("code")),
                name=one_line(item.get("name")),
                fault_type=FaultType(one_line(item.get("fault_type"))),
                severity=Severity(one_line(item.get("severity"))),
                confidence=min(max(float(confidence), 0.0), 1.0),
                message=one_line(item.get("message")),
                span=span,
                alternatives=tuple(
                    FaultType(one_line(one)) for one in items_in(item, "alternatives")
                ),
                layer=layer if isinstance(layer, int) else None,
                evidence=tuple(map(_evidence, objects_in(item, "evidence"))),
                fixes=tuple(self._fixes(item)),
                related=tuple(self._related(item)),
            )
        except ValueError:
            return None

    def _related(self, item: Mapping[str, object]) -> Iterator[Related]:
        for one in objects_in(item, "related"):
            span = self._span(one.get("place"))
            if span is not None:
                yield Related(span, one_line(one.get("message")))

    def _fixes(self, item: Mapping[str, object]) -> Iterator[Fix]:
        """Only whole ones: half of a fix breaks what it was to mend."""
        for one in objects_in(item, "fixes"):
            edits = [self._edit(edit) for edit in objects_in(one, "edits")]
            whole = tuple(edit for edit in edits if edit is not None)
            verified = one.get("verified")
            if whole and len(whole) == len(edits):
                yield Fix(
                    one_line(one.get("title")),
                    Safety(one_line(one.get("safety"))),
                    whole,
                    verified if isinstance(verified, bool) else None,
                )

    def _edit(self, item: Mapping[str, object]) -> Edit | None:
        span, text = self._span(item.get("place")), item.get("new_text")
        return Edit(span, text) if span is not None and isinstance(text, str) else None

    def _span(self, place: object) -> Span | None:
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


def _evidence(item: Mapping[str, object]) -> Evidence:
    kind = EvidenceKind(one_line(item.get("kind")))
    return Evidence(kind, one_line(item.get("summary")), one_line(item.get("symptom")) or None)


def _position(value: object) -> Position | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    if not all(isinstance(number, int) and 0 < number < MOST_OF_A_FILE for number in value):
        return None
    return Position(*value)


def _spans(finding: Finding) -> Iterator[Span]:
    yield finding.span
    yield from (related.span for related in finding.related)
    yield from (edit.span for fix in finding.fixes for edit in fix.edits)


def _place(span: Span, root: Path) -> Document:
    start, end = span.start, span.end
    return {
        "file": _name(span.file, root),
        "start": [start.line, start.column],
        "end": [end.line, end.column],
    }


def _name(file: str, root: Path) -> str:
    return Path(file).relative_to(root).as_posix()


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
