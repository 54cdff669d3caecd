"""Gradients that are added up over batches, and come to something else than those of one batch."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import ROUNDING

_ACCUMULATION = (
    r"(?:\baccumulat(?:ion|e|ed|ing|es)\b|\baccum(?:ulation)?_\w+|\b\w*_?accum\w*\b|"
    r"\bmicro[- ]?batch\w*|\biter_size\b|\bupdate_(?:every|freq)\b)"
)
_NOT = r"(?:\b(?:not|never|no)\b|n't)"
_OTHER = (
    cue(
        rf"{_ACCUMULATION}.{{0,120}}\b(?:differ\w*|not (?:the )?(?:same|equal|equivalent|match\w*)|"
        r"n't (?:the )?(?:same|equal|equivalent|match\w*)|other (?:gradients?|loss\w*|results?)|"
        r"times (?:larger|too|as|bigger|higher|the)|too (?:large|big|high)|larger|bigger|higher|"
        r"(?:diverges?|explodes?|worse)|unlike)\b"
    ),
    cue(
        rf"\b(?:loss|gradients?)\b.{{0,40}}{_NOT} (?:\w+ )?"
        r"(?:divided|averaged|scaled|normali[sz]ed)"
    ),
    cue(rf"{_ACCUMULATION}.{{0,60}}\b(?:no effect|ignored|does nothing|has no influence)\b"),
    cue(rf"{_ACCUMULATION}.{{0,80}}\bsteps? (?:after|in|on|for|with) (?:every|each)\b", 0.8),
    cue(
        rf"\b(?:differ\w*|other|not (?:the )?same)\b.{{0,60}}"
        rf"\b(?:with|using)\b.{{0,20}}{_ACCUMULATION}"
    ),
    cue(
        rf"\b(?:steps?|updates?|zero(?:es|ed|s)?(?:_grad)?|clear\w*)\b.{{0,40}}"
        rf"\b(?:every|each) (?:micro[- ]?)?(?:batch|iteration)\b.{{0,80}}{_ACCUMULATION}",
        0.8,
    ),
)
_LEFT = (
    cue(
        r"\b(?:last|remaining|incomplete|partial|left[- ]?over|tail|rest|remainder|final)\b.{0,60}"
        r"\b(?:batch\w*|accumul\w*|micro\w*|step|gradients?|group|window|cycle|update)\b.{0,60}"
        r"\b(?:drop\w*|lost|discard\w*|ignor\w*|never|skip\w*|thrown away|not|n't|missing|"
        r"carried)\b"
    ),
    cue(
        r"\b(?:drops?|loses|discards?|ignores?|skips?|throws? away|forgets?)\b.{0,40}"
        r"\b(?:last|remaining|incomplete|partial|left[- ]?over|tail|rest|remainder|final)\b.{0,40}"
        r"\b(?:batch\w*|accumul\w*|micro\w*|step|gradients?|group|update)\b"
    ),
)
_BASE = 0.88


def read(reading: Reading) -> list[Fingerprint]:
    """Only where the report speaks of it at all: "differs" is said of many things."""
    text = f"{reading.report.title}\n{reading.report.text}"
    if not re.search(_ACCUMULATION, text, re.I):
        return []
    other = (
        "gradients that are added up are not those of one large batch",
        f'measured("difference_from_big_batch", ">", {ROUNDING})',
    )
    left = ("there are fewer updates than batches make", 'measured("missing_updates", ">", 0)')
    return [
        *reading.by_sentences("accumulation", _BASE, _LEFT, left),
        *reading.by_sentences("accumulation", _BASE, _OTHER, other),
    ]
