"""Findings on the lines that a reproduction points at."""

from __future__ import annotations

from collections.abc import Iterator
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
from seismograd.own_documents import inside
from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.context.project_files import project_text
from seismograd.reproduce.proof import Proof
from seismograd.reproduce.results.result import Reproduction
from seismograd.reproduce.validate.controls.control import ControlKind
from seismograd.reproduce.validate.provenance import ProjectPlace
from seismograd.whole_sentences import whole_sentences

CODE = "SG950"
NAME = "reproduced-bug"


RAISED, PATCHED, REACHED = 0.9, 0.85, 0.5
"""How sure it is that the fault is on the line: it raised; without it all is well; it was used."""
_FAULTS = {
    "batch": FaultType.SHAPE,
    "shape": FaultType.SHAPE,
    "gradient": FaultType.GRAPH,
    "metric": FaultType.MET,
    "data": FaultType.CPP,
    "evaluation": FaultType.LOOP,
    "learning": FaultType.LOOP,
    "scheduler": FaultType.HLR,
}
"""What a family of symptoms most often comes from; the others say nothing about it."""


def findings_of(result: Reproduction, root: Path, tree: Path | None = None) -> list[Finding]:
    """Findings on the culprit's lines, of a project as it lies on disk.

    `tree` is where the reproduction was made, if that is another version: lines are looked for in
    the project by their text, and those that are not there, or more than once, are left out.
    """
    proof = result.proof
    if proof is None:
        return []
    source = _Lines(root, tree or root)
    spans = [(place, source.span(place)) for place in _culprits(proof)]
    found = [(place, span) for place, span in spans if span is not None]
    if not found:
        return []
    (_, span), *others = found
    return [
        Finding(
            code=CODE,
            name=NAME,
            fault_type=_fault_type(result),
            severity=_severity(proof),
            confidence=_confidence(proof),
            message=_message(result, proof),
            span=span,
            evidence=tuple(_evidence(proof)),
            related=tuple(Related(where, _role(one)) for one, where in others),
        )
    ]


def _culprits(proof: Proof) -> list[ProjectPlace]:
    """The line without which the bug is gone, then those it came through."""
    patched = held_patch(proof)
    places = list(proof.provenance.places)
    if patched is not None:
        places.insert(0, ProjectPlace(patched.file, patched.first))
    return list({(place.file, place.line): place for place in reversed(places)}.values())[::-1]


def held_patch(proof: Proof) -> Patch | None:
    """Other lines of the project with which the script did not fail."""
    if proof.control.kind is not ControlKind.PATCHED_LINE:
        return None
    what = proof.control.what
    return next(
        (
            patch
            for patch in proof.candidate.patches
            if f"line {patch.first} of {patch.file}" in what and what.endswith(patch.what)
        ),
        None,
    )


def _fault_type(result: Reproduction) -> FaultType:
    symptom = result.fingerprint.symptom if result.fingerprint else ""
    return _FAULTS.get(symptom, FaultType.API)


def _severity(proof: Proof) -> Severity:
    return Severity.ERROR if proof.provenance.by_frame else Severity.WARNING


def _confidence(proof: Proof) -> float:
    if held_patch(proof) is not None:
        return PATCHED
    return RAISED if proof.provenance.by_frame else REACHED


def _message(result: Reproduction, proof: Proof) -> str:
    title = " ".join(result.title.split())
    error = proof.seen.exception
    if proof.provenance.by_frame and error is not None:
        message = whole_sentences(error.message, 200)
        return f"Reproduced here: {title} ({error.type}: {message})".replace(": )", ")")
    if held_patch(proof) is not None:
        return f"Reproduced, and gone with another line here: {title}"
    return f"Reproduced through this function: {title}"


def _evidence(proof: Proof) -> Iterator[Evidence]:
    yield Evidence(
        EvidenceKind.DYNAMIC,
        f"A script showed it in {proof.fired} of {proof.runs} runs, each with another seed.",
    )
    kind = EvidenceKind.DYNAMIC
    if proof.control.kind is ControlKind.PATCHED_LINE:
        kind = EvidenceKind.INTERVENTION
    yield Evidence(kind, f"It did not fail in the control: {proof.control.what}.")


def _role(place: ProjectPlace) -> str:
    return f"through {place.function}" if place.function else "through here"


class _Lines:
    """The lines of the project, and of the version that was run."""

    def __init__(self, root: Path, tree: Path) -> None:
        self._root = root
        self._tree = tree
        self._texts: dict[Path, list[str]] = {}

    def span(self, place: ProjectPlace) -> Span | None:
        """The line without its indentation."""
        path = inside(self._root, place.file)
        number = None if path is None else self._number(place)
        if path is None or number is None:
            return None
        line = self._of(self._root, place.file)[number - 1]
        first = len(line) - len(line.lstrip()) + 1
        start, end = Position(number, first), Position(number, max(first, len(line.rstrip())) + 1)
        return Span(str(path), start, end)

    def _number(self, place: ProjectPlace) -> int | None:
        ran, here = self._of(self._tree, place.file), self._of(self._root, place.file)
        if not 0 < place.line <= len(ran):
            return None
        text = ran[place.line - 1]
        if place.line <= len(here) and here[place.line - 1] == text:
            return place.line
        return here.index(text) + 1 if text.strip() and here.count(text) == 1 else None

    def _of(self, folder: Path, file: str) -> list[str]:
        path = inside(folder, file)
        if path is None:
            return []
        if path not in self._texts:
            self._texts[path] = _read(folder, file)
        return self._texts[path]


def _read(folder: Path, file: str) -> list[str]:
    try:
        return project_text(folder, file).split("\n")
    except (OSError, UnicodeDecodeError):
        return []
