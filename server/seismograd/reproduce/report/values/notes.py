"""What a comment says about a value: what was seen, what is right, and whether it is wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from seismograd.reproduce.report.values.shown_literals import Printed, printed_in

_LEAD = (
    r"(?:[-=]+>|→|=|>+|out(?:put)?s?(?:\s?\[\d+\])?:?|prints?:?|printed|returns?:?|returned|"
    r"gives?:?|gave|got:?|i gets?|we gets?|gets?|is|yields?|evaluates to|results? in|results?:|"
    r"shows?|now|actual(?:ly)?:?|this (?:is|prints|gives|returns)|it (?:is|prints|gives|returns)|"
    r"but(?: is| got| prints)?|comes out as|value:?|here|about|around|roughly|~|≈|always|still|"
    r"even|[\w ]{1,20}[:=])"
)
_BEGINS = re.compile(rf"^[\s(:,*-]*(?:{_LEAD}[\s:]*){{0,4}}$", re.I)
_LABEL = re.compile(r"^\s*\w{1,15}\s+$")
_WISH = re.compile(
    r"\b(?:should(?:n't)?|expect(?:ed|s|ing)?(?! behaviou?r)|instead of|rather than|supposed|"
    r"ought|must|want(?:ed)?|correct(?:ly)?|right|true|truth|reference|sklearn|"
    r"by hand(?: (?:i|we) (?:get|got))?|(?:i|we) (?:count|say|calculate)|would be|"
    r"vs\.?|versus|and not|but not|so|hence)\b|!=|≠|(?:^|[\s(,;])not\s*$",
    re.I,
)
_WISH_AFTER = re.compile(
    r"^[\s,]*\(?\s*(?:is |was |would be |were )?(?:i |we )?"
    r"(?:expected|(?:is |the )?(?:correct|right))\s*(?:$|[,;.)]|but\b|got\b)",
    re.I,
)
_AS_WISHED = re.compile(r"\bas (?:expected|it should)\b", re.I)
_GOT = re.compile(r"\b(?:got|gets?|but is|prints?|returns?|actual\w*)\b", re.I)
_FACT = re.compile(r"\b(?:got|gets?|is|was|but|actual\w*|prints?|returns?|gives?)\b", re.I)
_DOUBT = re.compile(
    r"\?|!!|\bwrong\w*|\bbug\w*|\bhuh\b|\bweird|\bstrange|\bunexpected|\bincorrect\w*|\bbad\b|"
    r"\bwtf\b|\boops|\btoo (?:high|low|large|small|big|many|few|long|short|much)|\bnonsense|"
    r"\bimpossible|<-|←|\bnope\b|\bfail\w*|\bnot (?:ok|right|correct|good|equal|the same)\b|❌|✗|"
    r"!=|≠|\bhow\b|\bwhy\b|\bAssertionError\b|\bdiffer\w*",
    re.I,
)
_FINE = re.compile(
    r"\bok(?:ay)?\b|(?<!not )\bcorrect\b|\bfine\b|\bgood\b|\bas expected\b|\bas it should\b|✓|✅|"
    r"\bworks\b|\bpass(?:es|ed)?\b|(?<!not )(?<!the )\bright\b",
    re.I,
)
_MOST_WORDS_OF_A_UNIT = 3


@dataclass(frozen=True, slots=True)
class Note:
    seen: Printed | None = None
    expected: Printed | None = None
    is_doubted: bool = False
    is_fine: bool = False
    is_short: bool = False
    """Whether a value stands for itself, and is no part of a sentence about the input."""

    @property
    def is_marked(self) -> bool:
        return self.is_doubted or self.expected is not None


def read_note(text: str) -> Note:
    values = list(printed_in(text))
    if not values:
        return Note()
    seen, expected = _seen_and_expected(text, values)
    rest = text[values[-1].end :]
    is_fine = bool(_FINE.search(rest)) and expected is None
    is_short = len(rest.split()) <= _MOST_WORDS_OF_A_UNIT
    return Note(seen, expected, doubts(text) and not is_fine, is_fine, is_short or is_fine)


def begins_with_value(text: str) -> bool:
    """Whether it tells a value, after no more than "prints" or an arrow."""
    first = next(printed_in(text), None)
    return first is not None and is_lead(text[: first.start])


def is_lead(text: str) -> bool:
    return _BEGINS.match(text) is not None


def doubts(text: str) -> bool:
    return _DOUBT.search(text) is not None


def is_fine(text: str) -> bool:
    return _FINE.search(text) is not None


def wish_in(text: str) -> Printed | None:
    """The first value that is said to be right."""
    return next((one for one in printed_in(text) if _wishes(text[: one.start])), None)


def _seen_and_expected(
    note: str, values: Sequence[Printed]
) -> tuple[Printed | None, Printed | None]:
    seen: Printed | None = None
    expected: Printed | None = None
    before = 0
    for one in values:
        lead = note[before : one.start]
        wished = _wishes(lead) or bool(_WISH_AFTER.match(note[one.end :]))
        if wished and expected is None:
            expected = one
        elif not wished and seen is None and _tells_seen(lead, expected, is_one=len(values) == 1):
            seen = one
        before = one.end
    if seen and expected and (seen.kind, seen.value) == (expected.kind, expected.value):
        return seen, None
    return seen, expected


def _wishes(lead: str) -> bool:
    """The last word on it counts: "expected 5, got" speaks of what was seen."""
    lead = _AS_WISHED.sub("", lead)
    wishes = [found.end() for found in _WISH.finditer(lead)]
    facts = [found.end() for found in _GOT.finditer(lead)]
    return bool(wishes) and max(wishes) >= max(facts, default=0)


def _tells_seen(lead: str, expected: Printed | None, *, is_one: bool) -> bool:
    if is_lead(lead):
        return True
    if expected is None:
        return not is_one and _LABEL.match(lead) is not None
    return _FACT.search(lead) is not None
