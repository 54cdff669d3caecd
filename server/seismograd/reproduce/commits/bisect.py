"""The first bad commit between a good and a bad one, with a reproduction as the oracle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.reproduce.commits.repository import Repository, open_repository
from seismograd.reproduce.commits.worktrees import NoSuchProject, Worktree, worktree


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


def parse_range(text: str) -> tuple[str, str]:
    """`GOOD..BAD`; without a bad end it is where the checkout stands."""
    good, dots, bad = text.strip().partition("..")
    if not dots or not good or bad.startswith("."):
        raise ValueError(f"{text!r} is not of the form GOOD..BAD")
    return good, bad or "HEAD"


def bisect(
    project: Path,
    good: str,
    bad: str,
    oracle: Oracle,
    *,
    cancelled: Cancellation | None = None,
    on_step: OnStep | None = None,
    parent: Path | None = None,
) -> Bisection:
    """Try commits in worktrees until one is known to be the first bad one.

    Merges are no obstacle: what is good clears all that led to it, what is bad clears all that
    did not lead to it. `GitError` where an end is unknown.
    """
    repository = open_repository(project)
    # One that is not set yet counts as false.
    wish = Cancellation() if cancelled is None else cancelled
    trials = _Trials(project, repository, oracle, wish, on_step, parent)
    try:
        return _Search(repository, trials).run(repository.resolve(good), repository.resolve(bad))
    except _Cancelled:
        return trials.ended(Outcome.CANCELLED, "cancelled", ())


class _Cancelled(Exception):
    pass


@dataclass(slots=True)
class _Trials:
    """Asks the oracle, once for each commit, and keeps the log."""

    project: Path
    repository: Repository
    oracle: Oracle
    cancelled: Cancellation
    on_step: OnStep | None
    parent: Path | None
    _steps: list[Step] = field(default_factory=list)
    _answers: dict[str, Answer] = field(default_factory=dict)

    def ask(self, commit: str, left: int) -> Answer:
        if commit in self._answers:
            return self._answers[commit]
        if self.cancelled:
            raise _Cancelled
        answer = self._try(commit)
        if self.cancelled:
            # What it answered then may be no more than its own end.
            raise _Cancelled
        self._answers[commit] = answer
        step = Step(commit, self.repository.subject(commit), answer, left)
        self._steps.append(step)
        if self.on_step:
            self.on_step(step)
        return answer

    def _try(self, commit: str) -> Answer:
        try:
            with worktree(self.project, commit, parent=self.parent) as tree:
                return self.oracle(tree)
        except NoSuchProject:
            return Answer.CANNOT_TELL

    def ended(self, outcome: Outcome, why: str, suspects: Iterable[str]) -> Bisection:
        left = tuple(suspects)
        first = left[0] if outcome is Outcome.FOUND else None
        subject = self.repository.subject(first) if first else ""
        return Bisection(outcome, why, first, subject, left, tuple(self._steps))


@dataclass(frozen=True, slots=True)
class _Search:
    repository: Repository
    trials: _Trials

    def run(self, good: str, bad: str) -> Bisection:
        contradiction = self._check_ends(good, bad)
        if contradiction:
            return self.trials.ended(Outcome.CONTRADICTED, contradiction, ())
        history = self.repository.history([bad], [good])
        return self._narrow(_Candidates(history, bad))

    def _check_ends(self, good: str, bad: str) -> str | None:
        size = len(self.repository.history([bad], [good]))
        if size == 0:
            return "the bad commit leads to the good one: is the range the wrong way round?"
        for commit, wanted in ((bad, Answer.BAD), (good, Answer.GOOD)):
            answer = self.trials.ask(commit, size)
            if answer is not wanted:
                return f"{commit[:12]} was said to be {wanted}, but the answer there is: {answer}"
        return self._check_branching(good, bad, size)

    def _check_branching(self, good: str, bad: str, size: int) -> str | None:
        """Where the good commit did not lead to the bad one, they must have had a good start."""
        bases = self.repository.merge_bases(good, bad)
        if not bases:
            return "the two commits have no history in common"
        for base in bases:
            answer = self.trials.ask(base, size)
            if answer is not Answer.GOOD:
                return (
                    f"{base[:12]}, where the two histories parted, is not good ({answer}): "
                    "the good commit may owe it to a fix"
                )
        return None

    def _narrow(self, candidates: _Candidates) -> Bisection:
        while len(candidates) > 1:
            commit = candidates.middle()
            if commit is None:
                why = f"{len(candidates)} commits are left, of which none else can be tried"
                return self.trials.ended(Outcome.UNDECIDED, why, candidates.names())
            answer = self.trials.ask(commit, len(candidates))
            candidates.learn(commit, answer)
        return self.trials.ended(Outcome.FOUND, "it is the first bad one", candidates.names())


class _Candidates:
    """Commits that may be the first bad one, as sets of bits over their history."""

    def __init__(self, history: Mapping[str, tuple[str, ...]], bad: str) -> None:
        self._names = list(history)
        self._bits = {name: 1 << place for place, name in enumerate(self._names)}
        self._ancestors: dict[str, int] = {}
        for name in reversed(self._names):
            reached = self._bits[name]
            for parent in history[name]:
                reached |= self._ancestors.get(parent, 0)
            self._ancestors[name] = reached
        self._left = self._ancestors[bad]
        self._tried = self._bits[bad]

    def __len__(self) -> int:
        return self._left.bit_count()

    def names(self) -> list[str]:
        return [name for name in self._names if self._bits[name] & self._left]

    def middle(self) -> str | None:
        """The commit whose answer halves what is left best; None where all were tried."""
        untried = [name for name in self.names() if not self._bits[name] & self._tried]
        return max(untried, key=self._worst_gain, default=None)

    def learn(self, commit: str, answer: Answer) -> None:
        self._tried |= self._bits[commit]
        if answer is Answer.BAD:
            self._left &= self._ancestors[commit]
        elif answer is Answer.GOOD:
            self._left &= ~self._ancestors[commit]

    def _worst_gain(self, name: str) -> int:
        led = (self._ancestors[name] & self._left).bit_count()
        return min(led, len(self) - led)
