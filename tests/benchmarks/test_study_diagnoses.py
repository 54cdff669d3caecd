from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.benchmarks.study_diagnoses import answers, cases, constant_answers, summarise
from tests.benchmarks.study_environment import make_interpreter, make_project
from tests.benchmarks.study_score import STUDY

DATASETS = """
import numpy, {keras}
for name in ("mnist", "cifar10", "reuters"):
    (x, y), (x_test, y_test) = getattr({keras}.datasets, name).load_data()
    print(name, numpy.shape(x)[1:], len(x), len(x_test), len(set(numpy.ravel(y))))
"""


def found(fault_type: str, *alternatives: str, severity: str = "warning") -> dict[str, Any]:
    return {
        "code": f"RUN-{fault_type}",
        "fault_type": fault_type,
        "alternatives": list(alternatives),
        "layer": None,
        "severity": severity,
    }


def row(id_: str, kind: str, *findings: dict[str, Any], seed: int = 0) -> dict[str, Any]:
    return {
        "id": id_,
        "kind": kind,
        "seed": seed,
        "findings": list(findings),
        "key": f"{id_} {kind} {seed}",
        "alone_s": 10.0,
        "seconds": 30.0,
        "error": None,
    }


def test_every_fault_of_the_localisation_study_is_a_case() -> None:
    assert len(cases("keras", [], seeds=2)) == 22 * 2 * 2
    assert {case.id for case in cases("keras", ["M1"], seeds=1)} == {"M1"}


def test_what_is_less_than_a_warning_is_no_answer() -> None:
    assert [one.type for one in answers(row("M1", "faulty", found("WCI", severity="info")))] == []


def test_right_answers_silence_and_equal_verdicts_are_scored() -> None:
    rows = [
        row("M1", "faulty", found("WCI")),
        row("M1", "faulty", found("HLR"), seed=1),
        row("M1", "fixed"),
        row("M1", "fixed", seed=1),
    ]
    figures = summarise(rows)
    assert figures["means"]["type"] == [0.5, 0.5, 0.5]
    assert figures["alarmed"] == []
    assert figures["same_verdict"] == 0.5
    assert figures["times_one_training"] == 3.0


def test_an_alarm_on_a_mended_program_is_named() -> None:
    assert summarise([row("M1", "faulty"), row("M1", "fixed", found("HLR"))])["alarmed"] == ["M1"]


def test_more_fault_types_in_a_constant_answer_find_more_of_them() -> None:
    recalls = [values[0] for _, values in constant_answers()]
    assert recalls == sorted(recalls)
    assert recalls[0] > 0


@pytest.mark.slow
@pytest.mark.parametrize("keras", ["keras", "tensorflow.keras"])
def test_data_sets_are_there_without_a_download(keras: str, tmp_path: Path) -> None:
    interpreter = make_interpreter(tmp_path / "environment", examples=200)
    project = make_project(tmp_path / "project", STUDY / "D1" / "faulty.py")
    ran = subprocess.run(
        [str(interpreter), "-c", DATASETS.format(keras=keras)],
        cwd=project,
        env={"KERAS_BACKEND": "torch", "PATH": ""},
        capture_output=True,
        text=True,
    )
    assert ran.stdout.splitlines() == [
        "mnist (28, 28) 200 50 10",
        "cifar10 (32, 32, 3) 200 50 10",
        "reuters () 160 40 46",
    ], ran.stderr
