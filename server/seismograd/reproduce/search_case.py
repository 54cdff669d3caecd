"""One case to its end: search, shrink, and the last proof of what is handed over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from seismograd.cancellation import Cancellation
from seismograd.reproduce.candidate import Attempt, Candidate, Stage
from seismograd.reproduce.case import Case, Listener
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.judging import fired, judge_all
from seismograd.reproduce.generate.generator import EarlierScripts
from seismograd.reproduce.ladder import REPEATS, Ladder
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.proof import Proof
from seismograd.reproduce.propose import SearchBudget, Turn, propose_in_turns
from seismograd.reproduce.report.literals import numbers_in
from seismograd.reproduce.results.script_header import with_header
from seismograd.reproduce.shrink.shrinking import Shrinking
from seismograd.reproduce.shrink.true_idea import with_true_idea
from seismograd.reproduce.trial_runner import TrialRunner
from seismograd.reproduce.validate.controls.control import Control, ControlSource, Trial, holds
from seismograd.reproduce.validate.controls.ordinary_use import OrdinaryUse
from seismograd.reproduce.validate.fair_use import demand_fair_use
from seismograd.reproduce.validate.fidelity.examination import Examination, decisive
from seismograd.reproduce.validate.parsing import Unfit, parsed
from seismograd.reproduce.validate.provenance import Provenance, provenance
from seismograd.reproduce.validate.script_reviewer import ScriptReviewer
from seismograd.reproduce.validate.script_rules import demand_script_rules

SHRINKING_S = 20.0
"""What a smaller script is worth, on top of the search."""
MOST_CLAIMS = 2
"""Scripts that hold but for their departures; one is enough to be shown."""


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What was proven, if anything, and all that was tried."""

    attempts: list[Attempt]
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class CaseSearch:
    case: Case
    runner: TrialRunner
    controls: tuple[ControlSource, ...]
    turns: tuple[Turn, ...]
    search_budget: SearchBudget
    listen: Listener
    cancel: Cancellation
    ordinary_use: OrdinaryUse
    examination: Examination
    script_reviewer: ScriptReviewer | None = None

    def ladder(self, repeats: int = 1, *, demands_fidelity: bool = True) -> Ladder:
        """With one run for what may still be improved: there the time may be over meanwhile."""
        is_search = repeats == 1 and demands_fidelity
        return Ladder(
            self.case,
            self.runner,
            self.controls,
            repeats,
            self._is_over if is_search else lambda: bool(self.cancel),
            demands_fidelity,
            self.ordinary_use,
            self.script_reviewer,
            self.examination,
        )

    def run(self, earlier: Sequence[Candidate] = ()) -> CaseResult:
        """Scripts that were written for other criteria are judged before anything new is made."""
        attempts: list[Attempt] = []
        first = (Turn(EarlierScripts(earlier), len(earlier)),)
        while not self._is_over():
            found, attempts = self._search(attempts, (*first, *self.turns))
            if found is None or self.cancel:
                break
            proof = self.final_proof(found, attempts)
            if proof is not None:
                return CaseResult(attempts, proof)
        return CaseResult(attempts)

    def claim(self, attempts: Sequence[Attempt]) -> Proof | None:
        """Of scripts that hold but for their departures the one with the fewest, from scratch."""
        held = [one for one in attempts if one.stage is Stage.CONTROL]
        held.sort(key=lambda one: len(decisive(one.departures)))
        if held:
            self.listen.stage("Repeating what departs from the report")
        for attempt in held[:MOST_CLAIMS]:
            quick = self.ladder(demands_fidelity=False).climb(attempt.candidate).proof
            if quick is None or self.cancel:
                continue
            again = self._with_header(quick.candidate, quick.control)
            proof = self.ladder(REPEATS, demands_fidelity=False).climb(again).proof
            if proof is not None:
                return _with_objections(proof, held)
        return None

    def _search(
        self, before: list[Attempt], turns: Sequence[Turn]
    ) -> tuple[Proof | None, list[Attempt]]:
        self.listen.stage("Searching on" if before else "Searching")
        ladder, told = self.ladder(), self.listen.attempt
        return propose_in_turns(
            self.case, turns, ladder, self.search_budget, told, self.cancel, before
        )

    def _is_over(self) -> bool:
        return bool(self.cancel) or self.search_budget.left <= 0

    def final_proof(self, found: Proof, attempts: list[Attempt]) -> Proof | None:
        """The small script if it stands every test again, else the one that was found.

        Where one does not, it is told and counted as one more attempt: it says what is not steady.
        """
        self.listen.stage("Making the script small")
        shrinking = Shrinking(
            lambda one: self._still_holds(one, found),
            SHRINKING_S,
            kept=numbers_in(self.case.report),
            is_measured=not found.provenance.by_frame,
        )
        small = shrinking.shrink(found.candidate)
        small = with_true_idea(small, found.candidate, self.case.project)
        self.listen.stage(f"Repeating it {REPEATS} times")
        ladder = self.ladder(REPEATS)
        for candidate in dict.fromkeys((small, found.candidate)):
            climb = ladder.climb(self._with_header(candidate, found.control))
            if climb.proof is not None:
                return climb.proof
            attempts.append(climb.attempt)
            self.listen.attempt(climb.attempt)
        return None

    def _with_header(self, candidate: Candidate, control: Control) -> Candidate:
        return replace(candidate, source=with_header(candidate, self.case, control))

    def _still_holds(self, candidate: Candidate, found: Proof) -> bool:
        """As the ladder sees it, but in the warm interpreter."""
        if self.cancel:
            return False
        try:
            demand_script_rules(parsed(candidate.source), self.case.project)
            seen = self.runner.try_quickly(candidate.source)
            fingerprint = self.case.fingerprint
            if not fired(fingerprint, seen) or not judge_all(fingerprint, seen).passed:
                return False
            if not _same_origin(provenance(self.case, candidate, seen), found.provenance):
                return False
            demand_fair_use(self.case, candidate, seen)
            trials = self._controls_like(candidate, seen, found)
            return any(_holds(fingerprint, seen, trial) for trial in trials)
        except Unfit:
            return False

    def _controls_like(
        self, candidate: Candidate, seen: Observation, found: Proof
    ) -> Iterator[Trial]:
        """The control that held before, for the script as it is now."""
        for source in self.controls:
            for trial in source.trials(self.case, candidate, seen):
                if _is_like(trial, found.control):
                    yield trial


def _is_like(trial: Trial, control: Control) -> bool:
    return (trial.kind, trial.what) == (control.kind, control.what)


def _holds(fingerprint: Fingerprint, seen: Observation, trial: Trial) -> bool:
    control = trial.runner.try_quickly(trial.source)
    return holds(fingerprint, seen, control, trial.kind) is None


def _same_origin(first: Provenance, second: Provenance) -> bool:
    """A smaller script must show the same bug, not another one with the same message."""
    if not second.by_frame:
        return not first.by_frame
    return first.by_frame and first.places[0] == second.places[0]


def _with_objections(proof: Proof, held: Sequence[Attempt]) -> Proof:
    """What a second reader said of better scripts is told where a weaker one takes their place."""
    said = {one.what: one for attempt in held for one in attempt.departures if one.is_objection}
    own = {one.what for one in proof.departures}
    others = [
        replace(one, what=f"of another script that held, {one.what}")
        for what, one in said.items()
        if what not in own
    ]
    return replace(proof, departures=(*proof.departures, *others))
