from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.benchmarks import study_score
from tests.benchmarks.program_generator import generate
from tests.benchmarks.study_score import (
    LEVELS,
    STUDY,
    answers_of,
    at_least,
    f_beta,
    findings_in,
    read_truth,
    score,
)

from seismograd.faults import Evidence, EvidenceKind, FaultType, Finding, Position, Severity, Span

HERE = Path(__file__).parent
STUDY_PROGRAMS = sorted(STUDY.glob("*/f*.py"))
SOUND_PROGRAMS = sorted((HERE / "sound").rglob("*.py"))
STRICT, LAYER, TYPE, AFTER = LEVELS


def finding(
    fault_type: FaultType, *alternatives: FaultType, layer: int | None = None, code: str = "SG999"
) -> Finding:
    return Finding(
        code=code,
        name="made-up",
        fault_type=fault_type,
        severity=Severity.WARNING,
        confidence=1.0,
        message="",
        span=Span("x.py", Position(1, 1), Position(1, 2)),
        alternatives=alternatives,
        layer=layer,
        evidence=(Evidence(EvidenceKind.STATIC, ""),),
    )


@pytest.mark.parametrize("path", [*STUDY_PROGRAMS, *SOUND_PROGRAMS], ids=lambda path: path.stem)
def test_program_compiles(path: Path) -> None:
    compile(path.read_text(), str(path), "exec")


@pytest.mark.parametrize("path", SOUND_PROGRAMS, ids=lambda path: path.stem)
def test_sound_program_gets_no_warning(path: Path) -> None:
    grave = at_least(findings_in(path), Severity.WARNING)
    assert [f"{found.code} line {found.span.start.line}: {found.message}" for found in grave] == []


def test_all_faults_have_two_programs_and_a_truth() -> None:
    folders = {path.parent.name for path in STUDY_PROGRAMS}
    assert len(STUDY_PROGRAMS) == 2 * len(folders)
    truths = [read_truth(STUDY / name) for name in folders]
    assert sum(truth.localisation for truth in truths) == 22
    assert len(SOUND_PROGRAMS) >= 16


def test_faulty_and_fixed_differ() -> None:
    for folder in {path.parent for path in STUDY_PROGRAMS}:
        assert (folder / "faulty.py").read_text() != (folder / "fixed.py").read_text()


def test_published_figures_cover_every_fault() -> None:
    published = json.loads((STUDY / "published.json").read_text())
    assert len(published["outputs"]) == 22
    assert published["means"]["before"]["NeuraLint"] == [0.22, 0.23, 0.22]


def test_an_answer_matches_by_type_or_alternative() -> None:
    truth = read_truth(STUDY / "M3")
    answers = answers_of([finding(FaultType.OCH, FaultType.HLR)])
    assert score(truth, answers, TYPE).recall == 1
    assert score(truth, answers, STRICT).recall == 0
    assert score(truth, answers, AFTER).recall == 1


def test_one_answer_matches_one_element_only() -> None:
    truth = read_truth(STUDY / "D5")
    answers = answers_of([finding(FaultType.HNE, FaultType.HBS)])
    assert score(truth, answers, TYPE).recall == 0.5
    assert score(truth, answers, AFTER).recall == 1


def test_layers_are_compared_where_both_sides_name_them() -> None:
    truth = read_truth(STUDY / "M1")
    wrong = answers_of([finding(FaultType.WCI, layer=5)])
    assert score(truth, wrong, LAYER).recall == 0
    assert score(truth, wrong, TYPE).recall == 1
    assert score(truth, answers_of([finding(FaultType.WCI)]), LAYER).recall == 1


def test_activation_faults_are_one_type() -> None:
    truth = read_truth(STUDY / "D4")
    answers = answers_of([finding(FaultType.AAL, layer=0), finding(FaultType.ACH, layer=1)])
    assert len(answers) == 1
    assert score(truth, answers, LAYER).precision == 1


def test_wrong_answers_cost_precision() -> None:
    truth = read_truth(STUDY / "M3")
    answers = answers_of([finding(FaultType.HLR), finding(FaultType.LCH)])
    result = score(truth, answers, TYPE)
    assert (result.recall, result.precision) == (1, 0.5)
    assert result.f3 == pytest.approx(f_beta(1, 0.5)) == pytest.approx(10 / 11)


def test_an_accepted_truth_excuses_what_also_holds() -> None:
    truth = read_truth(STUDY / "D2")
    answers = answers_of([finding(FaultType.HNE), finding(FaultType.CPP)])
    assert score(truth, answers, TYPE).precision == 0.5
    assert score(truth, answers, AFTER).precision == 1


def test_scoring_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert study_score.main(["--format", "json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert set(result["severities"]) == {"warning", "all"}
    rows = result["severities"]["all"]["faults"]
    assert [row["id"] for row in rows][:3] == ["M1", "M2", "M3"]
    assert "DeepFD" in study_score.as_text(result)


@pytest.mark.parametrize("lines", [100, 1000])
def test_generated_programs_are_python_of_the_wanted_length(lines: int) -> None:
    text = generate(lines, seed=3)
    compile(text, "generated.py", "exec")
    assert lines <= text.count("\n") < lines + 80
    assert text == generate(lines, seed=3) != generate(lines, seed=4)
