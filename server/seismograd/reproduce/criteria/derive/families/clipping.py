"""Gradients that are larger than they may be."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_NOT = r"(?:\b(?:not|never)\b|n't)"
_SETTING = (
    r"(?:\bclip_?(?:grad\w*|norm|value)\w*|\bmax_(?:grad_)?norm\b|\bgrad(?:ient)?_?(?:clip\w*|norm)\b|"
    r"\b(?:gradient|grad|norm)[- ]clip\w*|\bclipping\b|\bclip_grad\w*)"
)
_GRADIENTS = r"\b(?:gradients?|grads?|grad(?:ient)?[- _]norms?|norms? of the gradients?)\b"
_DEAF = (
    r"(?P<bad>\bno (?:effect|influence|impact)\b|\bwithout (?:any )?effect\b|\bignored\b|"
    r"\buseless\b|"
    r"\b(?:does|do|did) nothing\b|\bno-?op\b|\btoo late\b|\bwrong (?:place|order|moment|time)\b|"
    r"\bbefore (?:the )?(?:loss\.)?backward\w*|\bafter (?:the )?(?:optimi[sz]er'?s?[. ])?step\b|"
    rf"{_NOT} (?:\w+ )?(?:appl|work|clip|do|limit|use|have|seem|happen|respect|take|bound|"
    r"call|reach|active)\w*)"
)
_CUES = (
    cue(rf"{_SETTING}.{{0,80}}{_DEAF}"),
    cue(rf"{_GRADIENTS}.{{0,60}}(?P<bad>{_NOT}) (?:\w+ )?(?:clipped|limited|bounded|capped|cut)"),
    cue(
        rf"{_GRADIENTS}.{{0,80}}\b(?:exceeds?|above|larger than|greater than|bigger than|"
        rf"higher than|still|over)\b.{{0,60}}{_SETTING}"
    ),
    cue(
        rf"{_SETTING}.{{0,100}}{_GRADIENTS}.{{0,40}}\b(?:still|exceeds?|above|far|much|larger|greater|"
        r"huge|explode\w*)\b"
    ),
    cue(rf"\b(?:ignores?|ignoring|skips?|forgets?)\b.{{0,20}}{_SETTING}"),
    cue(r"\b(?:clips?|clipped|clipping)\b.{0,40}\b(?:before|too early).{0,20}\bbackward", 0.8),
)
_BASE = 0.9


def read(reading: Reading) -> list[Fingerprint]:
    fact = (
        "gradients that are used are over the limit",
        'measured("gradient_over_limit", ">", 1e-06)',
    )
    return reading.by_sentences("clipping", _BASE, _CUES, fact)
