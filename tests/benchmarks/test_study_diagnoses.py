from __future__ import annotations

import ast
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.benchmarks.study_diagnoses import (
    KINDS,
    PROGRAMS,
    answers,
    cases,
    constant_answers,
    summarise,
    truth_of,
)
from tests.benchmarks.study_environment import make_interpreter, make_project
from tests.benchmarks.study_score import STUDY, Truth

PORTS = sorted({case.id for case in cases("torch", [], seeds=1)})
DATASETS = """
import numpy, {keras}
for name in ("mnist", "cifar10", "reuters"):
    (x, y), (x_test, y_test) = getattr({keras}.datasets, name).load_data()
    print(name, numpy.shape(x)[1:], len(x), len(x_test), len(set(numpy.ravel(y))))
(x, _), (x_test, _) = {keras}.datasets.mnist.load_data()
print(type(x / 255).__name__, x.reshape(60000, 784).shape, x_test.reshape((10000, 28, 28, 1)).shape)
"""


def found(fault_type: str, *alternatives: str, severity: str = "warning") -> dict[str, Any]:
    return {
        "code": f"RUN-{fault_type}",
        "fault_type": fault_type,
        "alternatives": list(alternatives),
        "layer": None,
        "severity": severity,
    }


def row(
    id_: str, kind: str, *findings: dict[str, Any], seed: int = 0, outcome: str = "finished"
) -> dict[str, Any]:
    return {
        "framework": "keras",
        "id": id_,
        "kind": kind,
        "seed": seed,
        "findings": list(findings),
        "key": f"{id_} {kind} {seed}",
        "alone_s": 10.0,
        "seconds": 30.0,
        "error": None,
        "run": {"outcome": outcome},
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


def test_programs_that_do_not_run_are_named() -> None:
    rows = [row("M1", "faulty", found("WCI"), outcome="failed"), row("M1", "fixed")]
    assert summarise(rows)["failed"] == ["M1 faulty 0"]


def test_an_alarm_on_a_mended_program_is_named() -> None:
    assert summarise([row("M1", "faulty"), row("M1", "fixed", found("HLR"))])["alarmed"] == ["M1"]


def test_more_fault_types_in_a_constant_answer_find_more_of_them() -> None:
    recalls = [values[0] for _, values in constant_answers()]
    assert recalls == sorted(recalls)
    assert recalls[0] > 0


@pytest.mark.parametrize("id_", PORTS)
def test_a_port_has_two_programs_that_differ_and_use_torch_alone(id_: str) -> None:
    faulty, fixed = (
        ast.parse((PROGRAMS["torch"] / id_ / f"{kind}.py").read_text()) for kind in KINDS
    )
    assert ast.dump(_without_docstring(faulty)) != ast.dump(_without_docstring(fixed))
    for program in (faulty, fixed):
        assert "torch" in _imported(program)
        assert not _imported(program) & {"keras", "tensorflow"}


def _without_docstring(program: ast.Module) -> ast.Module:
    start = 1 if ast.get_docstring(program) is not None else 0
    return ast.Module(program.body[start:], [])


def _imported(program: ast.Module) -> set[str]:
    nodes = list(ast.walk(program))
    whole = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    parts = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in whole | parts}


@pytest.mark.parametrize("id_", PORTS)
def test_a_port_has_the_same_faults_under_its_own_numbers_of_layers(id_: str) -> None:
    port, original = truth_of("torch", id_), truth_of("keras", id_)
    assert _types(port) == _types(original)
    assert port.also_true == original.also_true


def _types(truth: Truth) -> list[list[str]]:
    return [[fault.type for fault in faults] for faults in (truth.faults, *truth.instead)]


def test_layers_are_counted_as_the_port_builds_them() -> None:
    assert [set(fault.layers) for fault in truth_of("torch", "C1").faults] == [{3, 4}]
    assert [set(fault.layers) for fault in truth_of("keras", "C1").faults] == [{2}]


def test_every_port_is_a_fault_of_the_study() -> None:
    assert sorted(path.name for path in PROGRAMS["torch"].iterdir()) == PORTS


@pytest.mark.slow
def test_a_port_reads_its_data_and_learns_it_once_mended(tmp_path: Path) -> None:
    interpreter = make_interpreter(tmp_path / "environment", examples=1000)
    faulty, fixed = (_accuracy(tmp_path / kind, kind, interpreter) for kind in KINDS)
    assert fixed > faulty + 0.3


def _accuracy(folder: Path, kind: str, interpreter: Path) -> float:
    project = make_project(folder, PROGRAMS["torch"] / "D4" / f"{kind}.py", interpreter)
    ran = subprocess.run(
        [str(interpreter), "train.py"], cwd=project, capture_output=True, text=True, check=True
    )
    return float(ran.stdout.split()[-1])


@pytest.mark.slow
@pytest.mark.parametrize("keras", ["keras", "tensorflow.keras"])
def test_data_sets_are_there_without_a_download(keras: str, tmp_path: Path) -> None:
    interpreter = make_interpreter(tmp_path / "environment", examples=200)
    project = make_project(tmp_path / "project", STUDY / "D1" / "faulty.py", interpreter)
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
        "ndarray (200, 784) (50, 28, 28, 1)",
    ], ran.stderr
