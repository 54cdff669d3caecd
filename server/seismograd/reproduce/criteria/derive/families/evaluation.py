"""Evaluation that behaves like training, or training that goes on as evaluation."""

from __future__ import annotations

import re
from dataclasses import replace

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.repeated_lines import answers_differ
from seismograd.reproduce.criteria.derive.seeding import is_about_seeds
from seismograd.reproduce.criteria.derive.thresholds import REPETITION
from seismograd.reproduce.criteria.derive.topics import EVALUATION

_EVALUATION = (
    r"(?:\beval\b|\bevaluat\w+|\binference\b|\bpredict\w*|\btest[- ]time|\bvalidat\w+|"
    r"\bgenerat\w+)"
)
_RANDOM = (
    r"\b(?:dropout|batch ?norm\w*|droppath|stochastic depth|running[ _](?:mean|var|stat)\w*|"
    r"augment\w*|nois[ey]\w*|jitter)\b"
)
_CALLS = (
    cue(rf"{_RANDOM}.{{0,80}}{_EVALUATION}", 0.85),
    cue(rf"{_EVALUATION}.{{0,80}}{_RANDOM}", 0.85),
    cue(
        r"\b(?:differ\w*|random|stochastic|noisy|chang\w+|inconsistent|another)\b.{0,60}"
        r"\b(?:eval(?:uation)? mode|model\.eval|\.eval\(\)|in eval|at inference|"
        r"during inference|at test time)"
    ),
    cue(
        r"\beval(?:uation)?(?: mode|\(\))?.{0,60}"
        r"\b(?:differ\w*|random|stochastic|noisy|no effect|ignored|not propagated|"
        r"n't propagate)"
    ),
    cue(
        r"\b(?:same|identical) input.{0,60}\b(?:differ\w*|two|random)\b.{0,40}"
        r"\b(?:outputs?|results?|predictions?)",
        0.6,
    ),
    cue(r"\b(?:differ\w*)\b.{0,60}\b(?:each|every) (?:call|time|forward)\b", 0.5),
    cue(
        r"\b(?:evaluat|validat|predict|infer)\w*(?:\(\))?.{0,40}\b(?:chang|alter|modif|updat)\w* "
        r".{0,30}\b(?:model|network|predictions?|statistics|state|outputs?|weights)\b",
        0.75,
    ),
    cue(r"\bdepends? on how (?:often|many times)\b.{0,60}\bcall", 0.7),
)
_OUTCOME = (
    r"\b(?:outputs?|results?|predictions?|probabilit\w+|scores?|logits?|embeddings?|vectors?|"
    r"answers?|numbers?|values?|something|accurac\w+|labels?)\b"
)
_VARIES = r"\b(?:differ\w*|vary|varies|chang\w+|another|other|else|fluctuat\w+|random\w*|two)\b"
_AGAIN = (
    r"\b(?:each|every|between|per|repeated|two|consecutive|successive|second|identical) ?(?:other |"
    r"single )?(?:calls?|times?|forwards?|passes|invocations?|i call|evaluations?|predictions?)\b"
)
_SAME_INPUT = (
    r"\b(?:same|identical|one) (?:\w+ )?(?:inputs?|images?|batch\w*|data|tensors?|x|samples?|"
    r"examples?|sentences?|texts?|clips?|signals?|checkpoints?|weights|prompts?|files?|photos?|"
    r"pictures?|queries|query|document|question|audio|track|recording|row|item)\b"
)
_OF_A_MODEL = (
    cue(rf"{_VARIES}.{{0,60}}{_AGAIN}", 0.75),
    cue(rf"{_AGAIN}.{{0,60}}{_VARIES}", 0.75),
    cue(rf"{_SAME_INPUT}.{{0,60}}{_VARIES}.{{0,30}}{_OUTCOME}", 0.8),
    cue(rf"{_VARIES}.{{0,60}}{_SAME_INPUT}", 0.7),
    cue(
        r"\brunning[ _](?:mean|var|stat)\w*\b.{0,100}\b(?:mov|chang|updat|drift|differ)\w*|"
        r"\b(?:mov|chang|updat|drift)\w*\b.{0,60}\brunning[ _](?:mean|var|stat)\w*",
        0.8,
    ),
    cue(rf"\btwice\b.{{0,60}}{_VARIES}", 0.7),
    cue(
        r"\b(?:predict\w*|inference|eval\w*|outputs?|scores?)\b.{0,40}\b(?:is|are|be) "
        r"(?:random|stochastic|unstable|not stable|n't stable|not deterministic|noisy)"
    ),
)
"""What only counts where the report speaks of using a model, and of no seed."""
_MODEL = re.compile(
    r"predict|eval|inference|\binfer\b|validat|test time|embed|encod|score|generat|classif|"
    r"probabilit|checkpoint|forward|\bmodel\b|\bnet(?:work)?\b",
    re.I,
)
_LEFT = (
    cue(
        r"\b(?:stays?|left|remains?|stuck|leaves?|kept)\b.{0,40}"
        r"\b(?:in )?eval(?:uation)?(?: mode|\b)"
    ),
    cue(r"\bstill (?:\w+ )?(?:in|on) (?:the )?eval(?:uation)?(?: mode|\b)"),
    cue(
        r"\b(?:not|never|n't) (?:\w+ ){0,2}(?:set|put|switch(?:ed|es)?|go|goes|returned?|restored?|"
        r"puts?|sets?|turned|turns?) (?:\w+ ){0,2}back\b.{0,40}\btrain(?:ing)?\b"
    ),
    cue(r"\btrain(?:ing)? mode\b.{0,20}\b(?:not|never|n't) (?:\w+ )?(?:restored|set|re-?enabled)"),
    cue(r"\b\.?training is false\b.{0,40}\b(?:after|when|while|during)\b", 0.85),
    cue(r"\btrain\(\) is (?:not|never) called\b.{0,40}\bafter\b", 0.85),
    cue(
        r"\b(?:dropout|batch ?norm\w*)\b.{0,20}\b(?:off|disabled|inactive|frozen)\b.{0,20}"
        r"\bafter (?:the )?(?:first )?(?:epoch|validation|evaluation)",
        0.85,
    ),
    cue(
        r"\bafter (?:the )?(?:first )?(?:validation|evaluation)\b.{0,60}"
        r"\b(?:dropout|batch ?norm\w*)\b.{0,40}\b(?:off|disabled|inactive|no longer|never)"
    ),
)
_ALONE = r"\b(?:alone|by itself|on its own|single|one by one|one at a time|separately)\b"
_IN_COMPANY = re.compile(rf"\bbatch.{{0,120}}{_ALONE}|{_ALONE}.{{0,120}}\bbatch", re.I)
"""An example that fares otherwise in a batch: nobody says that two equal calls differ."""
_RUNNING = re.compile(r"running[ _](?:mean|var|stat)", re.I)
_OUTPUT = "two calls in evaluation mode with the same input differ"
_STATE = "outputs or running statistics are others after a call in evaluation mode"
_BASE = 0.8
_SHOWN = 0.92
"""Where a console shows one call with two answers."""


def read(reading: Reading) -> list[Fingerprint]:
    text = f"{reading.report.title}\n{reading.report.text}"
    twice = (
        _STATE if _RUNNING.search(text) else _OUTPUT,
        f'measured("difference_between_calls", ">", {REPETITION})',
    )
    mode = (
        "the model is not in training mode where it trains",
        'measured("training", "==", False)',
    )
    left = reading.by_words("evaluation", _BASE, _LEFT, mode)
    of_a_model = _MODEL.search(text) and not is_about_seeds(reading.report)
    if not left and of_a_model and answers_differ(reading.report.text):
        return [reading.fingerprint("evaluation", _SHOWN, twice)]
    cues = (*_CALLS, *_OF_A_MODEL) if of_a_model else _CALLS
    others = tuple(one for one in reading.clauses if not _IN_COMPANY.search(one.text))
    plainly = left or replace(reading, clauses=others).by_words("evaluation", _BASE, cues, twice)
    if plainly or is_about_seeds(reading.report):
        return plainly
    return reading.by_topics("evaluation", EVALUATION, twice)
