"""Averaged weights that do not follow, follow too closely, or by the wrong share."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import ROUNDING

_AVERAGE = (
    r"(?:\b\w*_?ema(?:_\w+)?\b|\bexponential(?:ly)? (?:moving )?averag\w+|\bModelEma\w*|"
    r"\b\w*EMA\w*\b|"
    r"\b(?:moving[- ])?averaged? (?:weights?|models?|parameters|copy)|\bmoving averages?\b|"
    r"\bshadow (?:weights?|param\w*|model|copy|variables)|\bpolyak\w*|\bswa\b|"
    r"\bteacher(?:'s)?(?: (?:weights?|network|model|parameters))?\b|"
    r"\btarget (?:network|net|model|weights)\b)"
)
_NOT = r"(?:\b(?:not|never)\b|n't)"
_NEVER = (
    cue(
        rf"{_AVERAGE}.{{0,70}}(?P<bad>{_NOT}) (?:\w+ ){{0,2}}"
        r"(?:updat|chang|mov|follow|learn|train)\w*"
    ),
    cue(
        rf"{_AVERAGE}.{{0,60}}\b(?:stays?|remains?|keeps?|still|stuck|frozen|always)\b.{{0,50}}"
        r"\b(?:initial\w*|init|same|start\w*|random|untrained|zero|constant|beginning|unchanged)\b"
    ),
    cue(rf"{_AVERAGE}.{{0,60}}\b(?:unchanged|untrained|random weights|initial weights)\b", 0.8),
    cue(rf"\bupdates?\b.{{0,30}}{_AVERAGE}.{{0,40}}\b(?:no effect|does nothing|nothing)\b", 0.8),
)
_LIVE = (
    r"(?:model|weights|student|live|current|online|raw|trained|original|network|policy|parameters)"
)
_EQUAL = (
    cue(
        rf"{_AVERAGE}.{{0,80}}\b(?:identical|equals?|(?:exactly )?the same|exactly|same)\b.{{0,30}}"
        rf"\b(?:to|as|with|like)?\b.{{0,15}}\b{_LIVE}\b"
    ),
    cue(
        rf"{_AVERAGE}.{{0,60}}\b(?:just|only|merely|simply|always) (?:a |the )?"
        r"(?:copy|copies|mirror)"
    ),
    cue(rf"\bno averaging\b|{_AVERAGE}.{{0,40}}\b(?:shares? (?:memory|storage)|alias\w*)\b", 0.8),
)
_SHARE = (
    cue(rf"{_AVERAGE}.{{0,80}}\btoo (?:fast|slow\w*|quick\w*|close\w*|much)\b"),
    cue(
        rf"(?:{_AVERAGE}|\bdecay\b).{{0,60}}\b(?:inverted|swapped|reversed|wrong way|"
        r"wrong (?:decay|share|weight|formula)|the other way)\b"
    ),
    cue(
        rf"{_AVERAGE}.{{0,80}}\b(?:jumps?|follows?).{{0,30}}\b(?:immediately|at once|one step)\b",
        0.8,
    ),
)
_BASE = 0.85


def read(reading: Reading) -> list[Fingerprint]:
    never = (
        "averaged weights do not change with the weights they follow",
        'measured("average_change", "==", 0.0)',
    )
    equal = (
        "averaged weights are those of the model at once",
        'measured("average_from_weights", "==", 0.0)',
    )
    share = (
        "averaged weights are not what the decay makes of them",
        f'measured("difference_from_expected", ">", {ROUNDING})',
    )
    return [
        *reading.by_sentences("averaging", _BASE, _NEVER, never),
        *reading.by_sentences("averaging", _BASE, _EQUAL, equal),
        *reading.by_sentences("averaging", _BASE, _SHARE, share),
    ]
