"""Generate, validate, refine: until a script stands at the top of the ladder, or ideas run out."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from seismograd.cancellation import Cancellation
from seismograd.llm.errors import Cancelled
from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.generator import Generator
from seismograd.reproduce.ladder import Ladder
from seismograd.reproduce.proof import Proof

OnAttempt = Callable[[Attempt], object]


@dataclass(slots=True)
class SearchBudget:
    """How much may be tried: attempts and seconds, counted over all generators."""

    attempts: int = 150
    seconds: float = 600.0
    _deadline: float = field(init=False)

    def __post_init__(self) -> None:
        self._deadline = time.monotonic() + self.seconds

    @property
    def left(self) -> float:
        """Seconds."""
        return self._deadline - time.monotonic()

    @property
    def is_spent(self) -> bool:
        return self.attempts <= 0 or self.left <= 0

    def within(self, seconds: float) -> SearchBudget:
        """The same from now on, but no more than so many seconds."""
        return SearchBudget(self.attempts, min(max(self.left, 0.0), seconds))

    def spend(self) -> bool:
        """Whether there is one more to try."""
        self.attempts -= 1
        return self.attempts >= 0 and self.left > 0


@dataclass(frozen=True, slots=True)
class Turn:
    """A generator, and how many proposals in a row it may make."""

    generator: Generator
    most: int
    unless: Callable[[], object] = lambda: False
    """Asked when its turn comes: whether it is of no use any more."""
    share: float = 1.0
    """Of all the time; then the turn is over."""


def propose_in_turns(
    case: Case,
    turns: Sequence[Turn],
    ladder: Ladder,
    budget: SearchBudget,
    on_attempt: OnAttempt,
    cancel: Cancellation,
    before: Sequence[Attempt] = (),
) -> tuple[Proof | None, list[Attempt]]:
    """Generators take turns; each sees all that was tried before, by whomever."""
    attempts = list(before)
    for turn in turns:
        until = time.monotonic() + turn.share * budget.seconds
        for _ in range(0 if turn.unless() else turn.most):
            if time.monotonic() > until:
                break
            if cancel or not budget.spend():
                return None, attempts
            try:
                candidate = turn.generator.propose(case, attempts)
            except Cancelled:
                return None, attempts
            if candidate is None:
                break
            climb = ladder.climb(candidate)
            attempts.append(climb.attempt)
            on_attempt(climb.attempt)
            if climb.proof is not None:
                return climb.proof, attempts
    return None, attempts
