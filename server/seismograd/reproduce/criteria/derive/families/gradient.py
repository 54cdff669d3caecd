"""Gradients that do not arrive, parameters that do not move, or move though frozen."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import Evidence, cue
from seismograd.reproduce.criteria.derive.reading import Reading

_NOT = r"(?:not|n't|never|no longer)"
_PARTS = (
    r"\b(?:weights?|parameters?|params|embeddings?|layers?|encoder|decoder|backbone|head|"
    r"bias(?:es)?|adapters?|projection|experts?|module|blocks?|temperature|scale)\b"
)
_NO_GRADIENT = (
    cue(
        r"\bgrad(?:ient)?s?\b.{0,30}\b(?:none|zero|0|0\.0|missing|lost|cut|detached|vanish\w*|blocked)\b"
    ),
    cue(r"\b(?:no|zero|none|missing) grad(?:ient)?s?\b"),
    cue(
        rf"\bgrad(?:ient)?s?\b.{{0,30}}{_NOT} (?:flow|reach|propagat|arriv|get|comput|pass|"
        rf"backprop)\w*"
    ),
    cue(rf"{_NOT} (?:get|receiv|have|hav)\w* (?:any |a )?grad(?:ient)?s?\b"),
    cue(
        r"\b(?:cuts?|breaks?|detach(?:es|ed)?) (?:the )?(?:autograd |computation(?:al)? )?graph\b",
        0.8,
    ),
)
_NO_CHANGE = (
    cue(
        rf"{_PARTS}.{{0,60}}{_NOT} (?:being |get |getting |actually |ever )?"
        r"(?:updat|chang|train|mov|optimi[sz])\w*"
    ),
    cue(
        rf"{_PARTS}.{{0,40}}\b(?:stays?|remains?|kept|keeps?|are|is)\b.{{0,20}}"
        r"\b(?:frozen|the same|unchanged|at (?:its|their) init\w*|identical|untrained)\b",
        0.8,
    ),
    cue(
        rf"{_NOT} (?:in|part of|among|registered|passed|added|included|returned).{{0,40}}"
        r"\b(?:parameters\(\)|optimi[sz]er|parameter list|model\.parameters|state_dict)",
        0.8,
    ),
    cue(rf"{_PARTS}.{{0,40}}{_NOT} registered"),
    cue(r"\bmissing from .{0,20}\bparameters(?:\(\))?\b", 0.8),
)
_CHANGES_THOUGH_FROZEN = (
    cue(
        r"\bfr(?:ozen|eez\w+)\b.{0,60}\b(?:still|are|is|get|gets|keep|keeps|nevertheless)\b"
        r".{0,20}\b(?:updat|chang|train|mov)\w*"
    ),
    cue(
        r"\b(?:still|keeps?|get|gets)\b.{0,30}\b(?:updat|chang|train)\w*.{0,60}"
        r"\b(?:frozen|freez\w*|requires_grad ?= ?False)"
    ),
    cue(r"\bfreez\w*.{0,40}\b(?:no effect|ignored|not work\w*|n't work|does nothing)", 0.8),
)
_CHANGES_WHERE_NOTHING_TRAINS = (
    cue(
        r"(?:evaluat|validat|predict|inference|testing)\w*\b.{0,40}"
        r"\b(?:modif|chang|updat|alter)\w*.{0,30}\b(?:weights|parameters|model)\b"
    ),
    cue(
        r"\b(?:weights|parameters|model)\b.{0,40}"
        r"\b(?:differ\w*|modif\w*|chang\w*|updat\w*|alter\w*).{0,30}"
        r"\b(?:by|during|after|in) (?:calling )?(?:evaluat|validat|predict|inference|test)\w*"
    ),
)
_ZERO_GRADIENT = (
    "no gradient reaches the parameters in question",
    'measured("gradient_norm", "==", 0.0)',
)
_STILL = (
    "training does not change the parameters in question",
    'measured("parameter_change", "==", 0.0)',
)
_MOVES = ("training changes frozen parameters", 'measured("parameter_change", ">", 0.0)')
_MOVES_IN_EVALUATION = (
    "evaluation changes the parameters",
    'measured("parameter_change", ">", 0.0)',
)
_BASE = 0.85
_OTHER = 0.75


def read(reading: Reading) -> list[Fingerprint]:
    moves = reading.by_words("gradient", _BASE, _CHANGES_THOUGH_FROZEN, _MOVES) or (
        reading.by_words("gradient", _BASE, _CHANGES_WHERE_NOTHING_TRAINS, _MOVES_IN_EVALUATION)
    )
    if moves:
        return moves
    gradient, change = reading.weigh(_NO_GRADIENT), reading.weigh(_NO_CHANGE)
    if gradient.score >= change.score:
        return _both(reading, gradient, _ZERO_GRADIENT, _STILL)
    return _both(reading, change, _STILL, _ZERO_GRADIENT)


def _both(
    reading: Reading, evidence: Evidence, first: tuple[str, str], second: tuple[str, str]
) -> list[Fingerprint]:
    if not evidence:
        return []
    confidence = _BASE * evidence.score
    return [
        reading.fingerprint("gradient", confidence, first, said=evidence.clauses),
        reading.fingerprint("gradient", confidence * _OTHER, second, said=evidence.clauses),
    ]
