"""Repair a training: what the command line, the editor and MCP call."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from seismograd.localise.diagnosis import Diagnosis
from seismograd.localise.trouble import Trouble, has_telling_losses, trouble_of
from seismograd.program.model import Program
from seismograd.repair.context import RepairContext
from seismograd.repair.deadline import Deadline
from seismograd.repair.estimate import estimate
from seismograd.repair.objective import (
    TRAINING_LOSS,
    NoObjective,
    Objective,
    find_objective,
    last_judge,
)
from seismograd.repair.options import RepairOptions
from seismograd.repair.patches.change import Read
from seismograd.repair.policy_training import learns_policy
from seismograd.repair.results.result import RepairResult, RepairStatus
from seismograd.repair.search import make_strategy
from seismograd.repair.search.strategy import SearchSpace
from seismograd.repair.search_loop import SearchBudget, SearchLoop
from seismograd.repair.space import health_of, search_space
from seismograd.repair.trials.best_trial import best_so_far
from seismograd.repair.trials.goals import SearchGoals
from seismograd.repair.trials.patch_runs import NotApplicable, PatchRuns, RunTrial, value_of
from seismograd.repair.trials.prospects import course_of_losses
from seismograd.repair.trials.same_measure import SameMeasure
from seismograd.repair.trials.trial_length import longest_trial_s
from seismograd.repair.trials.trial_log import TrialLog
from seismograd.repair.trials.trial_record import TrialRecord
from seismograd.repair.verification.finalists import choose_finalists
from seismograd.repair.verification.judgement import judged
from seismograd.repair.verification.relevance import learned_by, least_gain
from seismograd.repair.verification.seed_log import SeedLog
from seismograd.repair.verification.verify import Verification
from seismograd.runs.trial import Trial, TrialResult
from seismograd.traces.symptoms.learned_by_heart import LearnedByHeart
from seismograd.traces.symptoms.overfitting import Overfitting

NO_POLICY_LOSS = (
    "the loss of a policy does not tell how well it does: print a number that does, such as "
    "'eval_return: 12.5', or name one with --objective NAME:max"
)
BY_HEART = frozenset({*Overfitting().symptom_names, *LearnedByHeart().symptom_names})
SEARCH_SHARE = 0.6
"""Of the seconds that are left then: the rest is for the verification."""


@dataclass
class Listener:
    """Hears of what is going on."""

    say: Callable[[str], None] = lambda text: None
    baseline: Callable[[Objective, float | None], None] = lambda objective, value: None
    trial: Callable[[TrialRecord], None] = lambda record: None


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The training as it is."""

    objective: Objective
    judge: Objective
    value: float | None
    """Of the objective."""
    steps: int
    course: Sequence[float] = ()
    """Of the objective, from the first value to the last."""
    losses: Sequence[float] = ()
    """Means, from the first part of the training to the last."""

    @property
    def error(self) -> float:
        return self.objective.error(self.value)

    @property
    def learned(self) -> float:
        return learned_by([self.objective.error(value) for value in self.course])


