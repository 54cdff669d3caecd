"""Choose experiments by what they are expected to tell a second, until the causes are settled."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from seismograd.faults import Finding
from seismograd.localise.belief import HEALTHY, SOMETHING_ELSE, Belief
from seismograd.localise.diagnosis import Diagnosis
from seismograd.localise.experiments import TRAININGS, Experiments
from seismograd.localise.hypotheses import HYPOTHESES, Spot
from seismograd.localise.improvements import LARGE, Change, improvements, other_repairs
from seismograd.localise.interventions import left_out
from seismograd.localise.interventions.all_questions import all_questions
from seismograd.localise.interventions.answers import EXACT, REPAIR, rows
from seismograd.localise.interventions.apply_fix import apply_fix, changed_files
from seismograd.localise.interventions.intervention import EFFECT, Answer, Intervention
from seismograd.localise.interventions.question import Question, Reply
from seismograd.localise.interventions.revealed import REVEALED, all_hypotheses
from seismograd.localise.interventions.run_time_changes import changes_for
from seismograd.localise.interventions.unseen_examples import UnseenExamples
from seismograd.localise.more_updates import (
    CAUSE,
    FEWEST_TIMES,
    is_brief,
    longer_trainings,
    usual_times,
)
from seismograd.localise.sign_flip import PAIRS
from seismograd.localise.source_lines import Read
from seismograd.localise.trouble import Trouble, has_room, is_grave, trouble_of
from seismograd.localise.weights import all_weights
from seismograd.traces.guessing_evaluation import evaluation_is_guess

LAYER_CHANGES = {
    "too-small-network": Spot.NARROWEST_LAYER,
    "pointwise-convolutions": Spot.CONVOLUTION,
}
LARGER = 0.25
"""What a larger layer must gain: every network learns its training data somewhat better by it."""
OF_EVALUATION = frozenset({"different-scales", "evaluation-mode"})
"""Causes that leave the training as it is."""
LOST = "inputs-and-labels"
"""It leaves the training as it is where that learns its examples by heart."""
LEAST_BITS = 0.03
"""Below it an experiment is a waste, however short."""
LIKELY = 0.5
"""A cause this likely is tested before anything else is asked."""
RIVAL = 0.3
"""A cause this likely is tested even where another one is confirmed already: a smaller learning
rate eases nearly every divergence, whatever causes it."""
NAMED = 0.8
"""A warning this likely explains a training that could be better."""
SETTLED = 0.85
SURE = 0.98
"""The most that a cause counts with before experiments."""
NOTHING_WRONG = {True: 0.2, False: 0.6}
"""The weight of a healthy training beside "something else" with 1, where a symptom says that it
fails, and where the loss just falls little."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A change to try, for a cause by its name."""

    cause: str
    change: Intervention
    finding: Finding | None = None
    """That it is for, where there is one."""

    @property
    def own(self) -> tuple[str, ...]:
        return (self.cause,)


