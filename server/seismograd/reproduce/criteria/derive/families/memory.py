"""Memory that is never given back."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import GROWTH_BYTES

_MEMORY = r"\b(?:memory|ram|vram|rss|resident set(?: size)?|heap)\b"
_MORE = (
    r"\b(?:grow\w*|increas\w+|climb\w*|ris(?:es|ing)|accumulat\w+|keeps|creeps|rose|grew|"
    r"(?:goes|going|went|creep\w*) (?:up|from)|balloon\w*|explod\w+|build\w* up|piles? up)\b"
)
_BYTES = r"\d+(?:\.\d+)? ?(?:[kmg]i?b|(?:kilo|mega|giga)bytes?)\b"
_PROCESS = r"\b(?:process(?: size)?|footprint|working set|interpreter)\b"
_TIMES = (
    r"\b(?:each|every|per|with the) (?:\w+ )?(?:batch|step|call|epoch|iteration|time|pass|round)"
)
_GROWS = (
    cue(rf"{_MEMORY}.{{0,20}}\bleak\w*|\bleak\w*.{{0,20}}{_MEMORY}", 0.95),
    cue(rf"{_MEMORY}.{{0,60}}{_MORE}"),
    cue(
        rf"{_PROCESS} (?:{_MORE}|gets? (?:bigger|larger|fatter)|swells?)(?! (?:slow|old|tired))"
        rf".{{0,30}}(?:{_TIMES}|$)"
    ),
    cue(rf"{_TIMES}.{{0,40}}\b(?:another|further|extra|additional) {_BYTES}", 0.85),
    cue(rf"\b(?:another|further|extra|additional) {_BYTES}.{{0,30}}{_TIMES}", 0.85),
    cue(rf"{_BYTES} (?:more|extra)\b.{{0,20}}{_TIMES}", 0.85),
    cue(
        rf"{_BYTES}.{{0,40}}\b(?:never|not|n't) (?:\w+ ){{0,2}}(?:back|freed|released|returned)\b",
        0.85,
    ),
    cue(r"\brss\b.{0,60}(?:\b\d+(?:\.\d+)?(?: ?[kmg]i?b)?, ){2,}\d", 0.7),
    cue(rf"\b(?:grow\w*|increas\w+|climb\w*)\b.{{0,30}}{_MEMORY}"),
    cue(rf"{_MEMORY}.{{0,40}}\b(?:not|never|n't) (?:\w+ )?(?:freed|released|reclaimed|garbage)"),
    cue(
        r"\b(?:oom|out of memory|killed)\b.{0,40}\bafter (?:some|a few|several|many|about|\d+)", 0.8
    ),
    cue(rf"\b(?:eats?|eating|uses? up|fills?|consum\w+|exhausts?)\b.{{0,30}}{_MEMORY}", 0.8),
    cue(rf"\bmore (?:and more )?{_MEMORY}.{{0,20}}(?:\b(?:each|every|with)\b|$)", 0.8),
    cue(
        r"\b(?:cache|list|history|buffer|graph|dict|hooks?|handles?|tensors)\b.{0,40}"
        r"\b(?:grow(?:s|ing)?\b.{0,20}\b(?:without|forever|un|for ever|every|each)|"
        r"pile up|never (?:cleared|emptied|removed|freed))",
        0.7,
    ),
)
_FULL = (cue(r"\bout of memory\b|\booms?\b|\boom-?killed\b", 0.8),)
_BASE = 0.85


def read(reading: Reading) -> list[Fingerprint]:
    growth = (
        "memory grows with every step by more than an allocator keeps",
        f'measured("growth_bytes", ">", {GROWTH_BYTES})',
    )
    full = ("memory runs out", "runs_out_of_memory()")
    return [
        *reading.by_words("memory", _BASE, _GROWS, growth),
        *reading.by_words("memory", 0.6, _FULL, full),
    ]
