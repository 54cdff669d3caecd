"""Positions that should not matter do."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import MASKED

_MASK = (
    r"\b(?:\w*mask\w*|padd(?:ed|ing)(?: tokens?)?|pad (?:tokens?|positions?)|pad_token|"
    r"causal\w*|future (?:tokens?|positions?))\b"
)
_BAD = (
    r"(?P<bad>\bignor\w+|\bno [ae]ffect|"
    r"\bnot (?:applied|masked|respected|used|passed|ignored|excluded|honou?red)|"
    r"n't (?:applied|masked|respect\w*|used|ignored|excluded|mask|apply)|\battend\w*|"
    r"\bleak\w*|\binfluenc\w+|\baffect\w*|\bcontribut\w+|\bchang\w+|\bincluded|"
    r"\bcount(?:s|ed)?\b|\blook ahead|\bwrong\w*|\binvert\w+|\bstill\b|\bdiffer\w*|"
    r"\bdepend\w*|\bpollut\w+|\bsee\b|\bsees\b|\bincorrect\w*|\bflipped)"
)
_CUES = (
    cue(rf"{_MASK}.{{0,80}}{_BAD}", 0.85),
    cue(rf"{_BAD}.{{0,60}}{_MASK}", 0.8),
    cue(r"\bsees? (?:the )?future\b|\blooks? (?:into the future|ahead)\b", 0.9),
)
_FACT = "the content of masked positions changes what should not depend on it"
_BASE = 0.8


def read(reading: Reading) -> list[Fingerprint]:
    fact = (_FACT, f'measured("change_through_mask", ">", {MASKED})')
    return reading.by_words("mask", _BASE, _CUES, fact)
