"""What a writer is told about what a run executed of the project."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from seismograd.reproduce.candidate import Candidate, Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.observation import Reached
from seismograd.reproduce.report.bug_report import BugReport, CitedPlace
from seismograd.reproduce.validate.execution import about_execution, ranges, watched
from tests.reproduce.criteria.observations import ended
from tests.reproduce.validate import small_project

NET = '''\
"""A net."""


class Net:
    size = 3

    def forward(self, x):
        """Of one example."""
        if x > self.size:
            raise ValueError(
                "too large",
            )
        return x
'''


def case(root: Path, *cited: tuple[int, int]) -> Case:
    (root / "net.py").write_text(NET)
    small = small_project.case(root)
    view = replace(small.project, imports={"net.py": frozenset()})
    places = tuple(CitedPlace("net.py", first, last) for first, last in cited)
    return replace(small, report=BugReport("t", "t", places=places), project=view)


def candidate(*patches: Patch) -> Candidate:
    return Candidate("", "test", "an idea", patches=patches, is_free_hand=True)


def asked(root: Path, *cited: tuple[int, int]) -> tuple[str, ...]:
    return ranges(watched(case(root, *cited), candidate()))


def test_a_line_within_a_statement_stands_for_the_statement(tmp_path: Path) -> None:
    assert asked(tmp_path, (11, 11)) == ("net.py:10-12",)


def test_the_head_of_a_function_stands_for_its_first_statement(tmp_path: Path) -> None:
    assert asked(tmp_path, (7, 7)) == ("net.py:9-12",)


def test_what_does_nothing_is_not_watched(tmp_path: Path) -> None:
    assert asked(tmp_path, (1, 1), (4, 4), (8, 8)) == ()


def test_lines_of_patches_are_watched_as_well(tmp_path: Path) -> None:
    patch = Patch("net.py", 13, 13, "        return x + 1")
    (one,) = watched(case(tmp_path), candidate(patch))
    assert str(one) == "net.py:13 (your patch)"


def test_says_what_ran_and_what_did_not(tmp_path: Path) -> None:
    lines = watched(case(tmp_path, (9, 9), (9, 13), (10, 12)), candidate())
    run = replace(ended(), executed=frozenset({("net.py", 9), ("net.py", 13)}))
    told = about_execution(lines, run)
    assert "- net.py:9 (the report): executed\n" in told
    assert "- net.py:9-13 (the report): executed, but for what begins in line 10\n" in told
    assert told.endswith("- net.py:10-12 (the report): never executed")


def test_only_calls_are_listed_as_called() -> None:
    reached = (
        Reached("net.py", "<module>", 1, is_call=False),
        Reached("net.py", "Net", 4, is_call=False),
        Reached("net.py", "Net.forward", 7),
    )
    told = about_execution([], replace(ended(), reached=reached))
    assert told == "Functions of the project that were called:\n- Net.forward in net.py"
    told = about_execution([], replace(ended(), reached=reached[:2]))
    assert told == "No function of the project was called."
