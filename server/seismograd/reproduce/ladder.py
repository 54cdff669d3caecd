"""Lead a candidate up the ladder, and tell the next one why it came no further."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from seismograd.reproduce.candidate import Attempt, Candidate, Departure, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.judging import Judgement, fired, judge_all
from seismograd.reproduce.error_isolation import log_error
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.proof import Proof
from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.controls.control import Control, ControlSource, Trial, holds
from seismograd.reproduce.validate.controls.finding import Finding
from seismograd.reproduce.validate.controls.ordinary_use import OrdinaryUse
from seismograd.reproduce.validate.execution import about_execution, ranges, watched
from seismograd.reproduce.validate.fair_use import demand_fair_use
from seismograd.reproduce.validate.feedback import about_caught, about_run, about_unreadable
from seismograd.reproduce.validate.fidelity.departures import feedback_on
from seismograd.reproduce.validate.fidelity.examination import Examination, decisive
from seismograd.reproduce.validate.final_runs import FinalRuns
from seismograd.reproduce.validate.narrowest_reading import wider_than_reported
from seismograd.reproduce.validate.override_check import demand_originals
from seismograd.reproduce.validate.parsing import Unfit, parsed
from seismograd.reproduce.validate.provenance import provenance
from seismograd.reproduce.validate.resolving import demand_symbols
from seismograd.reproduce.validate.script_reviewer import (
    ScriptReviewer,
    Shown,
    departure_of,
    doubted_criteria,
)
from seismograd.reproduce.validate.script_rules import demand_script_rules
from seismograd_sandbox.host.outcome import Ending
from seismograd_sandbox.host.sandbox import SandboxUnusable

REPEATS = 5
NOT_OF_A_CANDIDATE = (SandboxUnusable, OSError)
"""With these nothing can be tried at all; any other mishap is of one candidate alone."""
AT_ONCE = 2
"""Fresh interpreters beside each other; more would disturb each other's time."""
OF_CHANCE = frozenset({"determinism"})
"""Symptoms for which every run that counts has an interpreter of its own."""


@dataclass(frozen=True, slots=True)
class Climb:
    attempt: Attempt
    proof: Proof | None = None


