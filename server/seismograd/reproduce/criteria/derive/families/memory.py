"""Memory that is never given back."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import GROWTH_BYTES

_MEMORY = r"\b(?:memory|ram|vram|rss)\b"
_GROWS = (
    cue(rf"{_MEMORY}.{{0,20}}\bleak\w*|\bleak\w*.{{0,20}}{_MEMORY}", 0.95),
    cue(
        rf"{_MEMORY}.{{0,60}}\b(?:grow\w*|increas\w+|climb\w*|ris(?:es|ing)|accumulat\w+|keeps|creeps)\b"
    ),
    cue(rf"\b(?:grow\w*|increas\w+|climb\w*)\b.{{0,30}}{_MEMORY}"),
    cue(rf"{_MEMORY}.{{0,40}}\b(?:not|never|n't) (?:\w+ )?(?:freed|released|reclaimed|garbage)"),
    cue(r"\b(?:oom|out of memory)\b.{0,40}\bafter (?:some|a few|several|many|\d+)", 0.8),
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