@dataclass
class Investigation:
    """What was asked, and what came of it."""

    diagnosis: Diagnosis
    experiments: Experiments
    root: Path
    read: Read
    belief: Belief = field(init=False)
    replies: list[Reply] = field(default_factory=list)
    tested: list[tuple[Repair, Answer]] = field(default_factory=list)
    alternatives: list[tuple[Repair, Answer]] = field(default_factory=list)
    """What repairs the training as well as the cause that is named for it would."""

    def __post_init__(self) -> None:
        self.trouble = trouble_of(self.diagnosis.history, self.diagnosis.symptoms)
        self.belief = belief_of(self.diagnosis, self.trouble)
        self._first_chances = {one: self.belief.chance(one) for one in self.belief.weights}
        self._repairs = list(self._all_repairs())
        self._questions = [
            one
            for one in all_questions()
            if one.trouble is self.trouble and one.applies_to(self.diagnosis.history)
        ]

    def run(self) -> None:
        is_warned = self._is_warned_otherwise
        if not is_warned:
            self._try_more_updates()
        self._settle_causes()
        if is_warned and not self._is_confirmed and not self._is_warned_otherwise:
            self._try_more_updates()
        explaining = self._explaining
        if self._is_confirmed or (explaining is None and self._learns_by_heart()):
            return
        if not has_room(self.diagnosis.history):
            return
        if explaining is None:
            self._try_improvements()
        elif self.trouble is Trouble.TRAINING:
            self._try_other_repairs(explaining)

    def _try_more_updates(self) -> None:
        """Before all else, since any change that learns faster helps a training of few updates.

        Not beside a warning, unless that is refuted: more updates ease much that they do not mend.
        """
        found = self._finding_of(CAUSE)
        if found is None or not is_brief(self.diagnosis.history):
            return
        times = self.experiments.times_that_fit(usual_times(self.diagnosis.history))
        if times < FEWEST_TIMES:
            return
        effect = EFFECT if found.severity.is_alarm else LARGE
        for change in longer_trainings(self.diagnosis, times, effect, self.root, self.read):
            self._try(Repair(CAUSE, change, found))
            if any(repair.cause == CAUSE for repair, _ in self.tested):
                return  # the other is the same change

    def _learns_by_heart(self) -> bool:
        """Asked where nothing else is the matter, and the run looks at no other data itself."""
        for question in [one for one in self._questions if one.name == UnseenExamples.name]:
            self._ask(question)
        return any(one.table_row == UnseenExamples.name and one.is_yes for one in self.replies)

    def _try_improvements(self) -> None:
        """Nothing is confirmed, and the training could be better."""
        for cause, change in self._for_some_time(improvements):
            if self._is_confirmed:
                return
            found = self._finding_of(cause)
            is_tested = any(repair.cause == cause for repair, _ in self.tested)
            if found is None or not is_tested:
                self._try(Repair(cause, change, found))
                self._spare_rules(cause)

    def _spare_rules(self, cause: str) -> None:
        """What does not help may be another change of the same kind than a rule means."""
        repair, answer = self.tested[-1] if self.tested else (None, None)
        if repair is None or answer is None or answer.is_yes or repair.finding is None:
            return
        if repair.cause == cause and repair.finding.name != cause:
            self.tested[-1] = (replace(repair, finding=None), answer)

    def _try_other_repairs(self, explaining: Finding) -> None:
        """What cannot be tried itself, as another loss, is often eased by something else."""
        for cause, change in self._for_some_time(other_repairs):
            answer = self.experiments.ask(change)
            if answer is not None and answer.is_yes:
                self.alternatives.append((Repair(cause, change, explaining), answer))
                return

    def _for_some_time(
        self, changes: Callable[[Diagnosis, Path, Read], Iterator[Change]]
    ) -> Iterator[Change]:
        """Most trainings are as they should be: what is only looked at may take so long as three
        of them, whatever the budget, unless the training fails."""
        seconds = TRAININGS * self.diagnosis.history.seconds
        most = math.inf if self.trouble is Trouble.TRAINING else seconds
        until = self.experiments.spent_s + most
        for change in changes(self.diagnosis, self.root, self.read):
            if self.experiments.spent_s > until or self.experiments.is_over:
                return
            yield change

    def _finding_of(self, cause: str) -> Finding | None:
        """What the run or a rule says of a cause."""
        fault_type = all_hypotheses()[cause].fault_type
        found = (
            one.finding
            for one in self.diagnosis.causes
            if one.finding.name == cause
            or (not one.finding.is_of_run and one.finding.fault_type is fault_type)
        )
        return next(found, None)

    def _settle_causes(self) -> None:
        """Until the causes are settled, the budget is spent, or nothing more can be learned."""
        while not self.experiments.is_over and not self._is_settled:
            repair = self._rival() or self._best_repair(LIKELY)
            question = None if repair else self._best_question()
            repair = repair or (None if question else self._best_repair(0.0))
            if repair is not None:
                self._try(repair)
            elif question is not None:
                self._ask(question)
            else:
                return

    @property
    def _is_settled(self) -> bool:
        if self._is_confirmed:
            return self._rival() is None
        if self.belief.chance(HEALTHY) > LIKELY:
            return True
        named = [cause for cause in self.belief.weights if cause not in (SOMETHING_ELSE, HEALTHY)]
        sure = [cause for cause in named if self.belief.chance(cause) > SETTLED]
        return bool(sure) and not any(repair.cause in sure for repair in self._repairs)

    @property
    def _explaining(self) -> Finding | None:
        """A likely warning: whatever else helps may hide it only."""
        return next((one for one in self._warnings if one.confidence >= NAMED), None)

    @property
    def _is_warned_otherwise(self) -> bool:
        """Of something else than that the run has hardly any updates."""
        return any(one.name != CAUSE or not one.is_of_run for one in self._warnings)

    @property
    def _warnings(self) -> list[Finding]:
        """Those that no experiment speaks against."""
        refuted = {id(repair.finding) for repair, answer in self.tested if answer.speaks_against}
        named = (cause.finding for cause in self.diagnosis.causes)
        return [one for one in named if one.severity.is_alarm and id(one) not in refuted]

    @property
    def _is_confirmed(self) -> bool:
        return any(answer.is_yes for _, answer in self.tested)

    def _rival(self) -> Repair | None:
        """Of another cause that was as good as sure: one of the two may be its consequence."""
        tested = {repair.cause for repair, _ in self.tested}
        rivals = (one for one in self._repairs if one.cause not in tested and self._was_likely(one))
        return next(rivals, None) if self._is_confirmed else None

    def _was_likely(self, repair: Repair) -> bool:
        """Before the first experiment: a confirmation alone makes the others unlikely."""
        if repair.finding is not None:
            return repair.finding.confidence >= RIVAL
        return self._first_chances.get(repair.cause, 0.0) >= RIVAL

    def _try(self, repair: Repair) -> None:
        self._repairs = [one for one in self._repairs if one.change != repair.change]
        answer = self.experiments.ask(repair.change)
        if answer is not None:
            self.tested.append((repair, answer))
            if answer.is_yes or answer.speaks_against:
                self.belief.take(REPAIR, answer.is_yes, repair.own)

    def _ask(self, question: Question) -> None:
        self._questions.remove(question)
        reply = self.experiments.reply(question)
        if reply is not None:
            self.replies.append(reply)
            self.belief.take(reply.table_row, reply.is_yes)
            exact = f"{reply.table_row}{EXACT}"
            if exact in rows():
                self.belief.take(exact, is_yes=False)

    def _best_repair(self, least: float) -> Repair | None:
        likely = [
            one
            for one in self._repairs
            if self.belief.chance(one.cause) >= least
            and self.belief.information(REPAIR, one.own) >= LEAST_BITS
        ]
        worth = {id(one): self._worth_of_repair(one) for one in likely}
        return max(likely, key=lambda one: worth[id(one)], default=None) if likely else None

    def _worth_of_repair(self, repair: Repair) -> float:
        """One pair is enough for most changes that do not help."""
        chance = self.belief.chance(repair.cause)
        first, all_pairs = self.experiments.seconds(1), self.experiments.seconds(PAIRS)
        return self.belief.information(REPAIR, repair.own) / (first + chance * (all_pairs - first))

    def _best_question(self) -> Question | None:
        """None where a repair tells more a second, or nothing tells much."""
        bits = {one.name: self.belief.information(one.name) for one in self._questions}
        worth = {
            one.name: bits[one.name] / self.experiments.seconds(one.seeds)
            for one in self._questions
            if bits[one.name] >= LEAST_BITS
        }
        best = max(worth, key=lambda name: worth[name], default=None)
        repair = self._best_repair(0.0)
        if best is None or (repair and self._worth_of_repair(repair) > worth[best]):
            return None
        return next(one for one in self._questions if one.name == best)

    def _all_repairs(self) -> Iterator[Repair]:
        first: dict[str, Finding] = {}
        for cause in self.diagnosis.causes:
            finding = cause.finding
            first.setdefault(finding.name, finding)
            fix = apply_fix(finding, self.root, self.read)
            if fix is not None:
                yield Repair(finding.name, fix, finding)
            elif not finding.severity.is_alarm and not finding.is_of_run:
                yield from self._changes_of_its_type(finding)
            elif finding.name in left_out.CAUSES:
                yield from self._without_its_layer(finding)
        for name in self.belief.weights:
            for change in changes_for(name, self.diagnosis.history):
                if name in first or not change.is_extreme:
                    named = change.intervention(name in first, self.diagnosis.history)
                    yield Repair(name, named, first.get(name))
        yield from self._changes_of_layers(first)

    def _changes_of_its_type(self, finding: Finding) -> Iterator[Repair]:
        """For a remark of a rule without a fix that can be tried.

        Not for its warnings: another change than the rule means would speak against them.
        """
        for hypothesis in all_hypotheses().values():
            if hypothesis.fault_type is finding.fault_type:
                for change in changes_for(hypothesis.name, self.diagnosis.history):
                    if not change.is_extreme:
                        other = change.intervention(is_named=False, history=self.diagnosis.history)
                        yield Repair(finding.name, other, finding)

    def _without_its_layer(self, finding: Finding) -> Iterator[Repair]:
        named = (
            layer for at, layer in self.diagnosis.history.layers.items() if at == finding.layer
        )
        for change in map(left_out.without_layer, named):
            if change is not None:
                yield Repair(finding.name, change, finding)

    def _changes_of_layers(self, known: Collection[str]) -> Iterator[Repair]:
        """Of the source: the guest cannot build other layers."""
        lines = self.diagnosis.lines
        for cause, spot in LAYER_CHANGES.items():
            is_open = cause in self.belief.weights and cause not in known
            for fix in lines.fixes(spot) if lines is not None and is_open else ():
                changed = changed_files(fix, self.root, self.read)
                if changed is not None:
                    yield Repair(cause, Intervention(fix.title, changed, effect=LARGER))


