"""Examples that are too many, too few, in the wrong order or in the wrong set."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.contrast import Contrast, Kind
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_EXAMPLES = (
    r"(?:samples?|examples?|items?|batch(?:es)?|images?|rows?|elements?|records?|sequences?|"
    r"windows?|entries)"
)
_SETS = r"(?:train\w*|test\w*|val\w*|splits?|folds?|held[- ]out|sets)"
_DUPLICATES = (
    cue(r"\bduplicat\w+"),
    cue(
        rf"\b(?:same|repeated) {_EXAMPLES}\b.{{0,40}}"
        rf"\b(?:twice|multiple|again|several|repeat\w*|every|each)",
        0.85,
    ),
    cue(rf"\b{_EXAMPLES}\b.{{0,40}}\b(?:twice|more than once|multiple times|repeated)\b", 0.8),
)
_OVERLAP = (
    cue(rf"\b(?:leak\w*|overlap\w*|contaminat\w+)\b.{{0,60}}\b{_SETS}\b"),
    cue(rf"\b{_SETS}\b.{{0,60}}\b(?:leak\w*|overlap\w*|contaminat\w+|not disjoint|n't disjoint)\b"),
    cue(rf"\b(?:in|appear\w*) (?:in )?both\b.{{0,40}}\b{_SETS}\b"),
    cue(r"\bdata leak\w*\b", 0.8),
)
_MISSING = (
    cue(
        rf"\b(?:last|final|remaining|first|some) (?:\w+ )?{_EXAMPLES}\b.{{0,40}}\b(?:drop\w*|"
        rf"lost|skip\w*|missing|"
        r"ignored|never|not|discard\w*|left out)\b",
        0.85,
    ),
    cue(rf"\b(?:drops?|loses|skips?|discards?|misses|omits?)\b.{{0,30}}\b{_EXAMPLES}\b", 0.85),
    cue(
        rf"\b{_EXAMPLES}\b.{{0,30}}\b(?:never|not) (?:seen|yielded|visited|returned|used|"
        rf"iterated)\b",
        0.85,
    ),
)
_ORDER = (
    cue(r"\b(?:not|never|n't) (?:being |actually |really |get |getting )?(?:re-?)?shuffl\w+"),
    cue(r"\bsame (?:order|permutation|sequence|batches)\b"),
    cue(r"\bshuffl\w+.{0,40}\b(?:no effect|ignored|not applied|n't work|does nothing|once)\b"),
)
_LABELS = (
    cue(r"\b(?:shuffled|permuted|swapped|mixed[- ]up|misaligned|wrong) (?:labels|targets)\b", 0.8),
    cue(
        r"\b(?:labels?|targets?)\b.{0,30}\b(?:come|comes|are|get|taken)\b.{0,20}"
        r"\b(?:previous|other|another|different|next) (?:epoch|sample|example|image|item|row|"
        r"batch)",
        0.8,
    ),
    cue(
        r"\b(?:labels?|targets?)\b.{0,50}"
        r"\b(?:misalign\w*|shifted|mismatch\w*|swapped|mixed up|out of sync|"
        r"wrong (?:image|sample|example|input)|(?:not|n't) (?:match|correspond|belong)\w*)",
        0.85,
    ),
)
_COUNTED = re.compile(
    rf"\blen(?:gth)?\b|\bnumber of\b|\bcount\b|\bhow many\b|\b{_EXAMPLES}\b|\bdata(?:set|loader)\b",
    re.I,
)
_GROUPS = (
    (_DUPLICATES, "examples come more than once", 'measured("duplicates", ">", 0)'),
    (_OVERLAP, "the sets share examples", 'measured("overlap", ">", 0)'),
    (_MISSING, "some examples never come", 'measured("missing", ">", 0)'),
    (_ORDER, "two epochs have the same order", 'measured("same_order", "==", True)'),
    (_LABELS, "examples have the labels of others", 'measured("mismatches", ">", 0)'),
)
_BASE = 0.8
_OTHER = 0.85


def read(reading: Reading) -> list[Fingerprint]:
    found = [*_lengths(reading)]
    for cues, fact, check in _GROUPS:
        found += reading.by_words("data", _BASE, cues, (fact, check))
    return found


def _lengths(reading: Reading) -> Iterator[Fingerprint]:
    for contrast in reading.contrasts:
        if contrast.kind is Kind.NUMBER and _COUNTED.search(contrast.sentence):
            yield from _length(reading, contrast)


def _length(reading: Reading, contrast: Contrast) -> Iterator[Fingerprint]:
    actual, expected = contrast.actual.value, contrast.expected.value
    if isinstance(actual, float) and isinstance(expected, float) and _are_counts(actual, expected):
        seen = (f"the length is {actual:.0f}", f'measured("length", "==", {actual:.0f})')
        wrong = (f"the length is not {expected:.0f}", f'measured("length", "!=", {expected:.0f})')
        yield reading.fingerprint("data", _BASE, seen)
        yield reading.fingerprint("data", _BASE * _OTHER, wrong)


def _are_counts(*numbers: float) -> bool:
    return all(number >= 0 and number.is_integer() for number in numbers)
