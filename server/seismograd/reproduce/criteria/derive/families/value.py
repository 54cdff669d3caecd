"""A result that is not what it should be, where no other family knows better what it is."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.contrast import Kind
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.families.metric import METRIC, near_and_far
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import ROUNDING

_REFERENCE = (
    r"(?:reference|sklearn|scikit|pytorch|torch\.\w+|tensorflow|paper|manual(?:ly)?|formula|"
    r"by hand|numpy|definition|documentation|docs|analytic\w*|original implementation|"
    r"closed[- ]form)"
)
_CUES = (
    cue(
        rf"\b(?:differ\w*|not (?:match|agree|equal|correspond)\w*|"
        rf"n't (?:match|agree|equal)\w*|inconsistent|deviat\w+)\b.{{0,60}}\b{_REFERENCE}\b",
        0.85,
    ),
    cue(
        r"\b(?:wrong|incorrect|bad|invalid) (?:\w+ )?(?:results?|values?|outputs?|loss|"
        r"answers?|scal\w+|normali[sz]ation|gradients?|mean|average|sum|weights?|statistics)\b",
        0.7,
    ),
    cue(
        r"\b(?:applied|multiplied|divided|added|counted|scaled|normali[sz]ed|subtracted|"
        r"weighted)\b.{0,20}\b(?:twice|two times|again|once more|a second time|doubly)\b",
        0.75,
    ),
    cue(
        r"\b(?:calculat|comput|averag|normali[sz]|scal|weight|reduc)\w+.{0,30}\b(?:wrong\w*|incorrect\w*)\b",
        0.7,
    ),
    cue(
        r"\b(?:loss|value|result|output|mean|sum|gradient)s?\b.{0,40}"
        r"\b(?:too (?:large|small|big|high|low)|twice|doubl\w+|off by|"
        r"times (?:too|larger|smaller|bigger)|scaled|incorrect|wrong)\b",
        0.7,
    ),
    cue(
        r"\bgrad\w*\b.{0,40}\b(?:accumulat\w+|not (?:zeroed|cleared|reset)|"
        r"never (?:zeroed|cleared|reset))\b",
        0.8,
    ),
)
_QUANTITY = (
    r"(?:loss|values?|distances?|variances?|probabilit(?:y|ies)|similarit(?:y|ies)|kl|"
    r"divergence|entropy|weights?|scores?|outputs?|results?|std|norm)"
)
_NEGATIVE = (
    cue(rf"\bnegative {_QUANTITY}\b"),
    cue(rf"\b{_QUANTITY}\b.{{0,30}}\b(?:is|are|be|becomes?|goes|gets?|turns?|returns?) negative\b"),
)
_ABOVE_ONE = (
    cue(
        rf"\b{_QUANTITY}\b.{{0,40}}\b(?:larger|greater|bigger|higher|more) than (?:1(?:\.0)?|one)"
        r"(?![\w.]*\d)"
    ),
    cue(
        rf"\b{_QUANTITY}\b.{{0,30}}\b(?:above|exceeds?|exceeding|over) (?:1(?:\.0)?|"
        rf"one)(?![\w.]*\d)"
    ),
)
_ZERO = (
    cue(
        r"\bloss\b.{0,20}\b(?:is|stays|remains|always) (?:\w+ )?(?:zero|0(?:\.0+)?)(?![\w.]*\d)",
        0.8,
    ),
)
_DEAF = (
    cue(
        r"\b(?:outputs?|predictions?)\b.{0,30}"
        r"\b(?:is|are|stays?|always) (?:\w+ )?(?:constant|the same|identical)\b"
    ),
    cue(
        r"\b(?:same|identical|constant) (?:outputs?|predictions?|class)\b.{0,40}"
        r"\b(?:whatever|for (?:all|every|any|each|different)|regardless|no matter)"
    ),
    cue(
        r"\b(?:predicts?|outputs?|returns?) (?:always |only )?the same (?:class|value|output|"
        r"thing|label)\b"
    ),
)
_IMPOSSIBLE = (
    (_NEGATIVE, ("the value is negative", 'measured("value", "<", 0.0)')),
    (_ABOVE_ONE, ("the value is above one", 'measured("value", ">", 1.0)')),
    (_ZERO, ("the loss is zero", 'measured("value", "==", 0.0)')),
    (
        _DEAF,
        (
            "different inputs give the same output",
            'measured("difference_between_inputs", "==", 0.0)',
        ),
    ),
)
_BASE_IMPOSSIBLE = 0.75
_BASE = 0.6


def read(reading: Reading) -> list[Fingerprint]:
    found: list[Fingerprint] = []
    for contrast in reading.contrasts:
        if contrast.kind is Kind.NUMBER and not re.search(METRIC, contrast.sentence, re.I):
            found += near_and_far(reading, contrast, "value", _BASE)
    fact = (
        "the result differs from what is right by definition",
        f'measured("difference_from_expected", ">", {ROUNDING})',
    )
    for cues, impossible in _IMPOSSIBLE:
        found += reading.by_words("value", _BASE_IMPOSSIBLE, cues, impossible)
    return found + reading.by_words("value", _BASE, _CUES, fact)