def belief_of(diagnosis: Diagnosis, trouble: Trouble) -> Belief:
    """Before any experiment."""
    findings = [cause.finding for cause in diagnosis.causes]
    weights = {finding.name: _odds(finding.confidence) for finding in findings}
    types = {finding.name: finding.fault_type.name for finding in findings}
    if trouble is not Trouble.NONE:
        for name, fault_type, weight in _unnamed(diagnosis):
            is_of_evaluation = name in OF_EVALUATION or (
                name == LOST and evaluation_is_guess(diagnosis.history)
            )
            if is_of_evaluation is not (trouble is Trouble.EVALUATION):
                continue
            weights.setdefault(name, weight)
            types.setdefault(name, fault_type)
    healthy = NOTHING_WRONG[is_grave(diagnosis.symptoms)]
    return Belief({**weights, SOMETHING_ELSE: 1.0, HEALTHY: healthy}, types)


def _unnamed(diagnosis: Diagnosis) -> Iterable[tuple[str, str, float]]:
    """Causes that are not in the list, and still possible."""
    symptoms = [symptom.name for symptom in diagnosis.symptoms]
    for one in REVEALED:
        weight = one.weight(diagnosis.history)
        if weight:
            yield one.hypothesis.name, one.hypothesis.fault_type.name, weight
    for hypothesis in HYPOTHESES:
        if not list(changes_for(hypothesis.name, diagnosis.history)):
            continue  # its symptom would have been seen
        chance = all_weights()[hypothesis.name].chance(symptoms)
        yield hypothesis.name, hypothesis.fault_type.name, _odds(chance)


def _odds(chance: float) -> float:
    bounded = min(chance, SURE)
    return bounded / (1 - bounded)
