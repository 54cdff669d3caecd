from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.benchmarks.case_diagnoses import CASES, Case, find_cases, summarise
from tests.benchmarks.diagnosing import collected

from seismograd.faults import FaultType

ALL = list(find_cases(CASES))


def found(fault_type: str, line: int = 3, severity: str = "warning") -> dict[str, Any]:
    return {
        "fault_type": fault_type,
        "alternatives": [],
        "severity": severity,
        "file": "train.py",
        "range": {"start": {"line": line}},
        "confirmed": False,
    }


def row(kind: str, *findings: dict[str, Any]) -> dict[str, Any]:
    return {
        "key": kind,
        "name": "a",
        "kind": kind,
        "findings": list(findings),
        "seconds": 1.0,
        "error": None,
    }


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.key)
def test_a_case_is_whole(case: Case) -> None:
    for path in case.folder.glob("*.py"):
        compile(path.read_text(), str(path), "exec")
    assert (case.folder / "train.py").is_file()


@pytest.mark.parametrize(
    "path", sorted(CASES.glob("*/truth.json")), ids=lambda path: path.parent.name
)
def test_a_truth_names_a_line_of_the_faulty_program(path: Path) -> None:
    truth = json.loads(path.read_text())
    if (path.parent / "faulty").is_dir():
        assert truth["fault_type"] in FaultType.__members__
        assert truth["line"] <= len(
            (path.parent / "faulty" / truth["file"]).read_text().splitlines()
        )


def test_what_is_right_near_and_false_is_counted(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    truth = {"fault_type": "HLR", "alternatives": ["OCH"], "file": "train.py", "line": 4}
    (tmp_path / "a" / "truth.json").write_text(json.dumps(truth))
    rows = [row("faulty", found("OCH"), found("LCH")), row("healthy", found("HLR"))]
    figures = summarise(rows, tmp_path)
    assert (figures["first"], figures["on the line"], figures["alarms"]) == (1, 1, 1)
    assert figures["precision"] == 0.33


def test_what_is_measured_already_is_not_measured_again(tmp_path: Path) -> None:
    calls: list[str] = []

    def measure(case: str) -> dict[str, Any]:
        calls.append(case)
        return {"seconds": 0.0, "error": None}

    for _ in range(2):
        rows = list(collected(tmp_path / "rows", ["x", "y"], str, measure, 1))
    assert calls == ["x", "y"]
    assert [one["key"] for one in rows] == ["x", "y"]
