"""Training that is stopped too early or never, and a best state that is not the best."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading

_WATCH = r"(?:early[-_ ]?stop\w*|patience|plateau\w*|stopper)"
_RATE = r"(?:learning[-_ ]?rates?|lrs?)"
_ACTS = (
    rf"(?:(?:lowers?|reduc\w+|cuts?|halve[sd]?|drops?|decays?|decreas\w+|divides?)\b.{{0,25}}\b{_RATE}|"
    rf"{_RATE}.{{0,25}}\b(?:lowered|reduced|cut|halved|dropped|decreased|divided)|"
    r"(?:stops?|ends?|aborts?|terminates?|quits?)\b|"
    r"\b(?:is|was|gets?|being) (?:stopped|ended|aborted|interrupted)|"
    r"stopping (?:triggers?|fires?|kicks in|hits|strikes))"
)
_IMPROVES = (
    r"(?:(?:still |keeps? |kept |steadily |always |constantly |clearly )*(?:improv\w+|"
    r"(?:get|got|becom)\w* (?:\w+ )?better|new best|best (?:so far|value) \w+)|"
    r"\b(?:loss|error|wer|perplexity)\b.{0,40}\b(?:decreas|fall|drop|go(?:es|ing)? down|went down|"
    r"sink)\w*|\b(?:acc\w*|auc|f1|score|dice|m?iou)\b.{0,40}\b(?:increas|ris|rose|grow|"
    r"go(?:es|ing)? up|went up|climb)\w*)"
)
_THOUGH = (
    r"\b(?:although|though|while|despite|whereas|but|yet|when|as|nevertheless|still|even if)\b"
)
_NOT = r"(?:\b(?:not|never|no)\b|n't)"
_EARLY = (
    cue(rf"{_ACTS}.{{0,80}}{_THOUGH}.{{0,80}}{_IMPROVES}"),
    cue(rf"{_IMPROVES}.{{0,80}}{_THOUGH}.{{0,80}}{_ACTS}", 0.8),
    cue(rf"(?:{_WATCH}|training|run).{{0,60}}\b(?:much |far |way )?too (?:early|soon)\b"),
    cue(
        rf"\b(?:patience|counter|wait(?:ed|ing)?|bad epochs?)\b.{{0,50}}(?P<bad>{_NOT}) (?:\w+ )?"
        r"(?:reset|set (?:back|to)|cleared|zeroed|start\w* (?:over|again))"
    ),
    cue(
        rf"{_WATCH}.{{0,80}}\b(?:after|in|at) (?:only |just |the |exactly )*(?:first|second|one|"
        r"two|1|2|1st|2nd) epochs?",
        0.7,
    ),
    cue(rf"{_WATCH}.{{0,60}}\b(?:first|second) epoch\b", 0.6),
    cue(rf"{_WATCH}.{{0,40}}\b(?:immediately|right away|at once|straight away|prematurely)\b", 0.8),
)
_NEVER = (
    cue(
        rf"{_WATCH}.{{0,60}}(?P<bad>{_NOT}) (?:\w+ )?(?:stop|trigger|fire|kick|work|happen|activat|"
        r"act|do|end|abort|take)\w*"
    ),
    cue(
        rf"{_WATCH}.{{0,60}}\b(?:ignored|no effect|has no influence|much too late|too late)\b", 0.8
    ),
    cue(
        r"\b(?:never|does not|doesn't|won't|did not|didn't) (?:early[- ])?stops?\b"
        rf".{{0,80}}{_WATCH}"
    ),
    cue(
        r"\b(?:training|it|trainer|run) (?:just )?"
        r"(?:goes on|keeps? (?:on )?(?:training|going|running)|"
        rf"continues|runs)\b.{{0,80}}(?:{_NOT} (?:\w+ )?(?:improv|better)|{_WATCH}|stagnat)",
        0.8,
    ),
    cue(r"\b(?:stops?|stopping) (?:much |far |way )?too late\b", 0.8),
)
_STATE = r"(?:model|checkpoint|weights?|state|epoch|file|snapshot|parameters|network)s?"
_WORST = (
    cue(
        r"\b(?:sav|keep|kept|stor|restor|load|return|writ|giv|pick|select|tak)\w*\b.{0,30}\bworst\b"
    ),
    cue(rf"\bworst {_STATE}"),
    cue(
        r"\bbest\b.{0,40}\b(?:is|are|has|have|holds?|contains?|equals?|turns? out|always|"
        r"becomes?|gives?)\b.{0,50}\b(?:last|latest|final|newest|worst|most recent)\b"
    ),
    cue(
        r"\b(?:last|latest|final|newest|worst)\b.{0,40}\b(?:instead of|rather than|and not|not)\b"
        r".{0,20}\bbest\b"
    ),
    cue(
        rf"\bbest\b.{{0,15}}\b{_STATE}\b.{{0,40}}"
        r"\b(?:overwritten|replaced|changes? (?:in|with|after))\b"
    ),
    cue(
        rf"\bbest(?:\b|_).{{0,15}}(?:{_STATE}|pt|pth|ckpt)\b.{{0,60}}"
        rf"(?:{_NOT} (?:\w+ )?(?:the )?best\b|"
        r"\b(?:worse|lower acc\w*|higher loss)\b)",
        0.8,
    ),
    cue(r"\b(?:wrong|other) (?:epoch|checkpoint)\b.{0,40}\bbest\b", 0.7),
)
_BASE = 0.8
_GROUPS = (
    (
        _EARLY,
        "it acts although the metric gets better in time",
        'measured("acted_too_early", "==", True)',
    ),
    (
        _NEVER,
        "it never acts though the metric does not get better any more",
        'measured("never_acted", "==", True)',
    ),
    (
        _WORST,
        "what is kept as the best is of another epoch",
        'measured("epochs_from_best", ">", 0)',
    ),
)


def read(reading: Reading) -> list[Fingerprint]:
    found: list[Fingerprint] = []
    for cues, fact, check in _GROUPS:
        found += reading.by_sentences("patience", _BASE, cues, (fact, check))
    return found
