"""Buffers, caches and queues that keep more than they may."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

OVER_CAPACITY = 3
"""Some let twice as much come together before they throw half of it away."""
_LIMIT = (
    r"(?:\bcapacity\b|\bmax[_ ]?(?:imum )?(?:size|len(?:gth)?|entries|items|elements|history)\b|"
    r"\b(?:buffer|cache|queue|memory|replay|bank|history|pool)[_ ](?:size|length|limit)\b|"
    r"\bkeep_last\b|\b(?:size )?limit of\b)"
)
_STORE = (
    r"\b(?:\w*(?:buffer|cache|queue|replay|deque)s?|memory bank|replay memory|history|pool|"
    r"\w*(?:Buffer|Cache|Queue|Bank|Memory|History|Pool|Store))\b"
)
_MEMORY = r"\b(?:memory|ram|rss|usage|process|it|list|number of \w+)\b"
_GROWS = (
    r"(?:\b(?:grow\w*|grew|increas\w+|climb\w*|ris(?:es|ing)|expand\w*|fills? up|"
    r"(?:goes|going|went) up|piles? up|accumulat\w+|gets? (?:ever )?(?:bigger|larger|longer))\b)"
)
_ALTHOUGH = (
    r"\b(?:although|though|despite|even (?:though|with|if)|beyond|past|over|above|more than|"
    r"in spite of|no matter|regardless|whatever|instead of)\b"
)
_OLD = (
    r"\b(?:old(?:er|est)?|earlier|first|stale) (?:\w+ )?(?:entries|items|ones|transitions|\w+s)\b"
)
_KEPT = (
    cue(rf"(?:{_STORE}|{_MEMORY}).{{0,30}}{_GROWS}.{{0,80}}{_ALTHOUGH}.{{0,40}}{_LIMIT}", 0.95),
    cue(rf"{_LIMIT}.{{0,80}}(?:\bbut\b|\byet\b|\bstill\b|\bkeeps?\b).{{0,60}}{_GROWS}", 0.95),
    cue(
        rf"{_STORE}.{{0,40}}{_GROWS}.{{0,40}}\b(?:without (?:limit|bound|end)|forever|unbounded)",
        0.6,
    ),
    cue(rf"\bunbounded (?:growth|{_STORE})|{_STORE}.{{0,20}}\b(?:is|are) unbounded\b", 0.6),
    cue(rf"{_STORE}.{{0,60}}\b(?:exceed\w*|ignor\w+|outgrows?)\b.{{0,30}}{_LIMIT}"),
    cue(
        rf"{_STORE}.{{0,40}}\b(?:holds?|contains?|keeps?|has|stores?)\b.{{0,30}}"
        rf"\b(?:more|\d+).{{0,50}}{_LIMIT}"
    ),
    cue(rf"\blen\([\w.]+\).{{0,60}}{_ALTHOUGH}.{{0,30}}{_LIMIT}"),
    cue(rf"{_STORE}.{{0,60}}\b(?:never|not|n't) (?:\w+ )?(?:evict|trim|prun|bounded|limited)\w*"),
    cue(r"\b(?:nothing|no \w+) (?:is|are|gets?) (?:ever )?evicted\b", 0.8),
    cue(
        rf"{_OLD}.{{0,30}}\b(?:never|not|n't) (?:\w+ )?"
        r"(?:evict|drop|remov|overwrit|discard|thrown|forgot|delet|replac)\w*",
        0.8,
    ),
)
_BASE = 0.9


def read(reading: Reading) -> list[Fingerprint]:
    over = (
        "more is kept than the capacity allows",
        f'measured("entries_per_capacity", ">", {OVER_CAPACITY})',
    )
    return reading.by_sentences("capacity", _BASE, _KEPT, over)
