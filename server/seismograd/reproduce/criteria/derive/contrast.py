"""What a report says it got and what it expected: two numbers, shapes or dtypes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from seismograd.reproduce.criteria.derive.clauses import Clause, Where, prose_of
from seismograd.reproduce.report.bug_report import BugReport

_SHAPE = (
    r"(?:torch\.Size\(\[[\d, ]{0,60}\]\)|[\[(]\s?\d{1,9}(?:,\s?\d{1,9}){0,8},?\s?[\])]|"
    r"(?<=shape )(?:\[\]|\(\)))"
)
_NUMBER = r"-?(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.\d{1,15})?(?:e[-+]?\d{1,3})?\s?%?"
_DTYPE = r"(?:torch\.|np\.|numpy\.)?(?:bfloat16|(?:float|u?int|complex)\d{1,3}|bool)\b"
_ANY = rf"(?:{_SHAPE}|{_DTYPE}|(?<![\w.]){_NUMBER}(?![\w]))"
_GAP = r"[^.;\n\d\[(]{0,50}?"
_WANTED = (
    r"\b(?:expect(?:ed|ing|s)?|should(?: be| have been| return| give)?|must|supposed to|"
    r"correct|right|by hand (?:i|we))\b"
    r"(?:(?!\b(?:never|above|below|than|most|least)\b)[^.,;\n\d\[(]){0,50}?"
)
_TURN = (
    r"(?:.{0,40}?\b(?:but|however|yet|whereas|instead|got|actual|received|found)|"
    r"[^.;\n]{0,40}?\b(?:gets?|gives?|returns?|reports?|is|was))\b"
)

# The plainest first: where one of them fits a text, the others would misread it.
_PAIRS = (
    rf"{_WANTED}(?P<expected>{_ANY}){_GAP}\b(?:instead of|rather than|and not|not)\b{_GAP}"
    rf"(?P<actual>{_ANY})",
    rf"(?P<actual>{_ANY}){_GAP}\b(?:instead of|rather than)\b{_GAP}(?P<expected>{_ANY})",
    rf"{_WANTED}(?P<expected>{_ANY}){_TURN}{_GAP}(?P<actual>{_ANY})",
    rf"(?P<actual>{_ANY}){_GAP}(?:(?:but|and|where|while|when|,){_GAP}{_WANTED}|\bnot\b{_GAP})"
    rf"(?P<expected>{_ANY})",
    rf"\bassert (?P<actual>{_ANY}) == (?P<expected>{_ANY})",
    rf"\b(?:actual|got|observed)\b[^\n\d]{{0,20}}[:=]\s?(?P<actual>{_ANY}).{{0,40}}?"
    rf"\bexpected\b[^\n\d]{{0,20}}[:=]\s?(?P<expected>{_ANY})",
)
_COMPILED = tuple(re.compile(pattern, re.I | re.S) for pattern in _PAIRS)
_AS_EXPECTED = re.compile(
    r"\bas (?:it|they|one|you|i|we) (?:should|would)\b|"
    r"\b(?:is|are|was|were) (?:\w+ ){0,2}(?:what|as) (?:(?:you|i|we|one)(?:'d| would)? )?"
    r"expect(?:ed)?\b",
    re.I,
)
"""Words between two values, or right before them, that do not stand against each other."""
_VALUE = re.compile(_ANY, re.I)
_MAX_TEXT = 20_000


class Kind(StrEnum):
    NUMBER = "number"
    SHAPE = "shape"
    DTYPE = "dtype"


@dataclass(frozen=True, slots=True)
class Quantity:
    kind: Kind
    value: float | str | tuple[int, ...]
    is_share: bool = False
    """Whether it was given in per cent; the value is the fraction."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two values of one kind."""

    kind: Kind
    actual: Quantity
    expected: Quantity
    sentence: str


def contrasts_in(report: BugReport, clauses: Iterable[Clause]) -> tuple[Contrast, ...]:
    """Pairs in one sentence first, then what two sections say."""
    sentences = list(dict.fromkeys(clause.sentence for clause in clauses))
    messages = [trace.message for trace in report.tracebacks if "assert" in trace.message[:200]]
    whole = prose_of(report.text)[:_MAX_TEXT]
    pairs = [pair for text in [*sentences, *messages] for pair in _pairs(text)]
    pairs = pairs or list(_pairs(whole))
    return tuple(pairs or _by_section(clauses))


def quantity(text: str) -> Quantity | None:
    """What a literal in prose means."""
    text = text.strip()
    if text[:1] in "([" or text.startswith("torch.Size"):
        sizes = tuple(int(size) for size in re.findall(r"\d+", text))
        return Quantity(Kind.SHAPE, sizes)
    if re.fullmatch(_DTYPE, text, re.I):
        return Quantity(Kind.DTYPE, text.rpartition(".")[2].lower())
    return _number(text)


def _number(text: str) -> Quantity | None:
    share = text.endswith("%")
    try:
        value = float(text.rstrip("% ").replace(",", ""))
    except ValueError:
        return None
    return Quantity(Kind.NUMBER, value / 100 if share else value, share)


def _pairs(text: str) -> Iterator[Contrast]:
    found = (list(_of_pattern(pattern, text)) for pattern in _COMPILED)
    yield from next((pairs for pairs in found if pairs), [])


def _of_pattern(pattern: re.Pattern[str], text: str) -> Iterator[Contrast]:
    for match in pattern.finditer(text[:_MAX_TEXT]):
        actual, expected = quantity(match["actual"]), quantity(match["expected"])
        if _AS_EXPECTED.search(text, *match.span()):
            continue
        if actual and expected and actual.kind is expected.kind and actual != expected:
            yield Contrast(actual.kind, actual, expected, _around(text, match))


def _around(text: str, match: re.Match[str]) -> str:
    """What is said about the values stands mostly before them."""
    return " ".join(text[max(0, match.start() - 100) : match.end() + 40].split())


def _by_section(clauses: Iterable[Clause]) -> Iterator[Contrast]:
    """A section that has one value of a kind means that one."""
    wishes: list[tuple[Quantity, Clause]] = []
    facts: list[tuple[Quantity, Clause]] = []
    for clause in clauses:
        group = wishes if clause.where is Where.EXPECTED else facts
        if clause.where in (Where.EXPECTED, Where.SYMPTOM, Where.TITLE):
            group += [(q, clause) for m in _VALUE.findall(clause.text) if (q := quantity(m))]
    for kind in (Kind.SHAPE, Kind.DTYPE):
        actual = {q: clause for q, clause in facts if q.kind is kind}
        expected = {q: clause for q, clause in wishes if q.kind is kind}
        if len(actual) == 1 and len(expected) == 1 and actual.keys() != expected.keys():
            (seen, clause), (wanted, _) = *actual.items(), *expected.items()
            yield Contrast(kind, seen, wanted, clause.sentence)
