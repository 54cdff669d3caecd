"""Values that the report's own code comes to, as it notes them: there is no plainer report."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.shown_checks import (
    check_of_seen,
    check_of_wrong,
    complaints,
    is_by_chance,
    measurement_of,
)
from seismograd.reproduce.criteria.derive.thresholds import REPETITION, ROUNDING
from seismograd.reproduce.criteria.derive.two_results import two_results
from seismograd.reproduce.report.values.shown import Shown
from seismograd.reproduce.report.values.shown_literals import Kind

_MARKED = 0.93
_ALONE = 0.8
"""Nobody notes values in a report that have nothing to do with it."""
_AN_ASSERTION = 0.85
_OTHER = 0.85
_ANOTHER_MATTER = re.compile(
    r"\b(?:nan|inf|slow\w*|memory|oom|crash\w*|error|exception|rais(?:es?|ed)|sav(?:e|ed|ing)|"
    r"load(?:ed|ing)?|checkpoints?|resum\w+|seed\w*|reproduc(?:e|ible|ibility)|determinis\w+|"
    r"random\w*|gradients?|grads?|eval(?:uation)? mode|dropout|config\w*|options?|ignored|masks?|"
    r"warnings?|hangs?|learn\w*|converge\w*|deadlock|trained|updat\w+|frozen|devices?|gpus?|"
    r"cuda)\b",
    re.I,
)
_FORM = re.compile(r"\b(?:shapes?|sizes?|dim\w*|dtypes?|types?|precision|axis|axes)\b", re.I)
_SYMPTOMS = {Kind.SHAPE: "shape", Kind.DTYPE: "dtype"}


def read(reading: Reading) -> list[Fingerprint]:
    group = complaints(reading.report)
    results = two_results(group[0]) if len(group) == 1 else None
    if results is not None and results.may_differ:
        return []
    if results is not None and results.symptom is not None and _differ(group[0]):
        return list(_of_two_results(reading, group[0], results.symptom))
    if not group or (not group[0].is_marked and not _is_about_values(reading, group)):
        return []
    return list(_fingerprints(reading, group))


def _of_two_results(reading: Reading, one: Shown, symptom: str) -> Iterator[Fingerprint]:
    """That they differ is what counts, not by how much."""
    confidence = _MARKED if one.is_marked else _ALONE
    fact = check_of_seen(one)
    if one.seen is not None and one.seen.kind is Kind.NUMBER:
        noise = ROUNDING if symptom == "batch" else REPETITION
        check = f'measured("{measurement_of(one)}", ">", {noise})'
        fact = (f"{one.expression} is not nought", check)
    if fact is not None:
        yield reading.fingerprint(symptom, confidence, fact)


def _differ(one: Shown) -> bool:
    """Whether the value says that the two results are not the same."""
    if one.is_assertion:
        return "!=" not in one.expression
    if one.seen is None or one.seen.kind not in (Kind.TRUTH, Kind.NUMBER):
        return False
    says_other = "!=" in one.expression or one.seen.kind is Kind.NUMBER
    return bool(one.seen.value) is says_other


def _is_about_values(reading: Reading, group: tuple[Shown, ...]) -> bool:
    """Whether values that nobody calls wrong are what the report complains of.

    Where it complains of something else, they tell how things are, and stay so.
    """
    said = " ".join([reading.report.title, *(clause.text for clause in reading.clauses)])
    if _ANOTHER_MATTER.search(said):
        return False
    forms = {one.seen.kind for one in group if one.seen} & set(_SYMPTOMS)
    return not forms or _FORM.search(said) is not None


def _fingerprints(reading: Reading, group: tuple[Shown, ...]) -> Iterator[Fingerprint]:
    confidence = _MARKED if group[0].is_marked else _ALONE
    if group[0].is_assertion:
        confidence = _AN_ASSERTION
    symptom = _symptom(group)
    seen = [fact for number, one in enumerate(group) if (fact := check_of_seen(one, number))]
    wrong = check_of_wrong(group[0]) if len(group) == 1 else None
    first, second = (_OTHER, 1.0) if wrong and is_by_chance(group[0]) else (1.0, _OTHER)
    if len(seen) == len(group):
        yield reading.fingerprint(symptom, confidence * first, *seen)
    if wrong is not None and not group[0].is_assertion:
        yield reading.fingerprint(symptom, confidence * second, wrong)


def _symptom(group: tuple[Shown, ...]) -> str:
    printed = group[0].seen or group[0].expected
    return _SYMPTOMS.get(printed.kind, "value") if printed is not None else "value"
