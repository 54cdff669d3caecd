"""Probabilities that do not sum to one, and vectors that are not of length one."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_SHARES = (
    r"\b(?:prob(?:abilit(?:y|ies)|s|a)?|predict_proba|attention|attn|softmax|mixture|mixing|"
    r"gat(?:e|es|ing)|rout(?:er|ing)|weights?|distributions?)\b"
)
_NOT = r"(?:\b(?:not|never)|n't)"
_ONE = r"(?:1(?:\.0*)?|one|unity|100 ?%)(?![\w.]*\d)"
_SUM = r"(?:sum(?:ming|s|med)?(?: up)?|adds? up|adding up)"
_OTHER = r"(?!1(?:\.0*)?(?![\d.]))\d+(?:\.\d+)?"
_SUMS = (
    cue(rf"{_SHARES}.{{0,60}}{_NOT} (?:\w+ ){{0,2}}{_SUM} (?:up )?to {_ONE}"),
    cue(rf"{_SHARES}.{{0,60}}\b{_SUM} (?:up )?to (?:about |only |roughly )?{_OTHER}\b"),
    cue(
        rf"\bsums?\b.{{0,30}}{_SHARES}.{{0,40}}(?:{_NOT} (?:equal )?(?:to )?|\bis |\bare ){_OTHER}"
    ),
    cue(rf"\bsums? of (?:the )?(?:\w+ )?{_SHARES}.{{0,40}}{_NOT} {_ONE}"),
    cue(rf"\b(?:row|column) sums? of (?:the )?{_SHARES}.{{0,40}}{_NOT} {_ONE}"),
    cue(rf"{_SHARES}.{{0,60}}{_NOT} (?:properly |correctly )?normali[sz]ed\b", 0.8),
    cue(
        r"\bsoftmax\b.{0,50}\b(?:wrong|incorrect|other|batch|first|different) (?:ax[ie]s|dim\w*)\b",
        0.85,
    ),
    cue(r"\b(?:wrong|incorrect) (?:ax[ie]s|dim\w*)\b.{0,40}\bsoftmax\b", 0.85),
    cue(
        r"\bsoftmax\b.{0,25}\b(?:over|across|along) the (?:\w+ )?(?:batch|examples|queries)\b", 0.85
    ),
)
_VECTORS = (
    r"\b(?:embeddings?|vectors?|features?|representations?|encodings?|descriptors?|projections?|"
    r"prototypes?|codes?|encode|embed)\b"
)
_NORMS = (
    cue(
        rf"{_VECTORS}.{{0,60}}{_NOT} (?:be |being |actually |really |l2[- ])*"
        r"(?:normali[sz]ed|of (?:unit|length)|unit[- ](?:length|norm|vectors?))"
    ),
    cue(rf"\b(?:norms?|lengths?) of (?:the |each |all )?(?:\w+ )?{_VECTORS}.{{0,40}}{_NOT} {_ONE}"),
    cue(rf"{_VECTORS}.{{0,60}}\b(?:norms?|lengths?)\b.{{0,30}}{_NOT} {_ONE}"),
    cue(rf"{_VECTORS}.{{0,40}}\b(?:norms?|length) of {_OTHER}"),
    cue(rf"\bun-?normali[sz]ed {_VECTORS}", 0.8),
    cue(rf"\bnormali[sz]e\w*\b.{{0,50}}\b(?:norms?|lengths?)\b.{{0,30}}{_NOT} {_ONE}"),
)
_BASE = 0.85
_ROOM = 0.001


def read(reading: Reading) -> list[Fingerprint]:
    sums = ("the shares do not sum to one", f'measured("sum_from_one", ">", {_ROOM})')
    norms = ("the vectors are not of length one", f'measured("norm_from_one", ">", {_ROOM})')
    return [
        *reading.by_words("units", _BASE, _SUMS, sums),
        *reading.by_words("units", _BASE, _NORMS, norms),
    ]
