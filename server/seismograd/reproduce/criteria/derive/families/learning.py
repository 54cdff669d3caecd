"""Training without learning."""

from __future__ import annotations

from seismograd.reproduce.criteria.checks.loss_does_not_fall import LossDoesNotFall
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.evidence import cue
from seismograd.reproduce.criteria.derive.reading import Reading
from seismograd.reproduce.criteria.derive.thresholds import LEAST_FALL, STEPS_TO_LEARN
from seismograd.reproduce.criteria.language import write

_NOT = r"(?:not|n't|never|no longer|hardly|barely|stops?|fails? to)"
_WHO = (
    r"(?:\b|_)(?:loss(?:es)?|model|network|net|accurac\w+|training|it|agent|classifier|perplexity|"
    r"error|rewards?|mse|bce|auc|f1)\b"
)
_TRAINING = r"\b(?:train(?:ing)?|fine[- ]?tun\w+|fit(?:ting)?(?:\(\))?|learning|optimi[sz]ation)"
_CUES = (
    cue(rf"{_NOT} (?:seem to |really |even |ever )?(?:learn|converg|train\b)\w*"),
    cue(
        rf"{_WHO}.{{0,30}}{_NOT} (?:seem to |really |even |ever )?"
        r"(?:improv|decreas|go(?:es)? down|going down|drop|fall|reduc|chang|mov)\w*"
    ),
    cue(rf"{_WHO}.{{0,30}}\b(?:stays?|remains?|stuck|constant|flat|plateaus?)\b", 0.8),
    cue(
        rf"{_WHO}.{{0,40}}\b(?:(?:the |exactly |always |almost )+same|identical|unchanged|"
        r"does nothing)\b(?!.{0,20}\b(?:seed|input|run))",
        0.7,
    ),
    cue(
        r"\b(?:very |exactly the |exact |always the )?same (?:loss|accuracy|error|perplexity)\b"
        r".{0,30}\b(?:all|every|each|any|whole|throughout|from the (?:first|start))\b",
        0.85,
    ),
    cue(rf"{_TRAINING}\b.{{0,30}}\b(?:no effect|does nothing|did nothing|without effect|in vain)"),
    cue(rf"{_WHO}.{{0,20}}(?:\bnot|n't) (?:train|learn|optimi[sz]|converg)ing"),
    cue(
        r"\b(?:not|n't|never|no) (?:any )?(?:better|more) than (?:a )?"
        r"(?:random|chance|guess\w*|coin)",
        0.85,
    ),
    cue(
        r"\b(?:loss|accuracy|perplexity|error)\b.{0,40}?(\d+\.\d{2,}).{0,60}?(?<![\d.])\1(?!\d)",
        0.8,
    ),
    cue(r"\b(?:no|without any) (?:learning|convergence|improvement|progress)\b"),
    cue(r"\b(?:random|chance) (?:guess\w*|level|accuracy|performance)\b|\bat chance\b", 0.7),
    cue(r"\blearns nothing\b|\bnothing is learn(?:ed|t)\b"),
)
_RATE = (
    r"(?:\blearning[ _-]?rate|\blr|scheduler)\b.{0,30}"
    r"\b(?:not|n't|never|stays?|remains?|constant|stuck)"
)
"""Then it is the rate that does not fall."""
_BASE = 0.75
NO_PARAMETER = "training changes no parameter"
"""Not one of them: a part may be frozen by intent."""


def read(reading: Reading) -> list[Fingerprint]:
    evidence = reading.weigh(_CUES)
    if not evidence:
        return []
    confidence = _BASE * evidence.score * (0.4 if evidence.mentions(_RATE) else 1.0)
    line = write(LossDoesNotFall(STEPS_TO_LEARN, LEAST_FALL))
    fact = (f"the loss falls by less than {LEAST_FALL:.0%} in {STEPS_TO_LEARN} steps", line)
    still = (NO_PARAMETER, 'measured("parameter_change", "==", 0.0)')
    return [
        reading.fingerprint("learning", confidence, fact, said=evidence.clauses),
        reading.fingerprint("gradient", confidence * 0.5, still, said=evidence.clauses),
    ]
