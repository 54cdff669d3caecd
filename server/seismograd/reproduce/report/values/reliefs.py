"""Values with which, as a report says, all is well: its writer has done the control already."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from seismograd.reproduce.report.bug_report import NamedValue
from seismograd.reproduce.report.prose import sentences
from seismograd.reproduce.report.values.in_code import flags_in
from seismograd.reproduce.report.values.in_prose import values_in_prose

_TURN = re.compile(
    r",?\s(?:but|however|although|though|whereas|while|yet)\b|;\s|,\s(?=(?:with|for|using|when)\b)"
    r"|(?<=\w)\.\s(?=[A-Z])",
    re.I,
)
_FINE = (
    r"(?:fine|ok(?:ay)?|correct(?:ly)?|right|good|well|properly|perfectly|as expected|flawless\w*)"
)
_WELL = re.compile(
    r"(?:\b(?:do(?:es)?|did|is|are|was|were)(?:n't| not)|\bnever|\bno longer) (?:\w+ )?"
    r"(?:happen|occur|appear|show up|the case|affected|a problem|fail|crash|there|reproduc)\w*|"
    r"\b(?:goes|go|went) away\b|\bdisappear(?:s|ed)?\b|\bvanish(?:es|ed)?\b|\b(?:is|are) gone\b|"
    r"\bunaffected\b|\bno (?:such )?(?:problems?|issues?|trouble)\b|"
    rf"(?<!not )(?<!n't )(?<!never )\b(?:works\b|work {_FINE}\b|worked\b)|"
    rf"\b(?:is|are|was|were|looks?|behaves?|comes? out|runs?|trains?) (?:all |just |perfectly |"
    rf"completely |totally )?(?:{_FINE})\b",
    re.I,
)
_OTHERWISE = re.compile(
    r"\b(?:unless|except|until|should|expect(?:ed)? (?:it|that|to)|would|used to|before|"
    r"previous\w*|older|newer|versions?|release\w*|commit|branch|upgrad\w+|"
    r"downgrad\w+)\b|\bif only\b",
    re.I,
)
"""Where the value is what does not do well, or where something else makes the difference."""
_ALIKE = re.compile(
    r"(?:^|[\s(])(?:with|for|using|at|under|if|when|once)\b.{1,80}?\b(?:both|all|they|"
    r"the two|the \w+|results?|outputs?|it)\b.{0,30}?"
    r"\b(?:(?:are|is|stays?|remains?|gives?|get|agree)\b.{0,20}?)"
    r"\b(?:equal|identical|(?:exactly )?the same|alike|unchanged|exactly)\b",
    re.I,
)
_UNLIKE = re.compile(
    r"\b(?:depends? on|differ(?:s|ent|ently)?|"
    r"(?:gets?|gives?|has|have|yields?|returns?) (?:an)?other|"
    r"not (?:equal|identical|the same|alike)|n't (?:equal|identical|the same|match|agree)|"
    r"inconsistent|disagrees?|mismatch\w*)\b",
    re.I,
)
_NOT_ALIKE = re.compile(
    r"\b(?:not|never|no|nothing|still|even|only)\b|n't (?:equal|the|iden)", re.I
)


_LEFT_OUT = re.compile(
    r"\b(?:without|omit\w*|disabl\w+|remov\w+|dropp?(?:ing)?|no|not|n't|never|"
    r"(?:leav\w+|left|turn\w*|switch\w*) (?:\w+ )?(?:out|off|away))\W+(?:\w+\W+){0,2}$",
    re.I,
)


def reliefs_in(prose: Iterable[str]) -> tuple[NamedValue, ...]:
    found = (
        relief
        for part in well_said(prose)
        for value in (*values_in_prose(part), *flags_in(part, in_prose=True))
        if (relief := _as_meant(part, value)) is not None
    )
    return tuple(dict.fromkeys(found))


def _as_meant(part: str, value: NamedValue) -> NamedValue | None:
    """A flag that is left out is off; of other values that are left out nothing is known."""
    if not _LEFT_OUT.search(part[: max(part.find(value.text), 0)]):
        return value
    return replace(value, value=False) if value.value is True else None


def well_said(prose: Iterable[str]) -> tuple[str, ...]:
    """The parts of sentences that say when all is well."""
    lines = list(prose)
    is_well = _judge(lines)
    return tuple(dict.fromkeys(p.strip() for line in lines for p in _parts(line) if is_well(p)))


def without_reliefs(prose: Iterable[str]) -> Iterator[str]:
    """What is left to be said about the bug itself."""
    lines = list(prose)
    is_well = _judge(lines)
    for line in lines:
        parts = _parts(line)
        told = [part for part in parts if not is_well(part)]
        yield line if len(told) == len(parts) else " ".join(told)


def _judge(lines: list[str]) -> Callable[[str], bool]:
    """To be alike is well where the complaint is that something differs, and only there."""
    if any(_UNLIKE.search(line) for line in lines):
        return lambda part: _is_well(part) or _is_alike(part)
    return _is_well


def _is_alike(part: str) -> bool:
    """With one value: two that do the same are a complaint of their own."""
    if not _ALIKE.search(part) or _NOT_ALIKE.search(part) or _OTHERWISE.search(part):
        return False
    return len({one.value for one in values_in_prose(part)}) == 1 and not _UNLIKE.search(part)


def _parts(line: str) -> list[str]:
    return [part for sentence in sentences(line) for part in _TURN.split(sentence) if part.strip()]


def _is_well(part: str) -> bool:
    return _WELL.search(part) is not None and _OTHERWISE.search(part) is None
