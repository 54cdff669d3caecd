"""Tensors that do not go along to another device."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_NOT = r"(?:not|n't|never)"
_GPU = r"(?:gpu|cuda|accelerator|mps|(?:other|another|right|same|target) device|device)\b"
_CUES = (
    cue(r"\btensors? to be on the same device\b|\bfound (?:at least )?two devices\b", 0.95),
    cue(r"\b(?:devices? mismatch|different devices|two devices|wrong device|mixed devices)\b", 0.9),
    cue(r"\bexpected device\b|\bsame device\b", 0.8),
    cue(
        r"(?<!workers )(?<!training )\b(?:stays?|remains?|left|still|kept)(?: behind)? on (?:the )?"
        r"cpu\b",
        0.9,
    ),
    cue(r"\.device\b.{0,30}\bcpu\b|\bis still cpu\b", 0.85),
    cue(rf"{_NOT} (?:\w+ )?(?:moved?|go|gets?|follow\w*|transferred)\b.{{0,30}}{_GPU}", 0.85),
    cue(r"\b(?:to\(|mov(?:e|ing|es|ed)\b|cuda\().{0,40}\b(?:leaves|left|forgets|misses)\b", 0.8),
    cue(rf"{_NOT} moved? (?:over )?(?:completely|entirely|fully|as a whole|along)\b", 0.8),
    cue(r"\b(?:incompletely|partly|partially|half) moved\b", 0.8),
)
_OF_DEVICES = re.compile(
    r"(?:same|expected|wrong|different|two) devices?\b|\bon device\b|device mismatch", re.I
)
_BASE = 0.85
_BEHIND = 0.85
_MIXED = ("an operation gets tensors of two devices", 'measured("mixed_devices", ">", 0)')


def read(reading: Reading) -> list[Fingerprint]:
    return reading.by_words("device", _BASE, _CUES, _MIXED)


def behind(reading: Reading, crashes: list[Fingerprint]) -> list[Fingerprint]:
    """What an exception about devices comes from: on a machine without a GPU none may be raised."""
    told = [
        one.confidence for one in crashes if any(_OF_DEVICES.search(c.check) for c in one.criteria)
    ]
    return [reading.fingerprint("device", _BEHIND * max(told), _MIXED)] if told else []
