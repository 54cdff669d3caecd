"""Bisections with a script as the oracle: real repositories, real runs in a sandbox."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from seismograd.cancellation import Cancellation
from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.commits.bisect import (
    Answer,
    Outcome,
    Range,
    ScriptOracle,
    bisect_with,
    bisection_as_dict,
    bisection_in_words,
    demand_range,
)
from seismograd.reproduce.commits.repository import GitError
from seismograd.reproduce.commits.worktrees import Worktree
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.plan.plan import Plan
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd_sandbox.host.selection import choose
from tests.reproduce.git_repository import TestRepository, need_git, picture
from tests.reproduce.some_results import CRASH
from tests.reproduce.validate.small_project import ARITHMETIC, ODD

FINE = ARITHMETIC.replace("if number % 2:", "if number < 0:")
BROKEN = "def halve(:\n"
OTHER = ARITHMETIC.replace("is odd", "is strange")


class Heard:
    def __init__(self) -> None:
        self.stages: list[str] = []

    def stage(self, words: str) -> None:
        self.stages.append(words)

    def plan(self, plan: Plan) -> None:
        pass

    def criteria(self, fingerprint: Fingerprint) -> None:
        raise AssertionError("nothing is derived here")

    def attempt(self, attempt: Attempt) -> None:
        raise AssertionError("nothing is searched here")


def _open(place: Path) -> SandboxedTrialRunner:
    return SandboxedTrialRunner(Tree(place, Path(sys.executable), choose("auto", place)))


ORACLE = ScriptOracle(CRASH, Fingerprint((ODD,), "crash"), _open)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (FINE, Answer.GOOD),
        (ARITHMETIC, Answer.BAD),
        (BROKEN, Answer.CANNOT_TELL),
        (OTHER, Answer.CANNOT_TELL),
        ("", Answer.CANNOT_TELL),
    ],
    ids=["fine", "bug", "broken", "another error", "not there yet"],
)
def test_what_the_script_says_of_a_tree(tmp_path: Path, text: str, answer: Answer) -> None:
    (tmp_path / "arithmetic.py").write_text(text)
    assert ORACLE(Worktree(tmp_path, "")) is answer


@pytest.mark.slow
def test_the_first_bad_commit_is_found_with_its_subject(tmp_path: Path) -> None:
    need_git()
    made = TestRepository(tmp_path / "project")
    made.commit("start", {"arithmetic.py": FINE})
    made.git("tag", "good")
    made.commit("notes", {"notes.txt": "1"})
    made.commit("half done", {"arithmetic.py": BROKEN})
    made.commit("mended", {"arithmetic.py": FINE + "\n"})
    first = made.commit("Refuse odd numbers", {"arithmetic.py": ARITHMETIC})
    made.commit("more notes", {"notes.txt": "2"})
    before, heard = picture(made.folder), Heard()

    found = bisect_with(ORACLE, made.folder, Range("good", "HEAD"), heard, Cancellation())

    assert (found.outcome, found.first_bad) == (Outcome.FOUND, first)
    assert bisection_in_words(found) == f"first bad commit {first[:12]}: Refuse odd numbers"
    assert picture(made.folder) == before
    told = bisection_as_dict(found)
    assert (told["first_bad"], told["subject"]) == (first, "Refuse odd numbers")
    assert len(heard.stages) == 1 + len(found.steps)
    assert any("Refuse odd numbers: bad" in line for line in heard.stages)


@pytest.mark.slow
def test_an_end_that_is_not_what_it_was_said_to_be(tmp_path: Path) -> None:
    need_git()
    made = TestRepository(tmp_path / "project")
    made.commit("start", {"arithmetic.py": ARITHMETIC})
    made.git("tag", "good")
    made.commit("notes", {"notes.txt": "1"})
    found = bisect_with(ORACLE, made.folder, Range("good", "HEAD"), Heard(), Cancellation())
    assert found.outcome is Outcome.CONTRADICTED
    assert "was said to be good" in bisection_in_words(found)


def test_an_unknown_end_is_told_before_the_search(tmp_path: Path) -> None:
    need_git()
    made = TestRepository(tmp_path / "project")
    made.commit("start", {"arithmetic.py": FINE})
    demand_range(made.folder, Range("HEAD", "main"))
    with pytest.raises(GitError, match="v9"):
        demand_range(made.folder, Range("v9", "HEAD"))
