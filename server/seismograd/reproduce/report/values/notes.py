"""What a comment says about a value: what was seen, what is right, and whether it is wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from seismograd.reproduce.report.values.shown_literals import Printed, printed_in

_LEAD = re.compile(
    r"[\s(:,*-]*(?:(?:[-=]*>+|→|=|~|≈|(?:i |we |it |this )?(?:prints?|printed|returns?|returned|"
    r"gives?|gave|gets?|got|yields?|shows?|is|outputs?|actual(?:ly)?)|comes out as|but|now|here|"
    r"about|around|still|always|(?:out(?:put)?)\s?\[\d+\]|[\w ]{1,20}[:=])[\s:]*){0,4}$",
    re.I,
)
_LABEL = re.compile(r"\s*\w{1,15}\s+$")
_WISH = re.compile(
    r"\b(?:should|expect(?:ed|s|ing)?|instead of|rather than|supposed|ought|must|want(?:ed)?|"
    r"correct|right|true|truth|reference|by hand|(?:i|we) (?:count|say|calculate)|would be|"
    r"vs\.?|versus|and not|but not|so)\b|!=|≠|(?:^|[\s(,;])not\s*$",
    re.I,
)
_WISH_AFTER = re.compile(
    r"[\s,(]*(?:(?:is|was|were|would be|i|we) )?(?:expected|(?:the )?(?:correct|right))\b"
    r"(?=\s*(?:$|[,;.)]|but\b|got\b))",
    re.I,
)
_REFERENCE = re.compile(r"[\s,;(]+\w{1,20}:\s*$")
"""What another program gives, behind a value that has no label."""
_AS_WISHED = re.compile(r"\bas (?:expected|it should)\b", re.I)
_GOT = re.compile(r"\b(?:got|gets?|but is|prints?|returns?|actual\w*)\b", re.I)
_FACT = re.compile(rf"{_GOT.pattern}|\b(?:is|was|but|gives?)\b", re.I)
_DOUBT = re.compile(
    r"\?|!!|\b(?:wrong\w*|bug\w*|weird|strange|unexpected\w*|incorrect\w*|bad|fail\w*|how|why|"
    r"differ\w*|AssertionError|too (?:high|low|large|small|big|many|few|long|short|much)|"
    r"not (?:ok|right|correct|good|equal|the same))\b|<-|←|❌|✗|!=|≠",
    re.I,
)
_FINE = re.compile(
    r"(?<!not )(?<!the )\b(?:ok(?:ay)?|correct|right|fine|good|works|pass(?:es|ed)?)\b|✓|✅|"
    rf"{_AS_WISHED.pattern}",
    re.I,
)
_MOST_WORDS_OF_A_UNIT = 3


@dataclass(frozen=True, slots=True)
class Note:
    seen: Printed | None = None
    expected: Printed | None = None
    is_doubted: bool = False
    is_fine: bool = False
    rest: str = ""
    """What stands behind the last value."""

    @property
    def is_marked(self) -> bool:
        return self.is_doubted or self.expected is not None

    @property
    def is_short(self) -> bool:
        """Whether a value stands for itself, and is no part of a sentence about the input."""
        return self.is_fine or len(self.rest.split()) <= _MOST_WORDS_OF_A_UNIT


def read_note(text: str) -> Note:
    values = list(printed_in(text))
    if not values:
        return Note()
    seen, expected = _seen_and_expected(text, values)
    rest = text[values[-1].end :]
    is_well = expected is None and is_fine(rest)
    return Note(seen, expected, doubts(text) and not is_well, is_well, rest)


def is_lead(text: str) -> bool:
    return _LEAD.match(text) is not None


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
    has_label = bool(note[: values[0].start].strip())
    for one in values:
        lead = note[before : one.start]
        is_reference = seen is not None and not has_label and _REFERENCE.match(lead)
        if is_reference or _wishes(lead) or _WISH_AFTER.match(note[one.end :]):
            expected = expected or one
        elif seen is None and _tells_seen(lead, expected, is_one=len(values) == 1):
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
    if expected is not None:
        return _FACT.search(lead) is not None
    return not is_one and _LABEL.match(lead) is not None