@dataclass
class Repair:
    """One repair of one training."""

    root: Path
    read: Read
    program: Program | None
    diagnosis: Diagnosis
    run_trial: RunTrial
    options: RepairOptions
    deadline: Deadline
    arguments: Sequence[str] = ()
    training_s: float = 0.0
    listener: Listener = field(default_factory=Listener)
    log: TrialLog | None = None
    _started: float = field(default_factory=time.monotonic)

    def run(self) -> RepairResult:
        """Raises `SandboxUnusable`."""
        if self.program is None:
            return self._cannot_tell("the source of the training could not be analysed")
        result = self._train_without_changes()
        if self.deadline.cancel:
            return self._ended_early(self._cannot_tell(), "in the training without changes")
        if result.is_cut:
            return self._cannot_tell(f"the training as it is fails: {result.reason}")
        try:
            unchanged = self._unchanged(result)
        except NoObjective as error:
            return self._cannot_tell(str(error))
        self.listener.baseline(unchanged.objective, unchanged.value)
        context = self._context(self.program)
        space = search_space(context, unchanged.objective, unchanged.error, unchanged.course)
        found = self._search(context, space, unchanged)
        seconds = round(time.monotonic() - self._started, 1)
        return replace(found, seconds=seconds, refused=tuple(dict.fromkeys(context.refused)))

    def _train_without_changes(self) -> TrialResult:
        """The first run is slower, since it loads the frameworks: whether a limit suffices is known
        only after this one."""
        is_limited = math.isfinite(self.options.seconds)
        if not is_limited:
            self._tell_length(self.training_s)
        self.listener.say("training without changes")
        result = self.run_trial(Trial(), None)
        if is_limited and not self.deadline.cancel:
            self._tell_length(result.seconds)
        return result

    def _tell_length(self, training_s: float) -> None:
        length = estimate(training_s, self.options, self.deadline.left_s)
        if length is not None:
            self.listener.say(length)

    def _unchanged(self, result: TrialResult) -> Unchanged:
        """Raises `NoObjective`."""
        objective = self._objective(result)
        value = value_of(result, objective)
        judge = last_judge(result, objective)
        course = tuple(objective.series(result))
        losses = course_of_losses(result.history)
        return Unchanged(objective, judge, value, result.history.step_count, course, losses)

    def _objective(self, result: TrialResult) -> Objective:
        """A crash is repaired when the run finishes and learns. Raises `NoObjective`."""
        try:
            found = find_objective(result, self.options.objective)
        except NoObjective:
            if not result.has_failed or self.options.objective:
                raise
            return TRAINING_LOSS
        if found.is_training_loss and self.program is not None and learns_policy(self.program):
            raise NoObjective(NO_POLICY_LOSS)
        return found

    def _cannot_tell(self, reason: str = "") -> RepairResult:
        return RepairResult(RepairStatus.CANNOT_TELL, reason, trainings=self.options.trainings)

    def _context(self, program: Program) -> RepairContext:
        return RepairContext(
            self.root,
            program,
            self.diagnosis,
            self.read,
            self.arguments,
            self.training_s,
            longest_trial_s(self.training_s, self.options.seconds),
        )

    def _search(
        self, context: RepairContext, space: SearchSpace, unchanged: Unchanged
    ) -> RepairResult:
        options, objective = self.options, unchanged.objective
        if not space.parameters:
            return replace(
                self._cannot_tell("no hyperparameter of the source could be changed"),
                objective=objective,
            )
        runs = PatchRuns(self.run_trial, self.root, self.read, space)
        earlier = self._earlier()
        loop = SearchLoop(
            make_strategy(options.strategy, space, options.seed, options.trainings),
            runs,
            objective,
            SearchBudget(options.trainings, SEARCH_SHARE * self.deadline.left_s),
            unchanged.steps,
            options.stop_by_symptoms,
            self._goals(space, unchanged),
            options.at_once,
            self.deadline.cancel,
            earlier=earlier,
            listen=partial(self._hear, runs, objective),
            measures_the_same=SameMeasure(runs, (objective, unchanged.judge)).holds,
            wants_alternatives=options.alternatives,
        )
        trials, was_cut = tuple(loop.run()), loop.is_out_of_time
        known = RepairResult(
            RepairStatus.NOTHING_BETTER,
            objective=objective,
            judge=unchanged.judge,
            unchanged=unchanged.value,
            trials=trials,
            trainings=options.trainings,
            used=loop.used,
            taken_over=loop.taken_over,
        )
        if self.deadline.cancel:
            return self._ended_early(known, "in the search")
        found = self._judge(known, unchanged, context, runs)
        is_judged = found.status is RepairStatus.NOTHING_BETTER and not self.deadline.cancel
        if was_cut and is_judged:
            limit = f"--seconds {self.deadline.seconds:g} ended the search"
            return replace(found, reason=f"{limit}: {found.reason}")
        return found

    def _goals(self, space: SearchSpace, unchanged: Unchanged) -> SearchGoals:
        errors = [unchanged.objective.error(value) for value in unchanged.course]
        trouble = self._trouble() if self._loss_tells() else None
        return SearchGoals(errors, space.least_gain, unchanged.losses, trouble)

    def _trouble(self) -> Trouble:
        return trouble_of(self.diagnosis.history, self.diagnosis.symptoms)

    def _loss_tells(self) -> bool:
        """Whether the loss of the training is the smaller, the better it goes."""
        is_learned_by_heart = any(one.name in BY_HEART for one in self.diagnosis.symptoms)
        is_policy = self.program is not None and learns_policy(self.program)
        is_of_one = has_telling_losses(self.diagnosis.history)
        return is_of_one and not is_policy and not is_learned_by_heart

    def _ended_early(self, known: RepairResult, where: str) -> RepairResult:
        """With what is known by then: a patch that is verified stays so when the time is over."""
        if self.deadline.is_over:
            return replace(known, reason=f"{self.deadline.text}, {where}")
        best = f"; best so far: {_best(known)}" if known.objective else ""
        return replace(known, status=RepairStatus.CANCELLED, reason=f"{where}{best}")

    def _earlier(self) -> list[TrialRecord]:
        """Trials of an interrupted search."""
        earlier = self.log.read() if self.log else []
        if earlier:
            count = min(len(earlier), self.options.trainings)
            trials, are = ("trial", "is") if count == 1 else ("trials", "are")
            self.listener.say(f"{count} {trials} of an earlier search {are} taken over")
        return earlier

    def _hear(self, runs: PatchRuns, objective: Objective, record: TrialRecord) -> None:
        self.listener.trial(record)
        if self.log is None:
            return
        try:
            self.log.add(record)
            with suppress(NotApplicable):
                self.log.keep(record, runs.patch(record.values), self.read, objective)
        except OSError as error:
            self.listener.say(f"{error.filename}: {error.strerror}; the trials cannot be saved")
            self.log = None

    def _judge(
        self, known: RepairResult, unchanged: Unchanged, context: RepairContext, runs: PatchRuns
    ) -> RepairResult:
        objective, judge = unchanged.objective, unchanged.judge
        health = health_of(context, objective, unchanged.value)
        finalists = choose_finalists(
            known.trials,
            objective,
            unchanged.error,
            runs,
            alternatives=self.options.alternatives,
        )
        verification = Verification(
            runs,
            judge,
            partial(least_gain, judge, health=health, learned=unchanged.learned),
            self.options.at_once,
            self.deadline.cancel,
            self.listener.say,
            SeedLog(self.log.folder, self.root) if self.log else None,
        )
        result = judged(finalists, verification, known)
        if not self.deadline.cancel:
            return result
        missed = finalists[:1] if self.deadline.is_over and not result.patches else []
        not_verified = "".join(f"; not verified: {one.title}" for one in missed)
        return self._ended_early(result, f"in the verification{not_verified}")


def _best(known: RepairResult) -> str:
    assert known.objective is not None
    return best_so_far(known.trials, known.objective, known.unchanged)
