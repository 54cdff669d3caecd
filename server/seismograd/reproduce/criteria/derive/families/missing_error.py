"""A call that should fail and does not."""

from __future__ import annotations

from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.derive.clauses import Where
from seismograd.reproduce.criteria.derive.evidence import Cue, cue, is_negated
from seismograd.reproduce.criteria.derive.reading import Reading

_WISHES = cue(
    r"\b(?:raise|throw|fail|error|reject|complain|refuse|(?:value|type|key|index|runtime)error)\b"
)
_SEEN = (
    cue(r"\bsilently (?:accept|pass|succeed|continue|work|allow)\w*", 0.9),
    cue(
        r"\b(?:accepts?|allows?) (?:invalid|negative|wrong|any)\b|"
        r"\bno (?:validation|check) (?:is|of|for)\b",
        0.7,
    ),
    cue(
        r"\b(?:no|without(?: any| an)?) (?:\w+ )?(?:error|exception)\b|"
        r"(?:\bnot|\bnever|n't) (?:raise|throw|reject|complain|refuse|validat|check)\w*|"
        r"(?:\bnot|\bnever|n't) (?:raised|thrown|rejected|validated|checked)\b",
        0.75,
    ),
    cue(r"\b(?:accepted|taken|allowed)\b.{0,30}\b(?:silently|without (?:any |an )?\w*error)", 0.9),
)
_BASE = 0.55
_WISH = 0.7


def read(reading: Reading) -> list[Fingerprint]:
    evidence = reading.weigh(_SEEN)
    wish = next((c for c in reading.clauses if _is_wish(c.text, c.where, _WISHES)), None)
    if wish is None and evidence.score < _BASE:
        return []
    fact = ("the call raises nothing", 'measured("raised", "==", False)')
    score = max(evidence.score, _WISH if wish and reading.says_silent else 0.35 if wish else 0.0)
    said = [*evidence.clauses, *([wish] if wish else [])]
    return [reading.fingerprint("missing-error", _BASE * score, fact, said=said)]


def _is_wish(text: str, where: Where, wishes: Cue) -> bool:
    found = wishes.pattern.search(text)
    return where is Where.EXPECTED and found is not None and not is_negated(text, found.start())
