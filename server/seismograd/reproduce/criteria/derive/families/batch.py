"""An example fares otherwise in company."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import ROUNDING

_DIFFERS = (
    r"(?P<bad>differ\w*|chang\w+|depend\w*|inconsistent|not (?:the same|match|equal)|"
    r"n't match|wrong|affect\w*|vary|varies)"
)
_ALONE = (
    r"(?:single|alone|one (?:by one|at a time)|individual\w*|unbatched|separately|"
    r"batch(?:[_ ]size)?(?: of|=| ?= ?)? ?(?:1|one)\b)"
)
_CUES = (
    cue(rf"\bbatch\w*\b.{{0,80}}\b{_ALONE}.{{0,80}}\b{_DIFFERS}", 0.85),
    cue(rf"\b{_DIFFERS}\b.{{0,80}}\bbatch\w*\b.{{0,60}}\b{_ALONE}", 0.85),
    cue(rf"\b{_DIFFERS}\b.{{0,80}}\b{_ALONE}.{{0,60}}\bbatch", 0.85),
    cue(rf"\bbatch[_ ]size ?(?:=|of) ?1\b.{{0,40}}\b{_DIFFERS}", 0.85),
    cue(rf"\b{_ALONE}.{{0,80}}\bbatch\w*\b.{{0,60}}\b{_DIFFERS}", 0.8),
    cue(
        rf"\b(?:outputs?|results?|predictions?|scores?|embeddings?|logits)\b.{{0,40}}"
        rf"\b{_DIFFERS}\b.{{0,30}}\bbatch[ _]?size"
    ),
    cue(
        r"\bdepends? on (?:the )?(?:other|rest of the|what else is in the) (?:samples|"
        r"examples|batch|items|elements|sequences)",
        0.95,
    ),
    cue(
        r"\bleak\w*\b.{0,30}\b(?:across|between|over) (?:the )?(?:samples|examples|batch|"
        r"sequences|items)",
        0.95,
    ),
)
_PERMUTED = cue(
    r"\b(?:differ\w*|chang\w+|depend\w*)\b.{0,40}\b(?:permut|shuffl|reorder)\w*.{0,20}\bbatch"
)
_FACT = "the output for an example differs between alone and in a batch"
_BASE = 0.85


def read(reading: Reading) -> list[Fingerprint]:
    fact = (_FACT, f'measured("difference_alone_and_in_batch", ">", {ROUNDING})')
    return reading.by_words("batch", _BASE, (*_CUES, _PERMUTED), fact)
