"""What was saved does not come back as it was."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import ROUNDING

_RELOAD = (
    r"\b(?:re-?load\w*|load(?:s|ed|ing)?|sav(?:e|es|ed|ing)|restor\w+|resum\w+|checkpoint\w*|"
    r"state[_ ]dict\w*|pickl\w+|seriali[sz]\w+|deseriali[sz]\w+|from_pretrained|export\w*|"
    r"deepcop\w+|round[- ]?trip\w*|load_model|save_weights|load_weights|from_config|"
    r"get_config)\b"
)
_BAD = (
    r"(?P<bad>\bdiffer\w*|\bnot (?:the same|identical|equal|restored|saved|loaded|match\w*|"
    r"included|persisted|kept|preserved|stored|part)|"
    r"n't (?:match|restore|resume|work|save|load|include|keep|preserve|persist|store|"
    r"survive)\w*|\bnot (?:restore|save|match|include|preserve|survive|store)\b|"
    r"\blos(?:t|es|ing)\b|\bmissing\b|\bforg[eo]t\w*|\breset\w*|\bre-?initiali[sz]\w+|"
    r"\bwrong\b|\bworse\b|\brandom\b|\bstarts? (?:over|again|from)|\bfrom scratch\b|"
    r"\bdrops?\b|\bjumps?\b|\binconsistent\b|\bgone\b|\bignor\w+|\bchang(?:es|ed)\b|"
    r"\brestarts?\b|\bmismatch\w*|\bnot? (?:longer )?equivalent|\bspikes?\b)"
)
_CUES = (
    cue(rf"{_RELOAD}.{{0,100}}{_BAD}"),
    cue(rf"{_BAD}.{{0,80}}\b(?:after|when|on|upon|once|by|through|from|across).{{0,40}}{_RELOAD}"),
    cue(
        r"\b(?:not|n't|never) (?:being )?(?:saved|restored|reloaded|persisted|checkpointed|"
        r"serialized)\b"
    ),
)
_FACT = "outputs or state differ after saving and loading"
_BASE = 0.85


def read(reading: Reading) -> list[Fingerprint]:
    fact = (_FACT, f'measured("difference_after_reload", ">", {ROUNDING})')
    return reading.by_words("reload", _BASE, _CUES, fact)
