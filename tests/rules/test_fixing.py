from __future__ import annotations

import pytest

from seismograd.faults import Edit, FaultType, Finding, Fix, Position, Safety, Severity, Span
from seismograd.rules.fixing import breaks_syntax, compatible_fixes
from seismograd.rules.merging import merge_findings


def _edit(start: int, end: int, text: str = "x", file: str = "a.py") -> Edit:
    return Edit(Span(file, Position(1, start), Position(1, end)), text)


def _finding(*fixes: Fix, code: str = "SG900", confidence: float = 1.0) -> Finding:
    span = fixes[0].edits[0].span if fixes else _edit(1, 2).span
    return Finding(
        code, "name", FaultType.API, Severity.ERROR, confidence, "message", span, fixes=fixes
    )


def _fix(*edits: Edit, safety: Safety = Safety.SAFE) -> Fix:
    return Fix("mend", safety, edits)


def _chosen(*findings: Finding, unsafe: bool = False) -> list[Fix]:
    return [fix for _, fix in compatible_fixes(findings, unsafe=unsafe)]


def test_fixes_apart_go_together() -> None:
    one, other = _fix(_edit(1, 3)), _fix(_edit(5, 6))
    assert _chosen(_finding(one), _finding(other)) == [one, other]


@pytest.mark.parametrize("start", [1, 2, 3])
def test_of_fixes_that_meet_the_first_is_taken(start: int) -> None:
    first, second = _fix(_edit(1, 3)), _fix(_edit(start, 8, "y"))
    assert _chosen(_finding(first), _finding(second)) == [first]


def test_the_same_edit_may_be_part_of_two_fixes() -> None:
    shared = _edit(1, 1, "import torch\n")
    one, other = _fix(shared, _edit(5, 6)), _fix(shared, _edit(8, 9))
    assert _chosen(_finding(one), _finding(other)) == [one, other]


def test_the_same_columns_of_two_files_do_not_meet() -> None:
    one, other = _fix(_edit(1, 3)), _fix(_edit(1, 3, file="b.py"))
    assert _chosen(_finding(one), _finding(other)) == [one, other]


def test_a_safe_fix_comes_before_an_unsafe_one() -> None:
    unsafe, safe = _fix(_edit(1, 3), safety=Safety.UNSAFE), _fix(_edit(1, 3, "safe"))
    assert _chosen(_finding(unsafe, safe), unsafe=True) == [safe]
    assert _chosen(_finding(unsafe)) == []
    assert _chosen(_finding(unsafe), unsafe=True) == [unsafe]


def test_a_fix_whose_own_edits_overlap_is_left_out() -> None:
    assert _chosen(_finding(_fix(_edit(1, 5), _edit(3, 8)))) == []


@pytest.mark.parametrize(
    ("before", "after", "broken"),
    [
        ("x = 1\n", "x = 2\n", False),
        ("x = 1\n", "x = = 2\n", True),
        ("if x:\n    y\n", "if x:\n\n", True),
        ("x = = 1\n", "x = = 2\n", False),
        ("x = = 1\n", "x = = (\n", True),
        ("return 1\n", "break\n", False),
    ],
)
def test_new_syntax_errors_are_noticed(before: str, after: str, broken: bool) -> None:
    assert breaks_syntax(before, after) is broken


def test_merging_keeps_the_surest_of_equal_findings_in_any_order() -> None:
    fix = _fix(_edit(1, 3))
    sure, unsure = _finding(fix, confidence=0.9), _finding(fix, confidence=0.5)
    other = _finding(fix, code="SG901")
    assert merge_findings([unsure, other, sure]) == merge_findings([sure, unsure, other])
    assert merge_findings([unsure, sure]) == [sure]
