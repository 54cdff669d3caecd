"""Gradients that do not arrive, parameters that do not move, or move though frozen."""

from __future__ import annotations

import re

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import Evidence, cue
from seismograd.reproduce.criteria.derive.families.still_parameters import WHERE_TRAINED
from seismograd.reproduce.criteria.derive.reading import Reading

_NOT = r"(?:not|n't|never|no longer)"
_PARTS = (
    r"\b(?:weights?|parameters?|params|embeddings?|layers?|encoder|decoder|backbone|head|body|"
    r"bias(?:es)?|adapters?|projection|experts?|module|blocks?|temperature|scale|codebook|gates?|"
    r"generator|discriminator|student|teacher|trunk|towers?|prompts?|lora|kernels?|gamma|beta|"
    r"alpha|stem|convs?|convolutions?|attention|router|classifier|extractor|mixer|"
    r"\w+_(?:embed\w*|emb|token|scale|weight|proj|layers?|net|head|param|bias)|\w+\.weight)\b"
)
_ADVERBS = r"(?:being |get |getting |actually |ever |really |at all |even )?"
_NO_GRADIENT = (
    cue(
        r"\bgrad(?:ient)?s?\b.{0,30}\b(?:none|zero|0|0\.0|missing|lost|cut|detached|vanish\w*|"
        r"blocked)\b"
    ),
    cue(r"\b(?:no|zero|none|missing) grad(?:ient)?s?\b(?! (?:accumulation|clip\w*|checkpoint\w*))"),
    cue(
        rf"\bgrad(?:ient)?s?\b.{{0,30}}{_NOT} (?:flow|reach|propagat|arriv|get|comput|pass|"
        rf"backprop)\w*"
    ),
    cue(rf"\bback(?:ward|prop\w*)\b.{{0,30}}{_NOT} (?:reach|go|get|arriv|touch)\w*"),
    cue(rf"{_NOT} (?:get|receiv|have|hav)\w* (?:any |a )?grad(?:ient)?s?\b"),
    cue(
        r"\b(?:cuts?|breaks?|detach(?:es|ed)?) (?:the )?(?:autograd |computation(?:al)? )?graph\b",
        0.8,
    ),
    cue(
        r"\b(?:detach(?:ed)?|cut off|disconnected)\b.{0,30}\bfrom the "
        r"(?:autograd |computation(?:al)? )?graph\b",
        0.8,
    ),
)
_NO_CHANGE = (
    cue(
        rf"{_PARTS}.{{0,60}}{_NOT} {_ADVERBS}"
        r"(?:updat|chang|train|mov|optimi[sz]|learn|adapt)\w*"
    ),
    cue(
        rf"{_PARTS}.{{0,40}}\b(?:stays?|remains?|kept|keeps?|are|is|has|have)\b"
        r"(?:(?!\bnot\b|n't).){0,20}\b(?:frozen|the same|unchanged|at (?:its|their|the) init\w*|"
        r"(?:bit-?)?identical|untrained|exactly equal|the initial values?)\b",
        0.8,
    ),
    cue(
        r"\b(?:same|(?:bit-?)?identical|(?:exactly )?equal|unchanged)\b.{0,30}"
        r"\b(?:weights|parameters|values?)?\b.{0,20}\bbefore and after (?:the )?"
        r"(?:training|fit|epochs?|step)",
        0.8,
    ),
    cue(r"\bsame weights\b.{0,30}\b(?:after|before|as before) ", 0.7),
    cue(
        r"\bonly (?:the |our |its )?[\w.]+(?: layer| head)? (?:learns|trains|is (?:being )?"
        r"(?:trained|updated)|gets? (?:trained|updated)|changes|moves)\b",
        0.7,
    ),
    cue(
        rf"{_NOT} (?:in|part of|among|registered|passed|added|included|returned).{{0,40}}"
        r"\b(?:parameters\(\)|optimi[sz]er|parameter list|model\.parameters|state_dict|"
        r"trainable_(?:weights|variables)|trainable (?:weights|variables))",
        0.8,
    ),
    cue(rf"{_PARTS}.{{0,40}}{_NOT} registered"),
    cue(
        r"\bmissing (?:from|in) .{0,20}"
        r"\b(?:parameters(?:\(\))?|trainable_(?:weights|variables))(?!\w)",
        0.8,
    ),
    cue(rf"\boptimi[sz]er\b.{{0,20}}{_NOT} (?:see|know|get|contain|include|have|updat)\w*", 0.8),
)
_TRAINING = re.compile(
    r"\b(?:(?:re)?train\w*|learn\w*|epochs?|fit(?:ted|ting)?|optimi[sz]\w+|steps)\b", re.I
)
_KEPT = (
    r"\b(?:teacher|target (?:net\w*|model|encoder)|reference (?:net\w*|model)|ema (?:net\w*|model)|"
    r"momentum encoder|fr(?:ozen|eez\w+)(?: \w+)?)\b"
)
"""What a loss must leave alone."""
_CHANGES_THOUGH_FROZEN = (
    cue(r"(?:\bnot|n't) (?:\w+ )?frozen\b"),
    cue(
        r"\b(?:differ\w*|chang\w+|mov\w+|drift\w*|updated)\b.{0,80}\b(?:although|though|despite|"
        r"even if)\b.{0,60}\b(?:frozen|freez\w*|requires_grad ?= ?False|trainable ?= ?False)"
    ),
    cue(
        r"\bfr(?:ozen|eez\w+)\b.{0,60}\b(?:still|are|is|get|gets|keep|keeps|nevertheless)\b"
        r".{0,20}\b(?:updat|chang|train(?!able)|mov|drift)\w*"
    ),
    cue(
        r"\b(?:still|keeps?|get|gets)\b.{0,30}\b(?:updat|chang|train(?!able)|drift)\w*.{0,60}"
        r"\b(?:frozen|freez\w*|requires_grad ?= ?False|trainable ?= ?False)"
    ),
    cue(
        r"\b(?:freez\w*|requires_grad ?= ?False|trainable ?= ?False).{0,40}"
        r"\b(?:no effect|ignored|not work\w*|n't work|does nothing|not respected)",
        0.8,
    ),
    cue(
        rf"{_KEPT}.{{0,30}}\b(?:changes|drifts?|moves|is (?:being )?(?:updated|trained))\b"
        r".{0,30}\b(?:train\w*|epochs?|steps?|loss)\b",
        0.8,
    ),
)
_REACHES_THE_FROZEN = (
    cue(
        rf"\bgrad(?:ient)?s?\b.{{0,30}}(?:flow|leak|reach|propagat|go|get|arriv)\w*.{{0,30}}{_KEPT}",
        0.85,
    ),
    cue(
        rf"{_KEPT}.{{0,40}}\b(?:gets?|receives?|has|have) (?:a |non-?zero )?grad(?:ient)?s?\b", 0.85
    ),
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
_ARRIVES = ("a gradient reaches what must get none", 'measured("gradient_norm", ">", 0.0)')
_MOVES_IN_EVALUATION = (
    "evaluation changes the parameters",
    'measured("parameter_change", ">", 0.0)',
)
_BASE = 0.85
_OTHER = 0.75


def read(reading: Reading) -> list[Fingerprint]:
    for cues, fact in (
        (_CHANGES_THOUGH_FROZEN, _MOVES),
        (_REACHES_THE_FROZEN, _ARRIVES),
        (_CHANGES_WHERE_NOTHING_TRAINS, _MOVES_IN_EVALUATION),
    ):
        if moves := reading.by_words("gradient", _BASE, cues, fact):
            return moves
    is_trained = _TRAINING.search(f"{reading.report.title}\n{reading.report.text}") is not None
    no_change = (*_NO_CHANGE, *WHERE_TRAINED) if is_trained else _NO_CHANGE
    gradient, change = reading.weigh(_NO_GRADIENT), reading.weigh(no_change)
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
