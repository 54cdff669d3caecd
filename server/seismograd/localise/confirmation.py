"""Put the causes of a diagnosis to the test, and rank them by what came of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

from seismograd.faults import Evidence, EvidenceKind, FaultType, Finding, Severity
from seismograd.localise.belief import HEALTHY
from seismograd.localise.comparison import Comparison
from seismograd.localise.diagnosis import LIKELY, MOST_CAUSES, POSSIBLE, Cause, Diagnosis
from seismograd.localise.experiments import Experiments
from seismograd.localise.hypotheses import Hypothesis
from seismograd.localise.hypothesis_finding import finding_of
from seismograd.localise.interventions.answers import chance_of_yes
from seismograd.localise.interventions.exchanged_labels import ExchangedLabels
from seismograd.localise.interventions.intervention import Answer
from seismograd.localise.interventions.question import Reply
from seismograd.localise.interventions.revealed import REVEALED, all_hypotheses
from seismograd.localise.interventions.unseen_examples import UnseenExamples
from seismograd.localise.investigation import LOST, Investigation, Repair
from seismograd.localise.remaining_causes import add_remaining_causes, without_guesses
from seismograd.localise.source_lines import Read, SourceLines
from seismograd.localise.trouble import Trouble, has_room, trouble_of
from seismograd.traces.history import Repetition
from seismograd.traces.symptoms.non_determinism import NonDeterminism

CONFIRMED = 0.97
REFUTED = 0.5
"""Of the chance before: the change did not help, which may be the fault of the change."""
REFUTED_BRIEFLY = 0.7
"""The same for what symptoms name, where the runs were shortened: it may take longer to help."""
UNVALIDATED, MEASURED = "no-validation", 0.85
"""One run shows it: no test over several, but a measurement all the same."""
MOST_SHIFT = 1.5
"""In log-odds, by one answer: the table of answers is a guess, too."""
SPEAKS = 1.2
"""Times as likely under the cause as otherwise: such answers are told with it."""


def needs_experiments(diagnosis: Diagnosis) -> bool:
    """Whether there is something to test: a cause, a failure, room, or data never checked."""
    is_fine = trouble_of(diagnosis.history, diagnosis.symptoms) is Trouble.NONE
    is_unchecked = UnseenExamples().suits(diagnosis.history)
    return bool(diagnosis.causes) or not is_fine or has_room(diagnosis.history) or is_unchecked


def confirm(diagnosis: Diagnosis, experiments: Experiments, root: Path, read: Read) -> Diagnosis:
    """Until one is confirmed: what is left may be its consequence."""
    diagnosis = without_guesses(diagnosis)
    investigation = Investigation(diagnosis, experiments, root, read)
    investigation.run()
    causes = [_judged(cause, investigation) for cause in diagnosis.causes]
    causes += _explained_away(_new_causes(investigation), causes)
    causes += _unvalidated(investigation, causes)
    causes = [_beside_confirmed(cause, causes) for cause in causes]
    left = _losses_left(investigation)
    ranked = sorted(
        causes,
        key=lambda one: (
            not one.confirmed,
            left.get(one.finding.name, 0.0) if one.confirmed else 0.0,
            -one.finding.confidence,
        ),
    )
    judged = replace(diagnosis, causes=tuple(_with_alternatives(ranked)[:MOST_CAUSES]))
    return add_remaining_causes(_with_repetition(judged, experiments), investigation.belief)


def _with_repetition(judged: Diagnosis, experiments: Experiments) -> Diagnosis:
    """Whether the run comes out the same again: told where somebody will compare runs."""
    again = experiments.repeated
    if again is None or not judged.causes:
        return judged
    sets_seed = judged.lines.sets_seed if judged.lines is not None else None
    history = replace(judged.history, repetition=Repetition(again.losses, sets_seed))
    found = NonDeterminism().find(history)
    return replace(judged, history=history, symptoms=(*judged.symptoms, *found))


def _with_alternatives(causes: Sequence[Cause]) -> list[Cause]:
    """Changes that were each seen to repair the training are alternatives of each other."""
    repaired = [cause.finding.fault_type for cause in causes if cause.confirmed]
    return [_with_types(cause, repaired) if cause.confirmed else cause for cause in causes]


def _with_types(cause: Cause, types: Sequence[FaultType]) -> Cause:
    own = cause.finding
    found = dict.fromkeys((*types, *own.alternatives))
    others = tuple(one for one in found if one is not own.fault_type)
    return replace(cause, finding=replace(own, alternatives=others))


def _losses_left(done: Investigation) -> dict[str, float]:
    """By cause that was confirmed: of two, the one whose repair leaves less is the deeper one."""
    found: dict[str, float] = {}
    for repair, answer in done.tested:
        if answer.is_yes:
            found[repair.cause] = min(median(answer.after), found.get(repair.cause, math.inf))
    return found


def _judged(cause: Cause, done: Investigation) -> Cause:
    """A cause that was suspected before."""
    finding = cause.finding
    for reply in done.replies:
        finding = _shifted(finding, reply)
    tested = [(repair, answer) for repair, answer in done.tested if repair.finding is cause.finding]
    for repair, answer in tested:
        finding = _with_answer(finding, repair.change.title, answer)
    others = [each for each in done.alternatives if each[0].finding is cause.finding]
    for repair, answer in others:
        finding = _with_other_repair(finding, repair, answer)
    confirming = [repair for repair, answer in tested if answer.is_yes]
    is_failing = done.trouble is Trouble.TRAINING
    final = _raised(finding, confirming) if confirming else _weighed(finding, is_failing)
    return Cause(final, bool(confirming), _comparisons([*tested, *others]))


def _with_other_repair(finding: Finding, repair: Repair, answer: Answer) -> Finding:
    """It does not speak for the cause: it is another way out."""
    told = Evidence(
        EvidenceKind.INTERVENTION, f'What helps as well: "{repair.change.title}": {answer}.'
    )
    other = all_hypotheses()[repair.cause].fault_type
    return replace(
        finding,
        alternatives=tuple(dict.fromkeys((*finding.alternatives, other))),
        evidence=(*finding.evidence, told),
    )


def _comparisons(tested: Iterable[tuple[Repair, Answer]]) -> tuple[Comparison, ...]:
    return tuple(
        Comparison(repair.change.title, str(answer), answer.before, answer.after)
        for repair, answer in tested
    )


def _raised(finding: Finding, confirming: Iterable[Repair]) -> Finding:
    """What an experiment has confirmed is a warning at least, where it is a fault at all."""
    is_fault = any(repair.change.is_of_fault for repair in confirming)
    is_less = is_fault and not finding.severity.is_alarm
    return replace(finding, severity=Severity.WARNING) if is_less else finding


def _weighed(finding: Finding, is_failing: bool) -> Finding:
    """What experiments made unlikely is no warning; of what a rule says, only where they did.

    What they made likely is one, where the training fails: something must be the matter.
    """
    is_likely = finding.is_of_run and is_failing and finding.confidence >= LIKELY
    if is_likely and not finding.severity.is_alarm:
        return replace(finding, severity=Severity.WARNING)
    is_unlikely = finding.confidence < (LIKELY if finding.is_of_run else REFUTED)
    is_unlikely = is_unlikely and finding.severity is not Severity.ERROR
    return replace(finding, severity=Severity.INFO) if is_unlikely else finding


def _shifted(finding: Finding, reply: Reply) -> Finding:
    own = _chance(reply, finding.name, finding.fault_type)
    shift = math.log(own / _chance(reply, "", None))
    bounded = max(-MOST_SHIFT, min(MOST_SHIFT, shift))
    odds = math.log(finding.confidence / max(1 - finding.confidence, 1e-3)) + bounded
    told = (Evidence(EvidenceKind.INTERVENTION, reply.summary),) if bounded > 0 else ()
    chance = round(1 / (1 + math.exp(-odds)), 2)
    return replace(finding, confidence=chance, evidence=(*finding.evidence, *told))


def _with_answer(finding: Finding, title: str, answer: Answer) -> Finding:
    word = "" if answer.is_yes else "It was tried and is not confirmed: "
    told = Evidence(EvidenceKind.INTERVENTION, f'{word}"{title}": {answer}.')
    chance = CONFIRMED if answer.is_yes else _less(finding, answer)
    return replace(finding, confidence=chance, evidence=(*finding.evidence, told))


def _less(finding: Finding, answer: Answer) -> float:
    """What is certain from the source stays so: it may do no harm in a short run.

    Nor is a rule less right because something else breaks the training as well.
    """
    is_hidden = answer.both_break_down and not finding.is_of_run
    if finding.severity is Severity.ERROR or is_hidden or not answer.speaks_against:
        return finding.confidence
    is_brief = answer.is_shortened and finding.is_of_run
    return round(finding.confidence * (REFUTED_BRIEFLY if is_brief else REFUTED), 2)


def _beside_confirmed(cause: Cause, causes: Sequence[Cause]) -> Cause:
    """What the same run shows besides may be a consequence: a hint, until the cause is mended."""
    is_explained = any(one.confirmed and one.finding.severity.is_alarm for one in causes)
    is_hint = is_explained and cause.finding.is_of_run and not cause.confirmed
    hint = replace(cause, finding=replace(cause.finding, severity=Severity.INFO))
    return hint if is_hint else cause


def _explained_away(new: Iterable[Cause], named: Sequence[Cause]) -> Iterator[Cause]:
    """What only answers speak for is a hint beside a warning that explains the same failure."""
    is_explained = any(cause.finding.severity.is_alarm for cause in named)
    for cause in new:
        is_hint = is_explained and not cause.confirmed
        hint = replace(cause, finding=replace(cause.finding, severity=Severity.INFO))
        yield hint if is_hint else cause


def _new_causes(done: Investigation) -> Iterator[Cause]:
    """Causes that no symptom had named: by answers, or by a change that repaired the training."""
    lines, known = done.diagnosis.lines, {cause.finding.name for cause in done.diagnosis.causes}
    if lines is None:
        return
    graver = {one.hypothesis.name: one.severity for one in REVEALED}
    for hypothesis in all_hypotheses().values():
        finding = None if hypothesis.name in known else _found(hypothesis, done, lines)
        if finding is None:
            continue
        tested = [one for one in done.tested if one[0].cause == hypothesis.name]
        confirming = [repair for repair, answer in tested if answer.is_yes]
        for repair, answer in tested:
            if answer.is_yes:
                finding = _with_answer(finding, repair.change.title, answer)
        is_grave = finding.confidence >= LIKELY and hypothesis.name in graver
        severity = graver[hypothesis.name] if is_grave else Severity.INFO
        if finding.confidence >= LIKELY and _is_lost(hypothesis.name, done.replies):
            severity = Severity.WARNING
        final = _raised(finding, confirming) if confirming else replace(finding, severity=severity)
        yield Cause(final, bool(confirming), _comparisons(tested))


def _is_lost(cause: str, replies: Iterable[Reply]) -> bool:
    """Measured, and not only what any training that learns nothing would answer."""
    measured = any(one.table_row == ExchangedLabels.name and one.is_yes for one in replies)
    return measured and cause == LOST


def _unvalidated(done: Investigation, named: Sequence[Cause]) -> Iterator[Cause]:
    """A training whose data is learned by heart, as one run with less of it has shown."""
    lines, is_named = done.diagnosis.lines, any(one.finding.name == UNVALIDATED for one in named)
    for reply in done.replies:
        if reply.table_row != UnseenExamples.name or not reply.is_yes or lines is None or is_named:
            continue
        told = [Evidence(EvidenceKind.INTERVENTION, reply.summary)]
        found = finding_of(all_hypotheses()[UNVALIDATED], MEASURED, lines, told)
        if found is not None:
            yield Cause(replace(found, severity=Severity.WARNING))


def _found(hypothesis: Hypothesis, done: Investigation, lines: SourceLines) -> Finding | None:
    chance = done.belief.chance(hypothesis.name)
    repairs = [
        answer
        for repair, answer in done.tested
        if repair.cause == hypothesis.name and answer.is_yes
    ]
    speaking = [reply for reply in done.replies if _speaks(reply, hypothesis)]
    if not (repairs or (chance >= POSSIBLE and speaking)):
        return None
    evidence = [Evidence(EvidenceKind.INTERVENTION, one.summary) for one in speaking]
    altered = next((one.place for one in repairs if one.place), None)
    return finding_of(hypothesis, chance, lines, evidence, lines.line(altered))


def _speaks(reply: Reply, hypothesis: Hypothesis) -> bool:
    own = _chance(reply, hypothesis.name, hypothesis.fault_type)
    return own > SPEAKS * min(_chance(reply, "", None), _chance(reply, HEALTHY, None))


def _chance(reply: Reply, cause: str, fault_type: FaultType | None) -> float:
    yes = chance_of_yes(reply.table_row, cause, fault_type.name if fault_type else "")
    return yes if reply.is_yes else 1 - yes
