"""Scores that are all alike, and a ranking that makes something of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import Clause
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import ROUNDING

_SCORES = r"(?:scores?|predictions?|outputs?|logits?|probabilit(?:y|ies)|values?|similarit\w+)"
_ALIKE = re.compile(
    rf"\b(?:constant|identical|equal|tied|uniform|duplicate) (?:\w+ )?(?:{_SCORES}|model|"
    rf"classifier|predictor|baseline)\b|"
    rf"\b(?:the |one )?same (?:\w+ )?{_SCORES}\b.{{0,20}}\b(?:all|every\w*|each|any)\b|"
    rf"\bpredict\w* (?:always |only )?(?:the same|a constant|nothing but)\b|"
    rf"\b{_SCORES}\b.{{0,25}}\b(?:all|always|exactly) (?:the )?(?:same|equal|identical|alike|"
    rf"zeros?|tied)\b|"
    rf"\ball {_SCORES} (?:are|being|were) (?:the )?(?:same|equal|identical|alike|zero|tied)\b|"
    rf"\b(?:scor|predict|rat)\w+ .{{0,40}}\b(?:with|as|by) a constant\b|\bties\b|\btied\b",
    re.I,
)
_AREA = re.compile(r"\b(?:roc[ _-]?)?auc\b|\bauroc\b|area under|concordance|\bc-?index\b", re.I)
_OTHER_AREA = re.compile(r"\b(?:pr|precision[ -]recall)[ _-]auc\b|\baupr\w*", re.I)
_RANKS = re.compile(
    r"\bmrr\b|\breciprocal rank|\bhits?[@ _]?(?:at|\d|k)|\bmean rank|\brank(?:s|ing|ed)?\b", re.I
)
_BEST = re.compile(
    r"\bperfect\w*|\b(?:100 ?%|1\.0+)(?![\d.])|\b(?:is|of|gives?|returns?|gets?|says) 1(?![\d.])|"
    r"\boptimistic\w*|\b(?:rank|place) (?:1|one)\b|\bbest (?:rank|score|place|result)|"
    r"\bfirst place",
    re.I,
)
_BASE = 0.9


def read(reading: Reading) -> list[Fingerprint]:
    alike = [c for c in reading.clauses if _ALIKE.search(c.sentence or c.text)]
    return list(_of_ranking(reading, alike)) if alike else []


def _of_ranking(reading: Reading, alike: list[Clause]) -> Iterator[Fingerprint]:
    text = "\n".join([reading.report.title, *(c.text for c in reading.clauses)]).replace("_", " ")
    if _AREA.search(_OTHER_AREA.sub("", text)):
        fact = (
            "the area under the curve is another than by its definition where scores are tied",
            f'measured("difference_with_ties", ">", {ROUNDING})',
        )
        yield reading.fingerprint("metric", _BASE, fact, said=alike)
    elif _RANKS.search(text) and _BEST.search(text):
        fact = (
            "scores that are all alike get the best result",
            'measured("result_of_equal_scores", "~", 1.0, within=0.001)',
        )
        yield reading.fingerprint("metric", _BASE, fact, said=alike)
