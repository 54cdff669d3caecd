"""A bisection with a reproduction as the oracle."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.reproduce.commits.bisect import Answer, Bisection, Outcome, Step, bisect
from seismograd.reproduce.commits.repository import open_repository
from seismograd.reproduce.commits.worktrees import Worktree
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.judging import fired, judge_all
from seismograd.reproduce.laboratory import Laboratory
from seismograd.reproduce.progress import Listener

SHORT = 12
OpenLaboratory = Callable[[Path], AbstractContextManager[Laboratory]]


@dataclass(frozen=True, slots=True)
class Range:
    good: str
    bad: str


def demand_range(project: Path, wanted: Range) -> None:
    """Raises `GitError` where an end is unknown: better before hours of search than after."""
    repository = open_repository(project)
    repository.resolve(wanted.good)
    repository.resolve(wanted.bad)


@dataclass(frozen=True, slots=True)
class ScriptOracle:
    """Bad where the script fires by the criteria, good where it says that the bug is not there."""

    script: str
    fingerprint: Fingerprint
    open: OpenLaboratory

    def __call__(self, tree: Worktree) -> Answer:
        with self.open(tree.root) as laboratory:
            seen = laboratory.prove(self.script)
        if fired(self.fingerprint, seen) and judge_all(self.fingerprint, seen).passed:
            return Answer.BAD
        return Answer.GOOD if seen.is_clean else Answer.CANNOT_TELL


def bisect_with(
    oracle: ScriptOracle, project: Path, wanted: Range, listen: Listener, cancel: Cancellation
) -> Bisection:
    listen.stage(f"Looking for the first bad commit in {wanted.good}..{wanted.bad}")

    def tell(step: Step) -> None:
        left = f"{step.left} left" if step.left != 1 else "the last"
        listen.stage(f"  {step.commit[:SHORT]} {step.subject}: {step.answer.value} ({left})")

    return bisect(project, wanted.good, wanted.bad, oracle, cancelled=cancel, on_step=tell)


def bisection_as_dict(found: Bisection) -> dict[str, object]:
    return {
        "outcome": found.outcome.value,
        "first_bad": found.first_bad,
        "subject": found.subject,
        "why": found.why,
        "suspects": list(found.suspects),
        "steps": [
            {"commit": step.commit, "subject": step.subject, "answer": step.answer.value}
            for step in found.steps
        ],
    }


def bisection_in_words(found: Bisection) -> str:
    if found.outcome is Outcome.FOUND and found.first_bad:
        return f"first bad commit {found.first_bad[:SHORT]}: {found.subject}"
    return f"{found.outcome.value}: {found.why}"
