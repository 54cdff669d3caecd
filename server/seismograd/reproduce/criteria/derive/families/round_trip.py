"""There and back again, and not the same: decoding, undoing a scale, converting back."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import ROUNDING

_BACK = (
    r"(?:decod(?:e|es|ed|ing)|inver(?:se|t\w*)|inverse_\w+|de-?normali[sz]\w*|un-?normali[sz]\w*|un-?scal\w+|"
    r"de-?tokeni[sz]\w*|un-?pack\w*|un-?do\w*|un-?standardi[sz]\w*|de-?standardi[sz]\w*|un-?flatten|"
    r"un-?patchify|(?:convert\w*|transform\w*|mapp?\w*|scal\w+) back|\w+_(?:to|2)_\w+)"
)
_UNDO = (
    r"(?:undo|invert|reverse|restore|recover|reproduce|reconstruct|cancel|be (?:the|an) inverse|"
    r"give back|get back|return (?:to )?the (?:original|input|same))"
)
_OTHER = (
    r"(?P<bad>(?:not|n't|never) (?:be |exactly |quite )?(?:the same|equal|identical|match\w*|agree|"
    r"x\b)|!=|differ\w*|other (?:values?|numbers?|texts?|than)|another|wrong|lost|chang\w+|"
    r"lossy|off|garbled)"
)
_CUES = (
    cue(rf"\b{_BACK}\b.{{0,60}}(?:\b(?:not|never)|n't|\bfails to|\bcannot) (?:\w+ )?{_UNDO}"),
    cue(rf"\b{_BACK}\b.{{0,60}}\bnot (?:its|the|an?|each other's) inverse"),
    cue(r"\bnot (?:the |an? )?inverses? of\b|\bnot (?:each other's )?inverses?\b"),
    cue(r"\bround[- ]?trip\w*\b.{0,60}\b(?:fail\w*|broken|not|wrong|lossy|lo[os]es)\b"),
    cue(rf"\bdecode\w*\(.{{0,30}}encode\w*\(.{{0,30}}\).{{0,40}}{_OTHER}"),
    cue(r"\b\w+\((?:\w+\.)?\w+\((\w+)\)\)\s(?:is not|is n't|isn't|!=|is never|does not give) \1\b"),
    cue(rf"\bencod(?:e|es|ed|ing)\b.{{0,40}}\bdecod(?:e|es|ed|ing)\b.{{0,60}}{_OTHER}"),
    cue(rf"\b(?:inverse|back)[ -]?(?:transform\w*|scal\w+|conver\w+)\b.{{0,60}}{_OTHER}"),
    cue(
        r"\b(?:cannot|can't|do not|don't|never|not) get (?:back )?(?:my |the )?(?:original|old|"
        r"input|same) ?(?:values?|text|data|image|numbers?|tensor|boxes)?\b.{0,20}\bback\b",
        0.8,
    ),
    cue(rf"\b(?:back and forth|there and back)\b.{{0,60}}{_OTHER}"),
)
_BASE = 0.82
_OF_FILES = r"\bsav(?:e|ing|ed)\b|checkpoint|state_dict|\bload(?:ed|ing)?\b|\bfiles?\b|\bdisk\b"
"""What goes through a file is another family's."""


def read(reading: Reading) -> list[Fingerprint]:
    if reading.weigh(_CUES).mentions(_OF_FILES):
        return []
    fact = (
        "what was converted there and back is not the same",
        f'measured("difference_after_round_trip", ">", {ROUNDING})',
    )
    return reading.by_words("value", _BASE, _CUES, fact)
