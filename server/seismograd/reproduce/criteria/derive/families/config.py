"""An option that nobody listens to."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_OPTION = (
    r"(?:\b(?:option|parameter|argument|arg|kwarg|flag|setting|config\w*|hyper-?parameter|"
    r"value|field|attribute|keyword|key|switch)s?\b|\b[a-z]+_[a-z_]+\b|\b\w+ ?= ?[\w.]+|"
    r"--[a-z][\w-]+)"
)
_DEAF = (
    r"(?P<bad>\b(?:is|are|was|gets?|being|silently|simply|completely) (?:\w+ )?ignored\b|"
    r"\bno (?:effect|influence|impact)\b|"
    r"\b(?:not|never|n't) (?:\w+ )?(?:used|respected|hono(?:u)?red|passed|applied|forwarded|"
    r"propagated|read|taken into account|picked up|considered|affect|have any|do anything|"
    r"change anything)|\bmakes? no difference\b|\bdoes nothing\b|\bhas? no difference\b|"
    r"\boverrid(?:den|es)\b|\boverwritten\b|\bhard-?coded\b|"
    r"\balways (?:uses?|used|the default|defaults?|set to)\b|"
    r"\bsilently (?:drop|discard|fall)\w*)"
)
_CUES = (
    cue(rf"{_OPTION}.{{0,60}}{_DEAF}"),
    cue(rf"\b(?:changing|setting|passing|varying|specifying)\b.{{0,60}}{_DEAF}"),
    cue(rf"\bignor(?:es|ing|e)\b.{{0,20}}{_OPTION}"),
    cue(
        r"\b(?:same|identical) (?:results?|outputs?|loss|values?)\b.{0,40}"
        r"\b(?:regardless of|whatever|no matter|for any)\b",
        0.85,
    ),
    cue(r"\b(?:regardless of|no matter what|no matter which)\b", 0.3),
    cue(r"\b\w+ (?:has|have|had) (?:absolutely |almost )?no (?:effect|influence|impact)\b", 0.7),
    cue(
        r"\bnever (?:triggers?|fires?|kicks in|takes effect|called|invoked|activat\w+|used)\b", 0.6
    ),
)
_FACT = "results are the same with two values of the option"
_OF_OTHERS = r"mask|padding|\bseed|schedul|learning[ _]rate|\blr\b|shuffl|freez|frozen|eval mode"
"""Options whose families know better what to measure."""
_BASE = 0.8
_LESS = 0.8


def read(reading: Reading) -> list[Fingerprint]:
    fact = (_FACT, 'measured("difference_with_option", "==", 0.0)')
    known_better = reading.weigh(_CUES).mentions(_OF_OTHERS)
    return reading.by_words("config", _BASE * (_LESS if known_better else 1.0), _CUES, fact)