class Ladder:
    def __init__(
        self,
        case: Case,
        runner: TrialRunner,
        controls: Sequence[ControlSource],
        repeats: int = REPEATS,
        is_over: Callable[[], bool] = lambda: False,
        demands_fidelity: bool = True,
        ordinary_use: OrdinaryUse | None = None,
        script_reviewer: ScriptReviewer | None = None,
        examination: Examination | None = None,
    ) -> None:
        """`is_over` says that there is no time left to look for more controls.

        With one run the warm interpreter is enough; with more, it is proven from scratch. Without
        fidelity a script comes to the top that is told to depart from the report. What is known of
        ordinary use, and what was examined, may be shared by several. A reviewer is asked of what
        is to be proven only.
        """
        self._case = case
        self._runner = runner
        tests = ordinary_use or OrdinaryUse(case)
        self._finding = Finding(controls, case, runner, is_over, tests)
        self._examination = examination or Examination(case, runner, is_over)
        self._repeats = repeats
        self._script_reviewer = script_reviewer if repeats > 1 else None
        self._demands_fidelity = demands_fidelity

    def climb(self, candidate: Candidate) -> Climb:
        ascent = _Ascent(candidate)
        started = time.monotonic()
        proof, feedback = None, ""
        try:
            proof = self._climb(ascent)
        except Unfit as error:
            feedback = self._with_execution(ascent, str(error))
        except NOT_OF_A_CANDIDATE:
            raise
        except Exception as error:
            log_error(self, error)
            feedback = f"It could not be judged: {type(error).__name__}: {error}"
        return Climb(ascent.attempt(feedback, time.monotonic() - started), proof)

    def _watched(self, candidate: Candidate) -> tuple[str, ...]:
        """Only for whoever is told of it."""
        return ranges(watched(self._case, candidate)) if candidate.is_free_hand else ()

    def _with_execution(self, ascent: _Ascent, feedback: str) -> str:
        """Whoever wrote the script must see what it got to in the project."""
        if not ascent.candidate.is_free_hand or ascent.seen is None:
            return feedback
        told = about_execution(watched(self._case, ascent.candidate), ascent.seen)
        return f"{feedback}\n{told}" if told else feedback

    def _climb(self, ascent: _Ascent) -> Proof:
        self._look(ascent)
        proof, trial = self._quickly(ascent)
        if self._repeats > 1:
            proof = self._from_scratch(ascent, proof, trial)
        ascent.stage = Stage.REPEATS
        return proof

    def _quickly(self, ascent: _Ascent) -> tuple[Proof, Trial]:
        """All of it in the warm interpreter: most candidates come no further."""
        candidate = ascent.candidate
        seen = self._runner.try_quickly(candidate.source, lines=self._watched(candidate))
        ascent.seen = seen
        if seen.ending is Ending.EXITED or fired(self._case.fingerprint, seen):
            ascent.stage = Stage.DRY_RUN
        judgement = self._judge(ascent, seen)
        ascent.stage = Stage.CRITERIA
        found = provenance(self._case, candidate, seen)
        demand_fair_use(self._case, candidate, seen)
        ascent.stage = Stage.PROVENANCE
        trial, control = self._finding.control(candidate, seen)
        ascent.stage = Stage.CONTROL
        self._examine(ascent, seen, control)
        if trial.patches:
            candidate = replace(candidate, patches=trial.patches)
        proof = Proof(candidate, seen, judgement, found, control, 1, 1, ascent.departures)
        return proof, trial

    def _examine(self, ascent: _Ascent, seen: Observation, control: Control) -> None:
        examined = self._examination.departures(ascent.candidate.source, seen)
        read_into = (*doubted_criteria(self._case.fingerprint), *wider_than_reported(self._case))
        found = (*read_into, *examined)
        shown = Shown(self._case, ascent.candidate, seen, control, found)
        ascent.departures = (*self._objections(shown), *found)
        departs = decisive(ascent.departures)
        if departs and self._demands_fidelity:
            raise Unfit(feedback_on(departs))
        ascent.stage = Stage.FIDELITY

    def _objections(self, shown: Shown) -> tuple[Departure, ...]:
        """Asked where nothing else is held against a script: a question costs something."""
        if self._script_reviewer is None or decisive(shown.departures):
            return ()
        objection = self._script_reviewer.objection(shown)
        return (departure_of(objection),) if objection else ()

    def _from_scratch(self, ascent: _Ascent, quick: Proof, trial: Trial) -> Proof:
        """The script and its control in fresh interpreters, beside each other and the repeats."""
        final = FinalRuns(self._case, self._runner, quick.candidate.source, trial, quick.seen)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            wait = final.begin(pool)
            count = 1 + self._count_repeats(quick.candidate, pool)
            judged = wait()
        seen = judged.seen
        judgement = self._judge(ascent, seen)
        found = provenance(self._case, quick.candidate, seen)
        control = replace(quick.control, seen=judged.control)
        why = holds(self._case.fingerprint, seen, control.seen, trial.kind)
        if why is not None:
            raise Unfit(f"The control ({trial.what}) does not hold when it is run alone: {why}.")
        if count < self._repeats:
            raise Unfit(f"It fired in {count} of {self._repeats} runs; it must fire in every one.")
        final.demand_same_plainly(judged)
        return replace(
            quick,
            seen=seen,
            judgement=judgement,
            provenance=found,
            control=control,
            runs=self._repeats,
            fired=count,
        )

    def _look(self, ascent: _Ascent) -> None:
        """The stages that need no run of the script."""
        source, project = ascent.candidate.source, self._case.project
        tree = parsed(source)
        ascent.stage = Stage.PARSES
        demand_symbols(source, tree, project, self._runner)
        ascent.stage = Stage.RESOLVES
        demand_script_rules(tree, project)
        demand_originals(tree, self._case)
        ascent.stage = Stage.IS_HONEST

    def _judge(self, ascent: _Ascent, seen: Observation) -> Judgement:
        judgement = judge_all(self._case.fingerprint, seen)
        ascent.seen, ascent.distance = seen, judgement.distance
        if not fired(self._case.fingerprint, seen) or not judgement.passed:
            raise Unfit(self._told(ascent.candidate.source, seen, judgement))
        return judgement

    def _told(self, source: str, seen: Observation, judgement: Judgement) -> str:
        hints = (about_caught(source, seen, self._case.fingerprint), about_unreadable(seen))
        return "\n".join(part for part in (about_run(seen, judgement), *hints) if part)

    def _count_repeats(self, candidate: Candidate, pool: ThreadPoolExecutor) -> int:
        """With other seeds. Chance in the start of an interpreter is not the same in its forks."""
        fingerprint = self._case.fingerprint

        def fires(seed: int, run: Callable[..., Observation]) -> bool:
            seen = run(candidate.source, seed=seed)
            return fired(fingerprint, seen) and judge_all(fingerprint, seen).passed

        seeds = range(1, self._repeats)
        if fingerprint.symptom in OF_CHANCE:
            return sum(pool.map(lambda seed: fires(seed, self._runner.run_fresh), seeds))
        return sum(fires(seed, self._runner.try_quickly) for seed in seeds)


@dataclass(slots=True)
class _Ascent:
    """How far a candidate has come."""

    candidate: Candidate
    stage: Stage = Stage.NONE
    seen: Observation | None = None
    distance: float = 1.0
    departures: tuple[Departure, ...] = ()

    def attempt(self, feedback: str, seconds: float) -> Attempt:
        return Attempt(
            self.candidate,
            self.stage,
            feedback,
            self.seen,
            self.distance,
            round(seconds, 3),
            self.departures,
        )
