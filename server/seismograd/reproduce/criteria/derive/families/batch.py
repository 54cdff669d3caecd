"""An example fares otherwise in company."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import ROUNDING
from seismograd.reproduce.criteria.derive.topics import BATCH

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
        r"\b(?:depends? on|influenced by|affected by) (?:the |its |what )?"
        r"(?:other|rest of the|else is in the|neighbou?r\w*) "
        r"(?:samples|examples|batch|items|elements|sequences|sentences|texts|images|rows|"
        r"documents|inputs|queries|graphs|utterances|clips)",
        0.95,
    ),
    cue(
        r"\b(?P<bad>not the same|differ\w*|chang\w+|other|another)\b.{0,60}\b(?:alone|on its own|"
        r"by itself)\b.{0,40}\b(?:together|along|next to|in a batch|in company|with (?:a |other ))",
        0.9,
    ),
    cue(
        r"\bleak\w*\b.{0,30}\b(?:across|between|over) (?:the )?(?:samples|examples|batch|"
        r"sequences|items)",
        0.95,
    ),
)
_HANGS_ON = (
    r"(?:depend\w*|hang\w*) on|influenced by|affected by|(?:chang\w+|var(?:y|ies)|differ\w*) with"
)
_OTHERS = (
    r"(?:(?:its|their|the) (?:neighbou?rs|company|others)\b|"
    r"(?:which|what) (?:other|else)\b.{0,30}\b(?:in|beside|with|passed|given|next to)\b|"
    r"(?:what|which|whatever|the \w+) (?:\w+ ){0,2}(?:is|are|stands?|sits?) "
    r"(?:next to|beside|around|with) (?:it|them)\b|"
    r"the (?:other|longest|remaining) \w+ (?:in|of) (?:the|a|its) (?:same )?"
    r"(?:list|call|batch|request|file|set)\b)"
)
_COMPANY = (
    cue(rf"\b(?:{_HANGS_ON}) {_OTHERS}", 0.95),
    cue(rf"\b(?:should|must|may)(?: not|n't) (?:{_HANGS_ON}) {_OTHERS}", 0.9),
)
_PERMUTED = cue(
    r"\b(?:differ\w*|chang\w+|depend\w*)\b.{0,40}\b(?:permut|shuffl|reorder)\w*.{0,20}\bbatch"
)
_FACT = "the output for an example differs between alone and in a batch"
_BASE = 0.85


def read(reading: Reading) -> list[Fingerprint]:
    fact = (_FACT, f'measured("difference_alone_and_in_batch", ">", {ROUNDING})')
    plainly = reading.by_words("batch", _BASE, (*_CUES, *_COMPANY, _PERMUTED), fact)
    return plainly or reading.by_topics("batch", BATCH, fact)
