"""What a trial has to get below to be worth its time: known from the trainings before it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from seismograd.localise.trouble import Trouble
from seismograd.repair.trials.prospects import SHARES, could_be_foretold, foretold_from

LOWER = 0.03
"""Of the loss: what is less is no way out of a training that fails. Of one that works, a trial may
end as far above it."""
PART_OF_BEST = 0.5
"""Of the best gain so far: what a single change has to be on its way to. It may help where another
one is made as well."""
NEARLY = 0.95
"""Of what another value of the same parameters has gained: nobody wants the worse value, but one
that is nearly as good may be the cheaper one."""


@dataclass(frozen=True)
class Goal:
    below: float = math.inf
    """Infinite where the end of a training cannot be foretold."""
    since: float = 1.0
    """The share of the training after which its pace tells its end; infinite where never."""
    is_by_own_course: bool = False
    """Whether no other training shows that: then the trial itself must have been steady so far."""
    finished: Sequence[Sequence[float]] = ()
    """Errors of trainings that came to their end: what may be gained late."""


@dataclass(frozen=True)
class Goals:
    error: Goal = Goal()
    """Of the objective."""
    loss: Goal = Goal()
    """Of the training, where it tells as much as the objective."""


@dataclass(frozen=True, slots=True)
class _Finished:
    names: frozenset[str]
    """Of the parameters that were changed."""
    error: float
    course: Sequence[float]


@dataclass
class SearchGoals:
    """`errors` and `losses`: of the training as it is, from its begin to its end."""

    errors: Sequence[float] = ()
    least_gain: float = 0.0
    losses: Sequence[float] = ()
    trouble: Trouble | None = None
    """None where a smaller loss is not known to be better, as of networks that overfit."""
    _finished: list[_Finished] = field(default_factory=list)

    def add(self, names: Collection[str], error: float, course: Sequence[float]) -> None:
        """A trial that was trained to its end. `course`: its errors until then, if known."""
        self._finished.append(_Finished(frozenset(names), error, course))

    def of_trial(self, names: Collection[str]) -> Goals:
        known = self._known_courses
        if not self.errors:
            return Goals(loss=self._loss)
        since = foretold_from(known) if known else SHARES[-1]
        below = min(self._errors_to_beat(frozenset(names)))
        pace = math.inf if since is None else since
        finished = (self.errors, *(one.course for one in self._finished))
        goal = Goal(below, pace, is_by_own_course=not known, finished=finished)
        return Goals(goal, self._loss)

    def of_free_loss(self, names: Collection[str]) -> Goals:
        """Of changes with which a larger loss may go with a better objective: losses of another
        kind, or what keeps a network from learning by heart."""
        return replace(self.of_trial(names), loss=Goal())

    @property
    def _known_courses(self) -> Sequence[Sequence[float]]:
        """Of the training as it is, or of longer ones where it is too short to tell."""
        if could_be_foretold(self.errors):
            return [self.errors]
        return [one.course for one in self._finished if could_be_foretold(one.course)]

    def _errors_to_beat(self, names: frozenset[str]) -> Iterator[float]:
        yield self.errors[-1] - self.least_gain
        yield self._after(PART_OF_BEST if len(names) == 1 else 1.0, self._finished)
        yield self._after(NEARLY, [one for one in self._finished if one.names == names])

    def _after(self, share: float, trials: Sequence[_Finished]) -> float:
        """The error after a share of the best gain."""
        best = min((one.error for one in trials), default=math.inf)
        unchanged = self.errors[-1]
        if not best < unchanged < math.inf:
            return math.inf
        return unchanged - share * (unchanged - best)

    @property
    def _loss(self) -> Goal:
        known = self.trouble in (Trouble.NONE, Trouble.TRAINING)
        since = foretold_from([self.losses]) if known else None
        if since is None:
            return Goal()
        lowest = min(self.losses)
        margin = LOWER * abs(lowest)
        return Goal(lowest - margin if self.trouble is Trouble.TRAINING else lowest + margin, since)
