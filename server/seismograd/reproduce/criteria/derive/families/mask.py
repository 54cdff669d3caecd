"""Positions that should not matter do: padding that counts, and a future that is seen."""

from __future__ import annotations

import re
from dataclasses import replace

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import MASKED
from seismograd.reproduce.criteria.derive.topics import MASK

_PLACES = r"(?:tokens?|positions?|steps?|words?|frames?|elements?|residues?|items?|timesteps?)"
_HIDDEN = (
    rf"(?:\b|_)(?:\w*mask\w*|padd(?:ed|ing)(?: {_PLACES})?|pad(?:s| {_PLACES})?|pad_token|"
    rf"causal\w*|future {_PLACES}|trailing (?:zeros|noughts)|zeros (?:at|after|behind) the end|"
    r"append\w* zeros|(?:behind|beyond|past) (?:the |its |their )?(?:lengths?|end))\b"
)
_BAD = (
    r"(?P<bad>\bignor\w+|\bno [ae]ffect|"
    r"\b(?:not|never) (?:being |actually |really |even )?"
    r"(?:applied|masked|respected|used|passed|ignored|excluded|honou?red|zero|propagated)|"
    r"n't (?:applied|masked|respect\w*|used|ignored|excluded|mask|apply)|\battend\w*|"
    r"\bleak\w*|\binfluenc\w+|\baffect\w*|\bcontribut\w+|\bchang\w+|\binclud(?:ed?|es|ing)\b|"
    r"\bcount(?:s|ed)?\b|\blook ahead|\bwrong\w*|\binvert\w+|\bstill\b|\bdiffer\w*|"
    r"\bdepend\w*|\bpollut\w+|\bsee\b|\bsees\b|\bincorrect\w*|\bflipped|\bnon-?zero|"
    r"\b(?:ends?|shows?) up\b|\bbleed\w*|\bcontaminat\w+|\baverag(?:e[sd]?|ing)\b|\bmatters?\b|"
    r"\bdilut\w+|\bthe other way (?:a)?round|\bswapped|\bdropped\b|\blost\b|\bunstable|\bshifts?\b)"
)
_LATER = r"(?:next|future|later|following|subsequent|upcoming|succeeding)"
_SEES = r"(?:see[ns]?|seeing|attend\w*|look\w*|peek\w*|access\w*|leak\w*|knows?|cop(?:y|ies))"
_CUES = (
    cue(rf"{_HIDDEN}.{{0,80}}{_BAD}", 0.85),
    cue(rf"{_BAD}.{{0,60}}{_HIDDEN}", 0.8),
    cue(r"\bsees? (?:the |into the )?future\b|\b(?:looks?|peeks?) (?:into the future|ahead)\b"),
    cue(rf"\b{_SEES}\b.{{0,40}}\b{_LATER}\b.{{0,20}}\b{_PLACES}", 0.9),
    cue(rf"\b{_LATER} {_PLACES}.{{0,30}}\bleak", 0.9),
    cue(
        r"\b(?:attend\w*|sees?|chang\w+|depend\w*|differ\w*|influenc\w+|leak\w*)\b.{0,60}"
        r"\b[itjn] ?\+ ?1\b",
        0.85,
    ),
    cue(
        rf"\b(?:earlier|previous|preceding|past) (?:\w+ )?(?:{_PLACES}|outputs?|logits|"
        rf"predictions?).{{0,60}}\b(?:chang\w+|differ\w*|depend\w*).{{0,60}}\b{_LATER}",
        0.9,
    ),
    cue(r"\bautoregressive (?:property|mask)\b.{0,40}\b(?:violat\w+|broken|wrong|missing)", 0.9),
    cue(r"\b(?:information|target|label) leak(?:age|s)?\b.{0,40}\b(?:decoder|attention)\b", 0.7),
    cue(r"\bpeeks? at the (?:target|answer|future)", 0.7),
    cue(rf"\b(?:same|identical)\b.{{0,60}}{_HIDDEN}.{{0,60}}\b(?:differ\w*|other|not the same)"),
)
_OTHER_MASKS = re.compile(
    r"\b(?:conv(?:olution\w*|s|\dd)?|kernel|stride|reflect\w*|circular|face|segmentation|instance|"
    r"ground[- ]truth|binary|predicted|object|polygon|gas|r-?cnn|css|border|documented|docs)\b",
    re.I,
)
"""Masks of images and of people, and the margin of a convolution."""
_FACT = "the content of masked positions changes what should not depend on it"
_BASE = 0.8


def read(reading: Reading) -> list[Fingerprint]:
    about_positions = [c for c in reading.clauses if not _OTHER_MASKS.search(c.text)]
    fact = (_FACT, f'measured("change_through_mask", ">", {MASKED})')
    told = replace(reading, clauses=tuple(about_positions))
    return told.by_words("mask", _BASE, _CUES, fact) or told.by_topics("mask", MASK, fact)
