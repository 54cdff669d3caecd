"""A script is believed only for what it does on both versions."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.benchmarks.reproduction.answer import read_answer
from tests.benchmarks.reproduction.bounded_run import Ended, run_bounded
from tests.benchmarks.reproduction.case import MISMATCHES, Case
from tests.benchmarks.reproduction.score import Outcome, figures, row
from tests.benchmarks.reproduction.verification import exception_of, verify

GOOD = """
from size import size
if size([1]) != 1:
    print("REPRODUCED: one too few")
    raise SystemExit(1)
print("NOT REPRODUCED")
"""


@pytest.fixture
def case(tmp_path: Path) -> Case:
    folder = tmp_path / "counter"
    for version, correction in (("project", " - 1"), ("fixed", "")):
        (folder / version).mkdir(parents=True)
        (folder / version / "size.py").write_text(f"def size(x):\n    return len(x){correction}\n")
    return Case(folder, "data", "terse", ("reproduced",), "dev", folder, "buggy")


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (GOOD, ""),
        (GOOD.replace("size import", "sizes import"), "ends with ModuleNotFoundError of its own"),
        (GOOD.replace("print(", "print((", 1), "ends with SyntaxError of its own"),
        (GOOD.replace("!= 1", "== 7"), "passes with the bug"),
        (GOOD.replace("!= 1", "!= 7"), "fails without the bug: status 1"),
        (GOOD.replace("!= 1", "!= 1 or 1 / 0"), "fails without the bug: ZeroDivisionError"),
        (GOOD.replace("NOT REPRODUCED", "fine"), "does not say NOT REPRODUCED"),
    ],
)
def test_verdict(case: Case, tmp_path: Path, script: str, why: str) -> None:
    path = tmp_path / "reproduce_it.py"
    path.write_text(script)
    verdict = verify(case, path)
    assert (verdict.verified, verdict.why) == (not why, why)


def test_no_script_holds_for_a_report_that_does_not_fit(case: Case, tmp_path: Path) -> None:
    stranger = Case(MISMATCHES / "x", "question", "terse", ("needs",), "dev", case.folder, "fixed")
    path = tmp_path / "reproduce_it.py"
    path.write_text(GOOD)
    assert not verify(stranger, path).verified


def test_name_of_an_exception_with_a_long_message() -> None:
    err = "Traceback (most recent call last):\n  File ...\ntorch.cuda.OutOfMemoryError: a\n  b\n"
    assert exception_of(err) == "OutOfMemoryError"
    assert exception_of("UserWarning: something\n") == ""


def test_what_takes_too_long_is_stopped(tmp_path: Path) -> None:
    ended = run_bounded(["sleep", "60"], tmp_path, 0.2)
    assert ended.status is None
    assert ended.seconds < 20


def test_answer_that_is_no_json() -> None:
    assert read_answer(Ended(2, "", "broken", 1.0), Path()).status == "failed"
    assert read_answer(Ended(None, "", "", 9.0), Path()).status == "timeout"
    said = '{"status": "needs", "script": null, "control": null}'
    assert read_answer(Ended(1, said, "", 2.0), Path()).status == "needs"


def outcome(status: str, verified: bool | None, *expected: str, split: str = "dev") -> Outcome:
    lines = 20 if verified else None
    return Outcome("x", "nan", "terse", split, expected, status, "", verified, "", lines, 4.0)


def test_figures_count_only_what_is_verified() -> None:
    outcomes = [
        outcome("reproduced", True, "reproduced"),
        outcome("reproduced", False, "reproduced"),
        outcome("not-reproduced", None, "reproduced", split="held-out"),
        outcome("reproduced", False, "not-reproduced", split="held-out"),
        outcome("needs", None, "needs"),
    ]
    everything = figures(outcomes)["all"]
    assert (everything["reproduced"], everything["possible"], everything["false"]) == (1, 3, 2)
    assert (everything["others_right"], everything["others"]) == (1, 2)
    assert figures(outcomes)["held-out"]["reproduced"] == 0
    assert ["FALSE" in row(outcome) for outcome in outcomes] == [False, True, False, True, False]
