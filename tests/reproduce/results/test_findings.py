"""Findings on the lines that a reproduction points at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.faults import EvidenceKind, FaultType, Severity
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.results.findings import findings_of
from seismograd.reproduce.validate.provenance import ProjectPlace, Provenance
from tests.reproduce.some_results import failed, patched_proof, proof, reproduced
from tests.reproduce.validate.small_project import ARITHMETIC, ODD


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "arithmetic.py").write_text(ARITHMETIC)
    return tmp_path


def test_the_line_that_raised(root: Path) -> None:
    (found,) = findings_of(reproduced(), root)
    assert found.span.file == str(root / "arithmetic.py")
    assert (found.span.start.line, found.span.start.column) == (6, 9)
    assert ARITHMETIC.splitlines()[5][8 : found.span.end.column - 1].startswith("raise")
    assert found.severity is Severity.ERROR
    assert "halve(3) fails (ValueError: 3 is odd)" in found.message
    assert {piece.kind for piece in found.evidence} == {EvidenceKind.DYNAMIC}
    assert any("NUMBER = 4" in piece.summary for piece in found.evidence)


def test_the_line_without_which_it_is_gone_comes_first(root: Path) -> None:
    (found,) = findings_of(reproduced(proof=patched_proof()), root)
    assert found.span.start.line == 5
    assert [where.span.start.line for where in found.related] == [6]
    assert EvidenceKind.INTERVENTION in {piece.kind for piece in found.evidence}


def test_a_function_that_was_only_entered_is_less_sure(root: Path) -> None:
    entered = Provenance((ProjectPlace("arithmetic.py", 4, "halve"),), False)
    result = reproduced(
        proof=proof(provenance=entered), fingerprint=Fingerprint((ODD,), "gradient")
    )
    (found,) = findings_of(result, root)
    assert found.severity is Severity.WARNING
    assert found.confidence < 0.6
    assert found.fault_type is FaultType.GRAPH


def test_nothing_was_reproduced(root: Path) -> None:
    assert findings_of(failed(), root) == []


def test_a_line_that_moved_is_found_by_its_text(root: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "arithmetic.py").write_text(ARITHMETIC)
    (root / "arithmetic.py").write_text("# one\n# two\n" + ARITHMETIC)
    (found,) = findings_of(reproduced(), root, tree)
    assert found.span.start.line == 8


@pytest.mark.parametrize("now", ["def halve(number): ...\n", 2 * ("\n" + ARITHMETIC), None])
def test_a_line_that_is_not_there_any_more_is_left_out(
    root: Path, tmp_path: Path, now: str | None
) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "arithmetic.py").write_text(ARITHMETIC)
    if now is None:
        (root / "arithmetic.py").unlink()
    else:
        (root / "arithmetic.py").write_text(now)
    assert findings_of(reproduced(), root, tree) == []


@pytest.mark.parametrize("file", ["../outside.py", "/etc/passwd", "missing.py"])
def test_places_outside_of_the_project_are_none(root: Path, file: str) -> None:
    shown = replace(proof(), provenance=Provenance((ProjectPlace(file, 1),), True))
    assert findings_of(reproduced(proof=shown), root) == []
