"""Repair a training: what the command line, the editor and MCP call."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.localise.diagnosis import Diagnosis
from seismograd.program.model import Program
from seismograd.repair.change import Read
from seismograd.repair.context import RepairContext
from seismograd.repair.finalists import NEARLY, choose_finalists
from seismograd.repair.minimise import minimise
from seismograd.repair.objective import (
    TRAINING_LOSS,
    NoObjective,
    Objective,
    find_objective,
)
from seismograd.repair.patch_runs import PatchRuns, RunTrial, value_of
from seismograd.repair.relevance import least_gain
from seismograd.repair.result import MeasuredPatch, RepairResult, RepairStatus
from seismograd.repair.search import make_strategy
from seismograd.repair.search.strategy import SearchSpace
from seismograd.repair.search_loop import SearchBudget, SearchLoop
from seismograd.repair.space import is_healthy, search_space
from seismograd.repair.trial_log import TrialLog
from seismograd.repair.trial_record import TrialRecord
from seismograd.repair.verify import Verdict, Verification
from seismograd.runs.trial import Trial, TrialResult

SEARCH_SHARE = 0.6
"""Of the seconds: the rest is for the verification."""


@dataclass(frozen=True, slots=True)
class RepairOptions:
    trainings: int = 20
    seconds: float = math.inf
    strategy: str = "auto"
    objective: str | None = None
    seed: int = 0
    at_once: int = 1
    """Trainings side by side, as far as there is room for them."""
    stop_by_symptoms: bool = True
    ray: str | None = None
    """The address of a Ray cluster to train on, instead of this machine."""


@dataclass
class Listener:
    """Hears of what is going on."""

    say: Callable[[str], None] = lambda text: None
    baseline: Callable[[Objective, float | None], None] = lambda objective, value: None
    trial: Callable[[TrialRecord], None] = lambda record: None


@dataclass
class Repair:
    """One repair of one training."""

    root: Path
    read: Read
    program: Program | None
    diagnosis: Diagnosis
    run_trial: RunTrial
    options: RepairOptions
    cancel: Cancellation
    arguments: Sequence[str] = ()
    training_s: float = 0.0
    listener: Listener = field(default_factory=Listener)
    log: TrialLog | None = None
    _started: float = field(default_factory=time.monotonic)

    def run(self) -> RepairResult:
        """Raises `SandboxUnusable`."""
        if self.program is None:
            return self._cannot_tell("the source of the training could not be analysed")
        self.listener.say("training without changes")
        result = self.run_trial(Trial(), None)
        if self.cancel:
            return RepairResult(RepairStatus.CANCELLED)
        try:
            objective = self._objective(result)
        except NoObjective as error:
            return self._cannot_tell(str(error))
        value = value_of(result, objective)
        self.listener.baseline(objective, value)
        context = self._context(self.program)
        space = search_space(context, objective, objective.error(value))
        found = self._search(context, space, objective, result.history.step_count)
        seconds = round(time.monotonic() - self._started, 1)
        return replace(found, seconds=seconds, refused=tuple(dict.fromkeys(context.refused)))

    def _objective(self, result: TrialResult) -> Objective:
        """A crash is repaired when the run finishes and learns. Raises `NoObjective`."""
        try:
            return find_objective(result, self.options.objective)
        except NoObjective:
            if not result.has_failed or self.options.objective:
                raise
            return TRAINING_LOSS

    def _cannot_tell(self, reason: str) -> RepairResult:
        return RepairResult(RepairStatus.CANNOT_TELL, reason, trainings=self.options.trainings)

    def _context(self, program: Program) -> RepairContext:
        seconds = self.options.seconds
        most = seconds / 4 if math.isfinite(seconds) else math.inf
        return RepairContext(
            self.root,
            program,
            self.diagnosis,
            self.read,
            self.arguments,
            self.training_s,
            most,
        )

    def _search(
        self, context: RepairContext, space: SearchSpace, objective: Objective, steps: int
    ) -> RepairResult:
        options = self.options
        if not space.parameters:
            return replace(
                self._cannot_tell("no hyperparameter of the source could be changed"),
                objective=objective,
            )
        runs = PatchRuns(self.run_trial, self.root, self.read, space)
        loop = SearchLoop(
            make_strategy(options.strategy, space, options.seed, options.trainings),
            runs,
            objective,
            SearchBudget(options.trainings, options.seconds * SEARCH_SHARE),
            steps,
            options.stop_by_symptoms,
            options.at_once,
            self.cancel,
            earlier=self.log.read() if self.log else {},
            listen=self._hear,
        )
        trials = tuple(loop.run())
        known = RepairResult(
            RepairStatus.CANCELLED,
            objective=objective,
            trials=trials,
            trainings=options.trainings,
            used=loop.used,
        )
        return known if self.cancel else self._judge(known, context, runs, space.baseline)

    def _hear(self, record: TrialRecord) -> None:
        self.listener.trial(record)
        if self.log is None:
            return
        try:
            self.log.add(record)
        except OSError as error:
            self.listener.say(f"the trials cannot be saved: {error.strerror}")
            self.log = None

    def _judge(
        self, known: RepairResult, context: RepairContext, runs: PatchRuns, baseline_error: float
    ) -> RepairResult:
        assert known.objective is not None
        finalists = choose_finalists(known.trials, known.objective, baseline_error, runs)
        verification = Verification(
            runs,
            known.objective,
            partial(least_gain, known.objective, is_healthy=is_healthy(context)),
            self.options.at_once,
            self.cancel,
            self.listener.say,
        )
        baseline, verdicts = verification.verify(finalists)
        patches = [measured(one, verification) for one in verdicts if one.is_verified]
        unverified = [_as_measured(one) for one in verdicts if not one.is_verified]
        known = replace(
            known,
            baseline=baseline,
            seeds=verification.seeds if baseline else (),
            patches=tuple(_ranked(patches) + unverified),
            verifications=verification.trainings,
        )
        if self.cancel:
            return replace(known, status=RepairStatus.CANCELLED)
        if patches:
            return replace(known, status=RepairStatus.REPAIRED)
        return replace(known, status=RepairStatus.NOTHING_BETTER, reason=_why_nothing(known))


def measured(verdict: Verdict, verification: Verification) -> MeasuredPatch:
    """A verified patch without the changes that it does not need."""
    smaller = minimise(verdict, verification)
    gains = verification.gains(verdict.baseline, smaller.values)
    own = replace(verdict, patch=smaller.patch, values=smaller.values, gains=gains)
    return replace(_as_measured(own), contributions=smaller.contributions)


def _as_measured(verdict: Verdict) -> MeasuredPatch:
    only = {one.name: verdict.gain for one in verdict.patch.changes[:1]}
    return MeasuredPatch(
        verdict.patch,
        verdict.is_verified,
        verdict.values,
        verdict.gain,
        verdict.interval,
        verdict.p,
        only if len(verdict.patch.changes) == 1 else {},
    )


def _ranked(patches: list[MeasuredPatch]) -> list[MeasuredPatch]:
    """Best first; nearly equal ones by size. Two that were minimised to the same are one.

    A change of the optimiser has more edits than one of its learning rate.
    """
    unique = list({one.patch: one for one in patches}.values())
    best = max((one.gain for one in unique), default=0.0)
    nearly = best * (1 - NEARLY) if math.isfinite(best) else best
    return sorted(
        unique,
        key=lambda one: (
            one.gain < nearly,
            len(one.patch.changes),
            len(one.patch.edits),
            -one.gain,
        ),
    )


def _why_nothing(known: RepairResult) -> str:
    if not known.trials:
        return "no change could be tried"
    if not known.patches:
        return f"none of {len(known.trials)} trials was better than the training as it is"
    return f"{len(known.trials)} trials: nothing better than noise, or than fine tuning"
