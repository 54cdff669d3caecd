"""An option that nobody listens to."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_OPTION = (
    r"(?:\b(?:option|parameter|argument|arg|kwarg|flag|setting|config\w*|hyper-?parameter|"
    r"value|field|attribute|keyword|key|switch|yaml|json|toml|env(?:ironment)? var\w*|"
    r"dropout|activation|momentum|temperature|patience|regulari[sz]ation|clipping|"
    r"weight decay|smoothing|augmentation)s?\b|"
    r"\b[a-z]+_[a-z_]+\b|\b\w+ ?[=:] ?[\w.]+|--[a-z][\w-]+)"
)
_NOT = r"(?:\b(?:not|never)|n't)"
_DEAF = (
    r"(?P<bad>\b(?:is|are|was|gets?|being|silently|simply|completely|seems?) (?:\w+ ){0,2}"
    r"(?:ignored|dropped|discarded)\b|"
    r"\bno (?:effect|influence|impact)\b|\bno-?op\b|\buseless\b|\bwithout (?:any )?effect\b|"
    rf"{_NOT} (?:\w+ )?(?:used|respected|hono(?:u)?red|passed|applied|forwarded|"
    r"propagated|read|taken into account|picked up|considered|affect|have any|do anything|"
    r"do a thing|change (?:anything|a thing|the (?:model|results?|outputs?|loss|number))|"
    r"seem to (?:do|change|matter|have)|matter|take effect|remove|disable|enable|turn|work)|"
    r"\bmakes? no difference\b|\b(?:does|do|did) nothing\b|\bhas? no difference\b|"
    r"\boverrid(?:den|es)\b|\boverwritten\b|\bhard-?coded\b|"
    r"\balways (?:uses?|used|the default|defaults?|set to|has|stops|stays|gets?|trains?)\b|"
    r"\bsilently (?:drop|discard|fall)\w*|\banyway\b|\bregardless\b|"
    r"\bstays? (?:the same|at|\d)|\bexactly (?:equal|the same)\b|"
    r"\b(?:bit-?)?identical\b|\bstill (?:uses?|has|gets?|gives?|\w+ents?)\b)"
)
_SAME = (
    r"\b(?:same|identical|equal) (?:\w+ )?(?:results?|outputs?|loss(?:es)?|values?|numbers?|"
    r"curves?|accurac\w+|metrics?|predictions?|model|weights)\b"
)
_WHATEVER = r"\b(?:regardless of|whatever|no matter|for (?:any|all|every|both|each)|independent of)"
_CUES = (
    cue(rf"{_OPTION}.{{0,60}}{_DEAF}"),
    cue(
        r"\b(?:changing|setting|passing|varying|specifying|tried|try|giving|putting|switching)\b"
        rf".{{0,60}}{_DEAF}"
    ),
    cue(rf"\bignor(?:es|ing|e)\b.{{0,20}}{_OPTION}"),
    cue(r"^\W*[\w-]+ (?:is|are|gets?) (?:\w+ )?ignored\b", 0.7),
    cue(rf"{_SAME}.{{0,40}}{_WHATEVER}", 0.85),
    cue(rf"{_SAME}.{{0,30}}\bwith (?:and|or) without\b"),
    cue(rf"{_SAME}.{{0,60}}\b(?:all digits|last digit|all of them|all decimals)\b", 0.8),
    cue(
        r"\b(?:identical|exactly the same|exactly equal|the same)\b.{0,60}"
        r"\b(?:to the (?:last|\w+) digit|all digits|(?:as|to) the run with|run with)\b",
        0.7,
    ),
    cue(r"\b(?:regardless of|no matter what|no matter which|no matter how|whatever i)\b", 0.45),
    cue(r"\b\w+ (?:has|have|had) (?:absolutely |almost )?no (?:effect|influence|impact)\b", 0.7),
    cue(
        r"\bnever (?:triggers?|fires?|kicks in|takes effect|called|invoked|activat\w+|used)\b", 0.6
    ),
    cue(
        rf"\bstill (?:uses?|using|used|trains? with|runs? with|gets?|has)\b.{{0,40}}{_OPTION}", 0.6
    ),
    cue(rf"{_OPTION}.{{0,60}}\bstill (?:uses?|using|used|trains? with|runs? with)\b", 0.7),
    cue(r"\bstill uses? (?:\w+ ){0,2}[\d.]+", 0.7),
    cue(rf"--no-[a-z-]+ still \w+|{_OPTION}.{{0,30}}\bgives? \w+ anyway\b", 0.8),
)
_FACT = "results are the same with two values of the option"
_OF_OTHERS = (
    r"mask|padding|\bseed|schedul|learning[ _]rate|\blr\b|shuffl|freez|frozen|eval mode|"
    r"\b(?:all|every|each) (?:steps?|epochs?|iterations?|batch(?:es)?)\b"
)
"""Options whose families know better what to measure."""
_OF_TRAINING = r"freez|frozen|requires_grad|trainable ?="
"""What is kept from training gives the same results by right."""
_NO_OPTION = r"\beval\(\)|\btrain\(\)|\.eval\b"
"""Modes are no options: what they change is known."""
_BASE = 0.8
_LESS = 0.8


def read(reading: Reading) -> list[Fingerprint]:
    fact = (_FACT, 'measured("difference_with_option", "==", 0.0)')
    evidence = reading.weigh(_CUES)
    if evidence.mentions(_OF_TRAINING) or evidence.mentions(_NO_OPTION):
        return []
    known_better = evidence.mentions(_OF_OTHERS)
    return reading.by_words("config", _BASE * (_LESS if known_better else 1.0), _CUES, fact)
