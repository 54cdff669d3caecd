"""Every case of the benchmark is whole."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from tests.benchmarks.reproduction.case import CASES, Case, read_cases

ALL = list(read_cases())
OWN = [case for case in ALL if not case.is_mismatch]
MISMATCHES = [case for case in ALL if case.is_mismatch]
STATUSES = {"reproduced", "not-reproduced", "needs"}


def named(case: Case) -> str:
    return case.name


@pytest.mark.parametrize("case", ALL, ids=named)
def test_case_has_its_facts_and_one_report(case: Case) -> None:
    assert case.kind
    assert case.quality
    assert case.expected
    assert set(case.expected) <= STATUSES
    assert case.split in {"dev", "held-out"}
    assert len(list(case.folder.glob("issue.*"))) == 1
    assert "@@" not in case.issue.read_text("utf-8")
    assert len(case.issue.read_text("utf-8")) > 40
    if case.issue.suffix == ".json":
        assert {"title", "body"} <= json.loads(case.issue.read_text("utf-8")).keys()


@pytest.mark.parametrize("case", OWN, ids=named)
def test_both_versions_parse_and_differ(case: Case, tmp_path: Path) -> None:
    buggy = case.lay_out(tmp_path / "buggy", "buggy")
    fixed = case.lay_out(tmp_path / "fixed", "fixed")
    files = {path.relative_to(buggy) for path in buggy.rglob("*") if path.is_file()}
    assert files == {path.relative_to(fixed) for path in fixed.rglob("*") if path.is_file()}
    changed = {path for path in files if (buggy / path).read_bytes() != (fixed / path).read_bytes()}
    corrected = list((case.folder / "fixed").rglob("*.py"))
    assert changed == {path.relative_to(case.folder / "fixed") for path in corrected}
    for path in [*buggy.rglob("*.py"), *fixed.rglob("*.py")]:
        ast.parse(path.read_text("utf-8"), str(path))


@pytest.mark.parametrize("case", OWN, ids=named)
def test_a_project_is_small_but_no_snippet(case: Case) -> None:
    files = list((case.folder / "project").rglob("*.py"))
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in files)
    assert 2 <= len(files) <= 8
    assert 60 <= lines <= 250


@pytest.mark.parametrize("case", MISMATCHES, ids=named)
def test_a_report_that_does_not_fit_is_about_a_project_that_exists(case: Case) -> None:
    assert case.source.parent == CASES
    assert (case.source / "project").is_dir()
    assert "reproduced" not in case.expected


def test_there_are_enough_of_each() -> None:
    assert sum("reproduced" in case.expected for case in OWN) >= 26
    assert len(MISMATCHES) >= 10
    assert sum(case.split == "dev" for case in ALL) >= 8
    assert sum(case.kind.startswith("keras") for case in OWN) >= 3
    assert any(case.expected == ("needs",) for case in OWN)
    assert len({case.quality for case in OWN}) >= 10
    assert len({case.kind for case in OWN}) >= 16


def test_cases_are_chosen_by_name_folder_and_split() -> None:
    assert [case.name for case in read_cases("gasfl*")] == ["gasflow"]
    assert list(read_cases("cases_mismatch/*")) == MISMATCHES
    assert {case.split for case in read_cases(split="dev")} == {"dev"}
