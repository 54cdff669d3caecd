"""Settings that nobody mentioned, and that are not at their defaults any more."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import Clause, Where
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_SETTINGS = (
    r"(?:settings?|keys?|values?|options?|fields?|entries|parameters?|params|hyper-?parameters|"
    r"defaults?|ones)"
)
_SECTION = (
    r"(?:sections?|sub-?\w+|dict\w*|blocks?|groups?|config\w*|settings|mapping|nested \w+|table|"
    r"level)"
)
_LOST = (
    r"(?P<bad>\blost\b|\bloses?\b|\bgone\b|\bvanish\w*|\bdisappear\w*|\bdropped\b|\bdiscard\w*|"
    r"\bwiped\b|\bforg[eo]t\w*|\bmissing\b|\boverwritten\b|\berased?\b|\bresets?\b|\breplaced\b|"
    r"\bremoved\b|\bthrown away\b|\bignored\b|\bunset\b|\bnone\b|\bempty\b|\bno longer\b|"
    r"\bnot (?:\w+ ){0,2}(?:kept|applied|used|merged|filled in|the|there|at|what)\b|"
    r"n't (?:\w+ ){0,2}(?:kept|applied|used|merged|filled in|the|there|at|what)\b|"
    r"\bdifferent\b|\bwrong\b)"
)
_REST = r"\b(?:other|others|rest|remaining|all else|everything else|untouched|unmentioned)\b"
_IN_PART = re.compile(
    rf"\b(?:only|just|part|parts|partial\w*|partly|single|one {_SETTINGS}|one of|nested|deep\w*|"
    rf"some of|few)\b|{_REST}",
    re.I,
)
_PARTLY_SET = (
    cue(rf"\bdefaults?\b.{{0,80}}{_LOST}"),
    cue(rf"{_LOST}.{{0,40}}\bdefaults?\b", 0.8),
    cue(rf"{_REST}.{{0,40}}\b{_SETTINGS}\b.{{0,60}}{_LOST}", 0.85),
    cue(rf"{_REST}(?: of)?.{{0,30}}\b{_SECTION}\b.{{0,40}}{_LOST}", 0.85),
    cue(
        r"\b(?:replac|overwrit|overrid|wip|drop|discard|eras|clear|reset)\w*\b.{0,30}"
        rf"\b(?:whole|entire|complete|all of|full|rest of)\b.{{0,30}}\b{_SECTION}\b"
    ),
    cue(r"\bshallow\b.{0,30}\b(?:merg|copy|copie|updat)\w*|\bmerg\w+\b.{0,30}\bshallow\b"),
    cue(r"\b(?:not|n't) (?:\w+ ){0,2}(?:merged?|merging)\b.{0,40}\b(?:recursive|deep|nested|keys?|"
        r"dicts?|sections?|defaults?)", 0.85),
)  # fmt: skip
_KEPT = (
    cue(
        r"\b(?:chang|modif|mutat|overwrit|alter|pollut)\w+ (?:the |its |my |global |module )*"
        r"defaults\b",
        0.8,
    ),
    cue(
        r"\bdefaults?\b.{0,60}\b(?P<bad>chang\w+|modif\w+|mutat\w+|overwritten|pollut\w+|leak\w*|"
        r"alter\w+|different)\b.{0,80}\b(?:after|by|second|next|later|between|other|calls?|"
        r"calling|loading|again|first|afterwards|from then on)\b"
    ),
    cue(
        r"\b(?:second|next|later|another|fresh|new|other|following) (?:\w+ )?(?:calls?|loads?|"
        r"config\w*|settings|runs?|experiments?|instances?|objects?|trials?)\b.{0,60}"
        r"\b(?:keeps?|still|has|have|gets?|inherits?|sees?|remembers?|starts? with|carr\w+)\b"
        r".{0,60}\b(?:previous|first|earlier|old|last|one before|overrid\w+)\b",
        0.85,
    ),
    cue(
        r"\b(?:overrid\w+|settings?|values?|options?)\b.{0,40}\bleak\w*\b.{0,40}"
        r"\b(?:next|other|later|second|between|into|defaults?)\b",
        0.85,
    ),
)
_WISH = re.compile(
    r"\b(?:what|everything|anything|all|keys?|values?|settings?|options?|the rest|others?)\b"
    r".{0,60}\b(?:keeps?|retains?|stays?|remains?|comes? from|takes?|uses?|falls? back|has|have)\b"
    r".{0,40}\bdefaults?\b",
    re.I,
)
_ABOUT_SETTINGS = re.compile(
    r"(?:\b|_)(?:config\w*|settings?|options?|overrides?|sections?|yaml|json|toml|hparams|"
    r"hyper-?parameters?)\b",
    re.I,
)
_FACT = (
    "settings that nobody mentioned are not at their defaults",
    'measured("changed_defaults", ">", 0)',
)
_BASE = 0.96
"""Plainer than what a word such as `load_config` tells other families."""
_WISHED = 0.35


def read(reading: Reading) -> list[Fingerprint]:
    text = f"{reading.report.title}\n{reading.report.text}"
    if not _ABOUT_SETTINGS.search(text) or "default" not in text.lower():
        return []
    cues = (*_PARTLY_SET, *_KEPT) if _IN_PART.search(text) else _KEPT
    return reading.by_words("defaults", _BASE, cues, _FACT) or _wished(reading)


def _wished(reading: Reading) -> list[Fingerprint]:
    """A wish alone is a hint: what is not so is what it complains of."""
    said = [clause for clause in reading.clauses if _is_wish(clause)]
    return [reading.fingerprint("defaults", _WISHED, _FACT, said=said)] if said else []


def _is_wish(clause: Clause) -> bool:
    return clause.where is Where.EXPECTED and _WISH.search(clause.text) is not None
