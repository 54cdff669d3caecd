"""What a run comes to: ranked causes on lines, each with what it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from seismograd.faults import Evidence, EvidenceKind, Finding, Severity
from seismograd.localise.comparison import Comparison
from seismograd.localise.hypotheses import HYPOTHESES, Hypothesis
from seismograd.localise.hypothesis_finding import finding_of
from seismograd.localise.source_lines import SourceLines
from seismograd.localise.trouble import Trouble, trouble_of
from seismograd.localise.weights import all_weights
from seismograd.traces.history import RunHistory
from seismograd.traces.symptom import Symptom
from seismograd.traces.symptoms import find_symptoms

LIKELY = 0.7
"""From here on a cause is a warning: on held-out mutants, nine in ten of them are right then."""
POSSIBLE = 0.25
"""Below it a cause is not named: of those between this and a half, two in five are right."""
SPECIFIC = 2.0
"""The weight of a symptom that names a cause: that a training fails is a sign of all of them."""
REMARK = 0.4
"""How likely it is that a remark of the rules explains a training that fails: it is true, and most
trainings are none the worse for it."""
MOST_CAUSES = 5


@dataclass(frozen=True, slots=True)
class Cause:
    """A finding, and whether an experiment with a stated test has confirmed it."""

    finding: Finding
    confirmed: bool = False
    comparisons: tuple[Comparison, ...] = ()
    """The experiments behind it, in their order."""
    is_guess: bool = False
    """Nothing names it: trainings that fail like this one often fail by it."""

    @property
    def state(self) -> str:
        """In a word, for people."""
        return "confirmed" if self.confirmed else "possible" if self.is_guess else "suspected"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    causes: tuple[Cause, ...]
    """Most likely first."""
    symptoms: tuple[Symptom, ...]
    history: RunHistory
    explanation: str = ""
    """By a language model, where one was asked."""
    lines: SourceLines | None = field(default=None, repr=False, compare=False)
    """Where further causes would stand."""


def diagnose(history: RunHistory, static: Sequence[Finding], lines: SourceLines) -> Diagnosis:
    """From the symptoms of a run and from what the rules say about its source."""
    symptoms = find_symptoms(history)
    suspected = [found for each in HYPOTHESES if (found := _suspect(each, symptoms, lines))]
    is_failing = trouble_of(history, symptoms) is not Trouble.NONE
    merged = _merged(suspected, list(_of_rules(static, is_failing)))
    ranked = sorted(merged, key=lambda found: (-found.confidence, found.severity.rank, found.span))
    return Diagnosis(tuple(map(Cause, ranked[:MOST_CAUSES])), tuple(symptoms), history, lines=lines)


def _of_rules(static: Sequence[Finding], is_failing: bool) -> Iterator[Finding]:
    """Warnings; remarks only where something must be the matter."""
    for rule in static:
        if rule.severity.is_alarm:
            yield rule
        elif is_failing:
            yield replace(rule, confidence=min(rule.confidence, REMARK))


def _suspect(
    hypothesis: Hypothesis, symptoms: Sequence[Symptom], lines: SourceLines
) -> Finding | None:
    weights = all_weights()[hypothesis.name]
    chance = weights.chance(symptom.name for symptom in symptoms)
    speaking = [one for one in symptoms if weights.symptoms.get(one.name, 0.0) > 0]
    first = max(speaking, key=lambda one: weights.symptoms[one.name], default=None)
    if chance < POSSIBLE or first is None or weights.symptoms[first.name] < SPECIFIC:
        return None
    span = lines.find(hypothesis.spot, first.place)
    found = finding_of(hypothesis, chance, lines, _evidence(speaking), span, first.layer)
    return replace(found, severity=Severity.WARNING) if found and chance >= LIKELY else found


def _evidence(symptoms: Sequence[Symptom]) -> Iterator[Evidence]:
    """Each kind once: what is said of twenty layers is said of the first."""
    first: dict[str, Symptom] = {}
    for symptom in symptoms:
        first.setdefault(symptom.name, symptom)
    counts = {name: sum(one.name == name for one in symptoms) for name in first}
    more = {name: f" ({count - 1} more)" if count > 1 else "" for name, count in counts.items()}
    for name, symptom in first.items():
        yield Evidence(EvidenceKind.DYNAMIC, f"{symptom.message}{more[name]}", name)


def _merged(suspected: Sequence[Finding], static: Sequence[Finding]) -> list[Finding]:
    """A rule and a run that name the same fault, or faults of which each is the other, are one."""
    rest = list(suspected)
    found: list[Finding] = []
    for rule in static:
        same = next((one for one in rest if _is_same(rule, one)), None)
        if same is None:
            found.append(rule)
            continue
        rest.remove(same)
        found.append(_both(rule, same))
    return [*found, *rest]


def _is_same(rule: Finding, run: Finding) -> bool:
    return rule.fault_type in {run.fault_type, *run.alternatives}


def _both(rule: Finding, run: Finding) -> Finding:
    """The rule says it better; where they name different faults, the surer one has the word."""
    is_same = rule.fault_type is run.fault_type
    first, second = (rule, run) if is_same or rule.confidence >= run.confidence else (run, rule)
    types = dict.fromkeys([*first.alternatives, second.fault_type, *second.alternatives])
    chance = round(1 - (1 - rule.confidence) * (1 - run.confidence), 2)
    graver = min(rule.severity, run.severity, key=lambda one: one.rank)
    is_likely = chance >= LIKELY and graver is Severity.INFO
    return replace(
        first,
        severity=Severity.WARNING if is_likely else graver,
        confidence=chance,
        alternatives=tuple(one for one in types if one is not first.fault_type),
        evidence=(*rule.evidence, *run.evidence),
        fixes=first.fixes or second.fixes,
    )
