"""The same seed, and yet another result."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.repeated_lines import answers_differ
from seismograd.reproduce.criteria.derive.seeding import is_about_seeds
from seismograd.reproduce.criteria.derive.thresholds import REPETITION

_VARIES = (
    r"\b(?:differ\w*|vary|varies|varied|chang\w+|inconsistent|another|other|fluctuat\w+|"
    r"random\w*|new|(?:not|never) (?:be |get )?(?:the )?(?:same|identical|equal))\b"
)
_TIMES = (
    r"\b(?:each|every|between|across|from|per|multiple|repeated|two|whenever) ?(?:other |new |"
    r"single )?(?:runs?|times?|executions?|trainings?|invocations?|calls?|sessions?|"
    r"to run|i (?:run|start|make|call|create|build))\b"
)
_CUES = (
    cue(r"\bdetermini\w+ (?:bug|problem|issue)", 0.9),
    cue(
        r"\b(?:two|both|repeated|several|multiple|successive|consecutive|"
        r"identical) (?:\w+ )?(?:runs|executions|trainings)\b.{0,60}"
        r"\b(?:differ\w*|diverge|vary|not (?:agree|match))",
        0.85,
    ),
    cue(r"\bnon[- ]?determini\w+|\bindetermini\w+|\birreproducible\b|\bun-?reproducible\b", 0.95),
    cue(r"\b(?:not|n't|never) (?:\w+ ){0,3}(?:determini\w+|reproducib\w+)", 0.95),
    cue(
        r"\b(?:differ\w*|vary|varies|chang\w+|inconsistent)\b.{0,60}"
        r"\b(?:each|every|between|across|from run|run to run|two|multiple|repeated) ?(?:runs?|"
        r"time|executions?|to run|invocations?)\b",
        0.85,
    ),
    cue(
        r"\b(?:same|fixed|identical|despite|even with|setting|set) (?:the |a |"
        r"random )*seeds?\b.{0,80}\b(?:differ\w*|vary|varies|chang\w+|not|another|other)\b"
    ),
    cue(
        r"\b(?:differ\w*|vary|varies|chang\w+)\b.{0,80}"
        r"\b(?:same|fixed|identical|despite|even with|even though|although|though|setting|"
        r"set) (?:the |a |random |generator )*seed"
    ),
    cue(
        r"(?:\bseed\w*|\brandom_state)\b.{0,30}\b(?:no effect|does nothing|ignored|"
        r"(?:not|n't|never) (?:\w+ )?(?:used|respected|applied|passed|set|work|honou?red|enough))",
        0.8,
    ),
    cue(r"\bignor(?:es?|ing) (?:the |my |any )?(?:\w+ )?(?:seed|random_state)", 0.8),
    cue(r"seed\w*\b.{0,60}(?:\bnot|n't|\bnever)\b.{0,25}\b(?:same|equal|identical)\b", 0.8),
    cue(
        rf"{_VARIES}.{{0,60}}\b(?:between|across|after|in every|in each|per|each) (?:a |an |new |"
        r"the |python )*(?:sessions?|re-?start\w*|process(?:es)?|interpreters?|kernels?)\b",
        0.8,
    ),
    cue(rf"{_VARIES}.{{0,60}}\b(?:each|every) time (?:i|we|you) (?:re)?(?:start|launch|open)", 0.8),
    cue(
        r"\b(?:cannot|can't|can not|unable to|impossible to) (?:get|obtain|reproduce|repeat)\b"
        r".{0,40}\b(?:twice|again|my own|(?:same|identical) (?:run|result|number|order)s?)",
        0.8,
    ),
)
_WHERE_SEEDED = (
    cue(rf"{_VARIES}.{{0,60}}{_TIMES}", 0.85),
    cue(rf"{_TIMES}.{{0,60}}{_VARIES}", 0.85),
    cue(r"\b(?:still|both times|twice)\b.{0,40}\b(?:vary|varies|differ\w*|random|other)\b", 0.7),
    cue(r"\bin(?:to)? (?:a |an )?(?:different|another|other) order\b|\banother order\b", 0.7),
    cue(r"\b(?:not|never|n't)\b.{0,30}\bthe same\b.{0,30}\b(?:twice|again|second)", 0.8),
    cue(
        r"\b(?:orders?|splits?|batches|weights|folds|indices|samples|results?|numbers)\b.{0,40}"
        r"\b(?:differ\w*|random|vary|varies|not the same|never the same)\b",
        0.6,
    ),
    cue(r"\breproducib\w+", 0.5),
)
"""What only counts where the report speaks of a seed at all."""
_SAME_FOR_ALL = re.compile(
    r"\b(?:different|whatever|any|all|other|both|two|no matter (?:which|what)|"
    r"regardless of (?:the )?|changing (?:the )?|another) ?(?:random )?seeds?\b"
    r".{0,60}\b(?:same|identical)\b",
    re.I,
)
"""Then it is chance that is missing, not its repetition."""
_FACT = "two runs with the same seed differ"
_BASE = 0.85
_SHOWN = 0.92
"""Where a console shows one call with two answers."""


def read(reading: Reading) -> list[Fingerprint]:
    text = f"{reading.report.title}\n{reading.report.text}"
    if _SAME_FOR_ALL.search(text):
        return []
    fact = (_FACT, f'measured("difference_between_runs", ">", {REPETITION})')
    is_seeded = is_about_seeds(reading.report)
    if is_seeded and answers_differ(reading.report.text):
        return [reading.fingerprint("determinism", _SHOWN, fact)]
    cues = (*_CUES, *_WHERE_SEEDED) if is_seeded else _CUES
    return reading.by_words("determinism", _BASE, cues, fact)
