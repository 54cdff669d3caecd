"""What went wrong, what should have happened, and what one does to see it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from seismograd.reproduce.report.bug_report import ReportedTraceback
from seismograd.reproduce.report.headings import Role
from seismograd.reproduce.report.prose import items, readable, sentences
from seismograd.reproduce.report.sections import Outline

MOST_OF_A_STORY = 4_000
MOST_STEPS = 50
_MOST_HOPES = 3
_MOST_OF_A_TITLE = 120
_EXPECTS = re.compile(
    r"\b(?:expect(?:s|ed|ing)? (?!scalar|type|shape|dtype|device|input|object|all )|"
    r"should(?:n't)?\b|supposed to|ought to|would have thought|"
    r"instead of\b|correct (?:value|result|output)\b)",
    re.IGNORECASE,
)


def title_of(outline: Outline, tracebacks: Sequence[ReportedTraceback]) -> str:
    if outline.title:
        return outline.title
    told = sentences(readable(outline.prose(Role.SYMPTOM, Role.OTHER)))
    if told:
        return _shortened(told[0])
    return _shortened(_last_line(tracebacks[-1])) if tracebacks else ""


def symptom_of(outline: Outline, tracebacks: Sequence[ReportedTraceback], title: str) -> str:
    for roles in ((Role.SYMPTOM,), (Role.OTHER,), (Role.STEPS, Role.LOGS)):
        if said := readable(outline.prose(*roles)):
            return said[:MOST_OF_A_STORY]
    return _last_line(tracebacks[-1]) if tracebacks else title


def expected_of(outline: Outline) -> str:
    said = readable(outline.prose(Role.EXPECTED))
    if not said:
        told = sentences(readable(outline.prose(Role.SYMPTOM, Role.OTHER, Role.STEPS)))
        said = " ".join([one for one in told if _EXPECTS.search(one)][:_MOST_HOPES])
    return said[:MOST_OF_A_STORY]


def steps_of(outline: Outline) -> tuple[str, ...]:
    """Items of lists where there are some, or sentences."""
    found = _listed_steps(outline) or sentences(readable(outline.prose(Role.STEPS)))
    return tuple(step[:MOST_OF_A_STORY] for step in found[:MOST_STEPS])


def _listed_steps(outline: Outline) -> list[str]:
    """A step that ends with a colon goes on in the block of code below it."""
    steps: list[str] = []
    for block in outline.blocks(Role.STEPS)[:MOST_STEPS]:
        if not block.is_code and not block.is_quoted:
            steps.extend(items(block))
        elif steps and steps[-1].endswith(":"):
            steps[-1] += f" {block.text[:MOST_OF_A_STORY]}"
    return steps


def _last_line(traceback: ReportedTraceback) -> str:
    message = traceback.message.split("\n", 1)[0]
    return f"{traceback.exception}: {message}" if message else traceback.exception


def _shortened(sentence: str) -> str:
    if len(sentence) <= _MOST_OF_A_TITLE:
        return sentence.rstrip(".")
    return sentence[:_MOST_OF_A_TITLE].rsplit(" ", 1)[0] + "…"
