"""Which of the figures of a report is wrong, and which one beside it is right."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.commands import Command
from seismograd.reproduce.report.values.figures import Figure, figures_in

_WRONG = re.compile(
    r"\b(?:can't|cannot|can not|couldn't) be\b|\b(?:wrong|nonsense|impossible|only|bad|broken|"
    r"strange|but|however|suspicious\w*|weird|instead|no sense|too (?:low|high|small|large)|bug|"
    r"useless|terrible|garbage|collapses?)\b",
    re.I,
)
_FINE = re.compile(
    r"\b(?:makes sense|as expected|correct|fine|plausible|looks right|is right|ok(?:ay)?|good|"
    r"great|works|reasonable|what i expect)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Complaint:
    wrong: Figure
    right: Figure
    """The same figure as it should be, or as another command gives it."""


def complaint_of(report: BugReport) -> Complaint | None:
    figures = figures_in(report)
    for wrong in sorted((f for f in figures if _badness(f) > 0), key=_badness, reverse=True):
        others = [f for f in figures if _is_beside(f, wrong) and _badness(f) < _badness(wrong)]
        if others:
            return _complaint(_told_best(wrong, figures), min(others, key=_badness))
    return None


def _complaint(wrong: Figure, right: Figure) -> Complaint:
    """By the shorter name, which is more likely to be printed; for the same script."""
    label = min(wrong.label, right.label, key=len)
    target = right.command.target if right.command else ""
    if wrong.command is not None and not wrong.command.target:
        wrong = replace(wrong, command=Command(target, wrong.command.words))
    return Complaint(replace(wrong, label=label), replace(right, label=label))


def _badness(figure: Figure) -> int:
    """How plainly the report calls it wrong; below nought where it calls it right."""
    if figure.is_wish:
        return -2
    called_wrong = _WRONG.search(figure.said) is not None
    return 2 * figure.in_title + called_wrong - 2 * (_FINE.search(figure.said) is not None)


def _is_beside(figure: Figure, wrong: Figure) -> bool:
    """The same figure with another value."""
    return _same_label(figure, wrong) and figure.value != wrong.value


def _same_label(one: Figure, other: Figure) -> bool:
    """People say "accuracy" for "test accuracy"."""
    first, second = _plain(one.label), _plain(other.label)
    return first.endswith(second) or second.endswith(first)


def _plain(label: str) -> str:
    return re.sub(r"[\s_-]", "", label).lower()


def _told_best(wrong: Figure, figures: list[Figure]) -> Figure:
    """The same where its command stands whole: a title has room for an option alone."""
    same = [f for f in figures if _same_label(f, wrong) and f.value == wrong.value and f.command]
    return next((f for f in same if f.command and f.command.target), wrong)
