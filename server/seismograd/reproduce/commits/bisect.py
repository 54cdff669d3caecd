"""The first bad commit between a good and a bad one, with a reproduction as the oracle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.reproduce.case import Listener
from seismograd.reproduce.commits.repository import Repository, open_repository
from seismograd.reproduce.commits.worktrees import NoSuchProject, Worktree, worktree
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.judging import fired, judge_all
from seismograd.reproduce.trial_runner import TrialRunner

SHORT = 12
OpenTrialRunner = Callable[[Path], AbstractContextManager[TrialRunner]]


@dataclass(frozen=True, slots=True)
class Range:
    good: str
    bad: str


class Answer(StrEnum):
    GOOD = "good"
    BAD = "bad"
    CANNOT_TELL = "cannot tell"
    """It cannot be run there, for a reason that has nothing to do with the bug."""


class Outcome(StrEnum):
    FOUND = "found"
    UNDECIDED = "undecided"
    """What is left of the history cannot be tried."""
    CONTRADICTED = "contradicted"
    """An end is not what it was said to be."""
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Step:
    commit: str
    subject: str
    answer: Answer
    left: int
    """How many commits may still be the first bad one."""


@dataclass(frozen=True, slots=True)
class Bisection:
    outcome: Outcome
    why: str
    first_bad: str | None = None
    subject: str = ""
    suspects: tuple[str, ...] = ()
    """All commits that may be the first bad one; newest first."""
    steps: tuple[Step, ...] = ()


Oracle = Callable[[Worktree], Answer]
OnStep = Callable[[Step], object]


def parse_range(text: str) -> Range:
    """`GOOD..BAD`; without a bad end it is where the checkout stands."""
    good, dots, bad = text.strip().partition("..")
    if not dots or not good or bad.startswith("."):
        raise ValueError(f"{text!r} is not of the form GOOD..BAD")
    return Range(good, bad or "HEAD")


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
    open: OpenTrialRunner

    def __call__(self, tree: Worktree) -> Answer:
        with self.open(tree.root) as runner:
            seen = runner.run_fresh(self.script)
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


def bisect(
    project: Path,
    good: str,
    bad: str,
    oracle: Oracle,
    *,
    cancelled: Cancellation | None = None,
    on_step: OnStep = lambda step: None,
    parent: Path | None = None,
) -> Bisection:
    """Try commits in worktrees until one is known to be the first bad one.

    `GitError` where an end is unknown.
    """
    repository = open_repository(project)
    # One that is not set yet counts as false.
    wish = Cancellation() if cancelled is None else cancelled
    search = _Search(project, repository, oracle, wish, on_step, parent)
    return search.run(repository.resolve(good), repository.resolve(bad))


class _Cancelled(Exception):
    pass


@dataclass(slots=True)
class _Search:
    """Asks the oracle, once for each commit, and keeps the log."""

    project: Path
    repository: Repository
    oracle: Oracle
    cancelled: Cancellation
    on_step: OnStep
    parent: Path | None
    steps: list[Step] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=dict)

    def run(self, good: str, bad: str) -> Bisection:
        try:
            contradiction = self._check_ends(good, bad)
            if contradiction:
                return self._ended(Outcome.CONTRADICTED, contradiction)
            return self._narrow(good, bad)
        except _Cancelled:
            return self._ended(Outcome.CANCELLED, "cancelled")

    def _narrow(self, good: str, bad: str) -> Bisection:
        """Merges are no obstacle: what is good clears all that led to it."""
        good_ones = [good]
        while True:
            left = self.repository.halving_order(bad, good_ones)
            if len(left) == 1:
                return self._ended(Outcome.FOUND, "it is the first bad one", left)
            commit = next((one for one in left if one not in self.answers), None)
            if commit is None:
                why = f"{len(left)} commits are left, of which none else can be tried"
                newest_first = self.repository.history(bad, good_ones)
                return self._ended(Outcome.UNDECIDED, why, newest_first)
            answer = self._ask(commit, len(left))
            if answer is Answer.BAD:
                bad = commit
            elif answer is Answer.GOOD:
                good_ones.append(commit)

    def _check_ends(self, good: str, bad: str) -> str | None:
        size = len(self.repository.history(bad, [good]))
        if size == 0:
            return "the bad commit leads to the good one: is the range the wrong way round?"
        for commit, wanted in ((bad, Answer.BAD), (good, Answer.GOOD)):
            answer = self._ask(commit, size)
            if answer is not wanted:
                return f"{commit[:12]} was said to be {wanted}, but the answer there is: {answer}"
        return self._check_branching(good, bad, size)

    def _check_branching(self, good: str, bad: str, size: int) -> str | None:
        """Where the good commit did not lead to the bad one, they must have had a good start."""
        bases = self.repository.merge_bases(good, bad)
        if not bases:
            return "the two commits have no history in common"
        for base in bases:
            answer = self._ask(base, size)
            if answer is not Answer.GOOD:
                return (
                    f"{base[:12]}, where the two histories parted, is not good ({answer}): "
                    "the good commit may owe it to a fix"
                )
        return None

    def _ask(self, commit: str, left: int) -> Answer:
        if commit in self.answers:
            return self.answers[commit]
        if self.cancelled:
            raise _Cancelled
        answer = self._try(commit)
        if self.cancelled:
            # What it answered then may be no more than its own end.
            raise _Cancelled
        self.answers[commit] = answer
        step = Step(commit, self.repository.subject(commit), answer, left)
        self.steps.append(step)
        self.on_step(step)
        return answer

    def _try(self, commit: str) -> Answer:
        try:
            with worktree(self.project, commit, parent=self.parent) as tree:
                return self.oracle(tree)
        except NoSuchProject:
            return Answer.CANNOT_TELL

    def _ended(self, outcome: Outcome, why: str, suspects: Sequence[str] = ()) -> Bisection:
        first = suspects[0] if outcome is Outcome.FOUND else None
        subject = self.repository.subject(first) if first else ""
        return Bisection(outcome, why, first, subject, tuple(suspects), tuple(self.steps))


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
