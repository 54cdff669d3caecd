from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.generate.with_model.criteria_strength import (
    numbers_of_project,
    weaknesses,
)

REPORT = "The accuracy is 0.83, though all labels are right. I get 91% elsewhere."


@pytest.mark.parametrize(
    ("check", "words"),
    [
        ('measured("value", ">=", 0)', "met by any number"),
        ('measured("value", ">", -1)', "met by any number"),
        ('measured("value", "<", 1e12)', "met by any number"),
        ('measured("value", "!=", 123.4)', "not in the report"),
        ('measured("value", "!~", 17)', "not in the report"),
        ('measured("ratio", ">", 1.3)', "nobody gives that limit"),
        ('measured("value", "<", -7)', "nobody gives that limit"),
        ('measured("the value", ">", 3)', "identifier"),
        ('measured("difference_after_reload", ">", 0)', "rounding"),
        ('raises("Exception")', "almost any failure"),
        ('raises("BaseException", ".*")', "almost any failure"),
        ('raises("AssertionError")', "almost any failure"),
        ('raises("SystemExit")', "almost any failure"),
        ('warns("Warning")', "almost any failure"),
        ('prints(".")', "any words"),
        ('reaches("model.py")', "where and when"),
        ('raised_in("model.py")', "where and when"),
        ('phase("train")', "where and when"),
        ('prints("loss: 3")', "where and when"),
        ('series("losses", "rises")', "noisy"),
        ("loss_does_not_fall(steps=2, by=0.05)", "within 2 steps"),
        ("loss_does_not_fall(steps=50, by=0.9)", "less than 90%"),
    ],
)
def test_what_sound_programs_meet_as_well_is_weak(check: str, words: str) -> None:
    assert words in " ".join(weaknesses([parse(check)], REPORT))


@pytest.mark.parametrize(
    "check",
    [
        'measured("metric", "!=", 1)',
        'measured("metric", "~", 0.83)',
        'measured("metric", "<", 0.91)',
        'measured("ratio", ">", 1)',
        'measured("ratio_off_one", ">", 0.1)',
        'measured("growth_bytes", ">", 1048576)',
        'measured("metric", "!~", 0.91)',
        'measured("mismatches", ">", 0)',
        'measured("nan_count", ">", 0)',
        'measured("difference_from_expected", ">", 1e-4)',
        'measured("parameter_change", "==", 0)',
        'measured("training", "==", True)',
        'measured("dtype", "!=", "float32")',
        'measured("shape", "!=", [2, 3])',
        'raises("RuntimeError")',
        'raises("AssertionError", "batch must divide")',
        'series("learning_rates", "constant")',
        "loss_does_not_fall()",
        "loss_is_nan()",
        "times_out()",
        "runs_out_of_memory()",
    ],
)
def test_symptoms_are_strong_enough(check: str) -> None:
    assert weaknesses([parse(check)], REPORT) == []


def test_circumstances_may_stand_beside_a_symptom() -> None:
    checks = [parse('raises("RuntimeError")'), parse('raised_in("model.py")')]
    assert weaknesses(checks, REPORT) == []


@pytest.mark.parametrize(("limit", "is_strong"), [(0.5, True), (0.01, True), (0.99, False)])
def test_a_limit_between_the_right_number_and_the_wrong_one_separates_them(
    limit: float, is_strong: bool
) -> None:
    quote = "each step adds 0.9, and 0.2 before the update"
    check = parse(f'measured("growth", ">", {limit})')
    assert (weaknesses([check], REPORT, [quote]) == []) is is_strong


def test_a_limit_rests_on_the_words_of_its_own_criterion() -> None:
    checks = [parse('measured("growth", ">", 0.5)'), parse('measured("value", "~", 0.83)')]
    assert weaknesses(checks, REPORT, ["it grows", "from 0.2 to 0.9"])


def test_numbers_of_the_readme_and_the_settings_are_given(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("Growth stays below 0.125 (since 2.7.1).")
    (tmp_path / "train.yaml").write_text("limit: 0.375\n")
    (tmp_path / "data.json").write_text("[0.625]" + " " * 30_000)
    (tmp_path / "net.py").write_text("LIMIT = 0.875\n")
    given = numbers_of_project(tmp_path)
    assert given == {0.125, 0.375}
    check = parse('measured("growth", ">", 0.125)')
    assert weaknesses([check], REPORT)
    assert weaknesses([check], REPORT, project_numbers=given) == []
