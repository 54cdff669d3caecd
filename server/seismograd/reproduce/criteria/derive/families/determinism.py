"""The same seed, and yet another result."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import REPETITION

_CUES = (
    cue(r"\bdetermini\w+ (?:bug|problem|issue)", 0.9),
    cue(
        r"\b(?:two|both|repeated|several|multiple|successive|consecutive|"
        r"identical) (?:\w+ )?(?:runs|executions|trainings)\b.{0,60}"
        r"\b(?:differ\w*|diverge|vary|not (?:agree|match))",
        0.85,
    ),
    cue(r"\bnon-?determini\w+|\bindetermini\w+|\birreproducible\b|\bun-?reproducible\b", 0.95),
    cue(r"\b(?:not|n't|never) (?:be |fully |completely )?(?:determini\w+|reproducib\w+)", 0.95),
    cue(
        r"\b(?:differ\w*|vary|varies|chang\w+|inconsistent)\b.{0,60}"
        r"\b(?:each|every|between|across|from run|run to run|two|multiple|repeated) ?(?:runs?|"
        r"time|executions?|to run|invocations?)\b",
        0.85,
    ),
    cue(
        r"\b(?:same|fixed|identical|despite|even with|setting|set) (?:the |a |"
        r"random )*seeds?\b.{0,80}\b(?:differ\w*|vary|varies|chang\w+|not)\b"
    ),
    cue(
        r"\b(?:differ\w*|vary|varies|chang\w+)\b.{0,80}"
        r"\b(?:same|fixed|identical|despite|even with|even though|although|setting|"
        r"set) (?:the |a |random )*seed"
    ),
    cue(
        r"\bseed\w*\b.{0,30}\b(?:no effect|ignored|not (?:used|respected|applied|passed)|n't work)",
        0.8,
    ),
)
_FACT = "two runs with the same seed differ"
_BASE = 0.85


def read(reading: Reading) -> list[Fingerprint]:
    fact = (_FACT, f'measured("difference_between_runs", ">", {REPETITION})')
    return reading.by_words("determinism", _BASE, _CUES, fact)
