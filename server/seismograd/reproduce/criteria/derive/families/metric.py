"""Metrics that are not what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.contrast import Contrast, Kind
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.shown_checks import complaints
from seismograd.reproduce.criteria.derive.thresholds import NEAR, ROUNDING

METRIC = (
    r"(?:accurac(?:y|ies)|\bacc\b|\bf1\b|\bf-?score|precision|recall|\bauc\b|\broc\b|"
    r"\bm?iou\b|\bdice\b|\bbleu\b|\brouge\b|perplexity|\bmse\b|\bmae\b|\brmse\b|\br2\b|"
    r"\bscore\b|\bmetrics?\b|top-?\d|\bmap\b|\bwer\b|confusion matrix|error rate|hit rate|"
    r"\bndcg\b)"
)
_WRONG = (
    r"(?P<bad>\bwrong\w*|\bincorrect\w*|\bmis-?calculat\w+|\bmis-?comput\w+|\binflated\b|"
    r"\btoo (?:high|low)|\boff\b|\bdiffer\w*|"
    r"\bnot (?:match|correct|equal|averaged|weighted)\w*|n't match\w*|"
    r"\bdoes not (?:match|agree)|\bdoubl\w+|\bhalved\b|\binconsistent|\bbiased\b|\bskewed\b|"
    r"\boverestimat\w*|\bunderestimat\w*|\bnever reset\b|\bnot reset\b|\baccumulat\w+|"
    r"\bcarr(?:y|ies) over|\bswapped\b|\bexchanged\b|\binterchanged\b|\bmixed up\b|"
    r"\bthe wrong way (?:a?round)\b|\bconfused\b)"
)
_CUES = (
    cue(rf"{METRIC}.{{0,60}}{_WRONG}", 0.85),
    cue(rf"{_WRONG}.{{0,30}}{METRIC}", 0.85),
)
_ABOVE = re.compile(
    rf"{METRIC}.{{0,40}}(?:above|greater than|over|exceed\w*|larger than|more than|higher than|"
    rf">)\s?"
    r"(1(?:\.0+)?|100)(?:\s?%)?(?![\d.]*\d)",
    re.I,
)
_NEGATIVE = re.compile(
    rf"(?:negative {METRIC}|{METRIC}.{{0,30}}\b(?:negative|below (?:0|zero)))", re.I
)
_ALWAYS = re.compile(
    rf"{METRIC}.{{0,40}}\b(?:always|constantly|stuck at|is just|stays at)\s(?:at |exactly )?"
    r"(0(?:\.0+)?|1(?:\.0+)?|zero|one|100 ?%)(?![\d.]*\d)",
    re.I,
)
_CONSTANTS = {"zero": 0.0, "one": 1.0}
_BASE = 0.8
_PLAIN_WORDS = 0.65
_OTHER = 0.85
_IN_PASSING = 0.9


def read(reading: Reading) -> list[Fingerprint]:
    known = [*_from_numbers(reading), *_impossible(reading)]
    fact = (
        "the metric differs from what its definition gives",
        f'measured("difference_from_expected", ">", {ROUNDING})',
    )
    return known + reading.by_words("metric", _PLAIN_WORDS, _CUES, fact)


def _from_numbers(reading: Reading) -> Iterator[Fingerprint]:
    for contrast in reading.contrasts:
        about = re.search(METRIC, f"{reading.report.title} {contrast.sentence}", re.I)
        if contrast.kind is Kind.NUMBER and about:
            yield from near_and_far(reading, contrast, "metric", _BASE * _beside_code(reading))


def _beside_code(reading: Reading) -> float:
    """What the report's own code shows to be wrong is plainer than a figure in passing."""
    shown = complaints(reading.report)
    return _IN_PASSING if shown and shown[0].is_marked else 1.0


def near_and_far(
    reading: Reading, contrast: Contrast, name: str, confidence: float
) -> Iterator[Fingerprint]:
    """What was seen comes again within five per cent; or else, what was expected does not come."""
    actual, expected = contrast.actual.value, contrast.expected.value
    if isinstance(actual, float) and isinstance(expected, float):
        near = (
            f"{name} is about {actual:g}",
            f'measured("{name}", "~", {actual!r}, within={NEAR})',
        )
        far = (
            f"{name} is not {expected:g}",
            f'measured("{name}", "!~", {expected!r}, within={NEAR})',
        )
        yield reading.fingerprint(name, confidence, near)
        yield reading.fingerprint(name, confidence * _OTHER, far)


def _impossible(reading: Reading) -> Iterator[Fingerprint]:
    """Shares above one or below nought, or that never change."""
    for clause in reading.clauses:
        above, always = _ABOVE.search(clause.text), _ALWAYS.search(clause.text)
        if above:
            fact = (
                f"the metric is above {above[1]}",
                f'measured("metric", ">", {float(above[1])})',
            )
            yield reading.fingerprint("metric", _BASE, fact, said=[clause])
        if _NEGATIVE.search(clause.text):
            fact = ("the metric is negative", 'measured("metric", "<", 0.0)')
            yield reading.fingerprint("metric", _BASE, fact, said=[clause])
        if always:
            value = _CONSTANTS.get(always[1].lower(), 0.0 if always[1].startswith("0") else 1.0)
            fact = (f"the metric is {value:g}", f'measured("metric", "==", {value})')
            yield reading.fingerprint("metric", _BASE * _OTHER, fact, said=[clause])
