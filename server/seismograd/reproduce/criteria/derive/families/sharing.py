"""Parts that have the same weights though each should have its own."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_PARTS = (
    r"\b(?:layers|blocks|towers|encoders?|decoders?|heads|branches|experts|members|models|"
    r"networks|nets|critics|stages|cells|copies|copy|clones?|replicas?|snapshots?|ensemble)\b"
)
_WEIGHTS = r"(?:weights?|parameters?|params|tensors?|storage|memory|modules?|objects?|instances?)"
_OWN = r"(?:the |one |same |their |all |all of |a |set of |single |and )*"
_COPY = r"\b(?:cop(?:y|ies)|clones?|snapshots?|replicas?|duplicate)\b"
_OTHER = r"\b(?:original|source|cop(?:y|ies)|clones?|other (?:one|model|network)|each other|both)\b"
_CHANGES = r"\b(?:chang\w+|updat\w+|modif\w+|mov\w+|alter\w*|affect\w*|train\w*)\b"
_CUES = (
    cue(rf"{_PARTS}.{{0,40}}(?P<bad>\b(?:shar(?:e[sd]?|ing))) {_OWN}{_WEIGHTS}\b"),
    cue(
        rf"{_PARTS}.{{0,40}}(?P<bad>\b(?:is|are|have|has|get|use)) (?:all |exactly |always )?"
        rf"the (?:very )?same {_WEIGHTS}\b",
        0.85,
    ),
    cue(rf"\b(?:same|identical) {_WEIGHTS} (?:in|for|at) (?:every|each|all) (?:of )?\w+", 0.8),
    cue(r"\btimes the same (?:layer|block|module|network|object)\b"),
    cue(
        rf"{_COPY}.{{0,60}}{_CHANGES}.{{0,40}}\b(?:with|also|too|as well)\b.{{0,30}}{_OTHER}", 0.85
    ),
    cue(rf"{_CHANGES} (?:the |a |its )?{_COPY}.{{0,30}}{_CHANGES}.{{0,20}}{_OTHER}", 0.9),
    cue(rf"{_CHANGES} (?:the )?original\b.{{0,40}}{_CHANGES}.{{0,20}}{_COPY}", 0.9),
)
_BASE = 0.88


def read(reading: Reading) -> list[Fingerprint]:
    fact = (
        "parts that should have weights of their own have the same ones",
        'measured("shared_parameters", ">", 0)',
    )
    return reading.by_words("sharing", _BASE, _CUES, fact)
