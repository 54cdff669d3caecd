"""How much the words of a report speak for a family of bugs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from seismograd.reproduce.criteria.derive.clauses import Clause, Where

WEIGHTS = {
    Where.TITLE: 0.9,
    Where.SYMPTOM: 0.8,
    Where.BODY: 0.65,
    Where.EXPECTED: 0.5,
    Where.STEPS: 0.3,
}
_NO = (
    r"(?:\b(?:no|not|never|without|neither|nor|none|cannot|instead of|rather than|avoids?|"
    r"prevents?)|n't)"
)
_BETWEEN = r"(?:\s+(?!and\b|because\b|since\b)[\w'-]+)"
_NEGATION = re.compile(rf"{_NO}{_BETWEEN}{{0,4}}\s*$", re.I)
_CLOSE_NEGATION = re.compile(rf"{_NO}{_BETWEEN}{{0,1}}\s*$", re.I)
_FIXED = re.compile(
    r"(?<!seed )(?<!seeds )(?<!keep )\b(?:fixed(?! (?:\w+ )?(?:seed|size|length|number|order|set|"
    r"learning|lr|split|width))|solved|resolved|gone|goes away|no longer|works (?:fine|well))\b",
    re.I,
)
_WORTH_LESS = 0.4


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that speak for a family, and how plainly, 0 to 1.

    A group `bad` holds what is wrong with the thing named before it, and may be denied by itself.
    """

    pattern: re.Pattern[str]
    strength: float = 0.9


@dataclass(frozen=True, slots=True)
class Evidence:
    score: float = 0.0
    clauses: tuple[Clause, ...] = ()
    """The plainest first."""

    def __bool__(self) -> bool:
        return self.score > 0

    def mentions(self, pattern: str) -> bool:
        return any(re.search(pattern, clause.sentence, re.I) for clause in self.clauses)


def cue(pattern: str, strength: float = 0.9) -> Cue:
    return Cue(re.compile(pattern, re.I), strength)


def weigh(clauses: Iterable[Clause], cues: Iterable[Cue]) -> Evidence:
    """Each clause speaks once, by its plainest cue; several clauses add up, but never to one."""
    known = list(cues)
    weights = [(_weight(clause, known), clause) for clause in clauses]
    telling = sorted((pair for pair in weights if pair[0] > 0), key=lambda pair: -pair[0])
    doubt = 1.0
    for weight, _ in telling[:4]:
        doubt *= 1.0 - weight
    return Evidence(1.0 - doubt, tuple(clause for _, clause in telling))


def is_negated(text: str, start: int) -> bool:
    """Whether what begins there is said not to be: "no NaN", "does not crash"."""
    return _NEGATION.search(text[max(0, start - 60) : start]) is not None


def _weight(clause: Clause, cues: list[Cue]) -> float:
    found = [_of_cue(clause, cue) for cue in cues]
    weight = max(found, default=0.0) * WEIGHTS[clause.where]
    return weight * _WORTH_LESS if _FIXED.search(clause.text) else weight


def _of_cue(clause: Clause, one: Cue) -> float:
    """What should not be is what was seen, and what should be is not."""
    speaks_of_wish = clause.where is Where.EXPECTED
    for match in one.pattern.finditer(clause.text):
        if _is_denied(clause.text, match) == speaks_of_wish:
            return one.strength
    return 0.0


def _is_denied(text: str, match: re.Match[str]) -> bool:
    if is_negated(text, match.start()):
        return True
    bad = match.start("bad") if "bad" in match.re.groupindex else match.start()
    return _CLOSE_NEGATION.search(text[match.start() : bad]) is not None
