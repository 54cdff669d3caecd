"""Examples that are too many, too few, in the wrong order or in the wrong set."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.contrast import Contrast, Kind
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

EXAMPLES = (
    r"(?:samples?|examples?|items?|batch(?:es)?|images?|rows?|elements?|records?|sequences?|"
    r"windows?|entries|clips?|recordings?|patients?|subjects?|users?|ids?|ind(?:ex|ices)|files?|"
    r"frames?|sentences?|documents?|texts?|chunks?|graphs?|molecules?|points?|observations?|"
    r"tiles?|patches|speakers?|pairs?|data(?:points?)?|groups?|people|persons?|authors?|"
    r"sessions?|videos?|donors?|customers?|participants?|scenes?|identit(?:y|ies)|clients?|slides?)"
)
_SETS = r"(?:train\w*|test\w*|val\w*|splits?|folds?|held[- ]out|sets)"
_OTHER_SETS = r"(?:test|val(?:idation)?|eval(?:uation)?|held[- ]out|dev)"
_DUPLICATES = (
    cue(r"\bduplicat\w+"),
    cue(
        rf"(?<!for the )(?<!with the )(?<!of the )\b(?:same|repeated) {EXAMPLES}\b.{{0,40}}"
        rf"\b(?:twice|multiple|again|several|repeat\w*|every|each)",
        0.85,
    ),
    cue(rf"\b{EXAMPLES}\b.{{0,40}}\b(?:twice|more than once|multiple times|repeated)\b", 0.8),
    cue(rf"\b(?:same|each|every) {EXAMPLES}\b.{{0,40}}\b(?:two|three|several) times\b", 0.85),
)
_AUGMENTED = (
    cue(
        rf"\baugment\w*\b.{{0,60}}\b(?:to|on|in|for|at|during)\b.{{0,25}}\b(?:{_OTHER_SETS}|"
        rf"inference)\b",
        0.85,
    ),
    cue(
        rf"\b{_OTHER_SETS}\b.{{0,50}}\b(?P<bad>augmented|randomly (?:flipped|cropped|rotated|"
        rf"jittered|transformed|"
        r"masked|shifted)|augmentations?)\b",
        0.85,
    ),
    cue(
        rf"\bsame (?:{_OTHER_SETS} )?{EXAMPLES}\b.{{0,60}}\b(?:looks? different|differs?|"
        rf"different) "
        r"(?:\w+ )?(?:every|each|when(?:ever)?|on)\b",
        0.7,
    ),
)
_OVERLAP = (
    cue(rf"\b(?:leak\w*|overlap\w*|contaminat\w+)\b.{{0,60}}\b{_SETS}\b"),
    cue(rf"\b{_SETS}\b.{{0,60}}\b(?:leak\w*|overlap\w*|contaminat\w+|not disjoint|n't disjoint)\b"),
    cue(rf"\b(?:in|appear\w*) (?:in )?both\b.{{0,40}}\b{_SETS}\b"),
    cue(r"\bdata leak\w*\b", 0.8),
    cue(
        rf"\b(?:same|identical|some|many) {EXAMPLES}\b.{{0,40}}"
        r"\b(?:on|at|in) both (?:sides|ends|parts|halves)"
    ),
    cue(
        rf"\b(?:same|one|a single) {EXAMPLES}\b.{{0,60}}"
        rf"\b(?:in|into|across|over|spread)\b.{{0,20}}"
        rf"\b(?:several|different|more than one|multiple|two) {_SETS}\b"
    ),
    cue(
        rf"\b(?:train\w*|{_OTHER_SETS})\b.{{0,60}}\b(?:share (?:\w+ ){{0,3}}{EXAMPLES}\b|"
        rf"have (?:\w+ ){{0,3}}(?:{EXAMPLES}|something) in common\b)"
    ),
    cue(
        rf"\b(?:same|identical|some|many|several|most|a lot of the|\d+) (?:of the )?{EXAMPLES}"
        rf"\b.{{0,40}}"
        rf"\btrain\w*\b.{{0,25}}\b(?:and|as well as|also|too)\b.{{0,25}}\b{_OTHER_SETS}\b"
    ),
    cue(
        rf"\b{EXAMPLES} (?:of|from|in|that are in) (?:the |my |our )?train\w*(?: set| data|"
        rf" split)?\b.{{0,40}}"
        rf"\b(?:in|into|part of|among)\b.{{0,15}}\b{_OTHER_SETS}\b"
    ),
    cue(
        rf"\b{_OTHER_SETS}\b(?: set| data| split)? {EXAMPLES}\b.{{0,30}}\b(?:in|part of|"
        rf"seen (?:in|during)|"
        rf"used (?:in|for)|among)\b.{{0,15}}\btrain\w*"
    ),
    cue(
        r"\b(?:validates?|tests?|evaluates?) on\b.{0,40}\b(?:trains?|trained) on\b.{0,20}"
        r"\b(?:too|also|as well)?"
    ),
    cue(r"\b(?:intersection|overlap)\b.{0,40}\b(?P<bad>not empty|n't empty|non-?empty|> ?0)"),
)
_MISSING = (
    cue(
        rf"\b(?:last|final|remaining|first|some) (?:\w+ )?{EXAMPLES}\b.{{0,40}}\b(?:drop\w*|"
        rf"lost|skip\w*|missing|"
        r"ignored|never|not|discard\w*|left out)\b",
        0.85,
    ),
    cue(
        rf"\b(?:drops?|loses|skips?|discards?|misses|omits?|swallows?|cuts? off|"
        rf"throws? away)\b.{{0,30}}\b{EXAMPLES}\b",
        0.85,
    ),
    cue(
        rf"\b{EXAMPLES}\b.{{0,30}}\b(?:never|not) (?:seen|yielded|visited|returned|used|"
        rf"iterated|reached|come|comes|appear\w*|shown)\b",
        0.85,
    ),
    cue(
        r"\b(?:swallows?|drops?|loses|cuts? off|misses|ignores?|forgets?|skips?) (?:the )?"
        r"(?:end|tail|rest|remainder|last (?:one|part|few|bit))\b",
        0.8,
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
    rf"\blen(?:gth)?\b|\bnumber of\b|\bcount\b|\bhow many\b|\b{EXAMPLES}\b|\bdata(?:set|loader)\b",
    re.I,
)
_GROUPS = (
    (_DUPLICATES, "examples come more than once", 'measured("duplicates", ">", 0)'),
    (_OVERLAP, "the sets share examples", 'measured("overlap", ">", 0)'),
    (_MISSING, "some examples never come", 'measured("missing", ">", 0)'),
    (_ORDER, "two epochs have the same order", 'measured("same_order", "==", True)'),
    (
        _AUGMENTED,
        "the same example of a set that is not for training differs when it is read again",
        'measured("difference_between_reads", ">", 1e-06)',
    ),
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
