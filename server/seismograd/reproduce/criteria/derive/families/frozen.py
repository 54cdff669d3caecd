"""A frozen part that gives something else after training, though its parameters are the same."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import REPETITION

_FROZEN = re.compile(r"\bfr(?:ozen|eez\w*|oze)\b|requires_grad(?:_\(| ?= ?)False", re.I)
_TRAINING = re.compile(r"\b(?:train\w*|fit(?:ted|ting)?|fine-?tun\w*|epochs?|steps)\b", re.I)
_GIVEN = (
    r"\b(?:features?|outputs?|embeddings?|representations?|activations?|results?|predictions?|"
    r"vectors?)\b"
)
_STATISTICS = (
    r"\b(?:running[_ ](?:mean|var|stat)\w*|batch[- ]?norm\w*|bn|(?:norm\w* )?statistics|buffers)\b"
)
_OTHER = (
    r"\b(?:differ\w*|chang\w+|drift\w*|mov(?:es?|ed|ing)|shift\w*|updat\w+|"
    r"(?:not|n't|no longer) (?:\w+ )?(?:the )?(?:same|equal|identical))\b"
)
_THROUGH = (
    r"\b(?:after|by|during|through|before and after|while|although|though|despite|even) "
    r"(?:\w+ ){0,4}(?:`?fit\b|train|fine-?tun|epoch|fr(?:eez|oz)|the (?:first|second|other) head)"
)
_CHANGED = (
    cue(rf"{_GIVEN}.{{0,80}}{_THROUGH}.{{0,40}}{_OTHER}"),
    cue(rf"{_GIVEN}.{{0,60}}{_OTHER}.{{0,40}}{_THROUGH}"),
    cue(rf"\bfr(?:ozen|eez\w*)\b.{{0,40}}{_GIVEN}.{{0,60}}{_OTHER}", 0.8),
    cue(rf"\bfr(?:ozen|eez\w*)\b.{{0,80}}{_STATISTICS}.{{0,60}}{_OTHER}"),
    cue(rf"{_STATISTICS}.{{0,60}}{_OTHER}.{{0,80}}\bfr(?:ozen|eez\w*)\b"),
    cue(rf"{_STATISTICS}.{{0,60}}\bfr(?:ozen|eez\w*)\b.{{0,60}}{_OTHER}"),
    cue(
        r"\b(?:parameters|weights)\b.{0,20}\b(?:are|stay|remain|were)\b (?:\w+ ){0,2}"
        r"(?:equal|the same|identical|unchanged)\b",
        0.8,
    ),
)
_DIFFERS = (
    cue(rf"(?:{_GIVEN}|{_STATISTICS}).{{0,90}}{_OTHER}"),
    cue(rf"{_OTHER}.{{0,60}}{_GIVEN}"),
)
_BASE = 0.9


def read(reading: Reading) -> list[Fingerprint]:
    text = f"{reading.report.title}\n{reading.report.text}"
    if not _FROZEN.search(text) or not _TRAINING.search(text):
        return []
    changed = (
        "training changes a frozen part",
        f'measured("change_of_frozen_part", ">", {REPETITION})',
    )
    if not reading.weigh(_DIFFERS):
        return []
    return reading.by_sentences("frozen", _BASE, _CHANGED, changed)
