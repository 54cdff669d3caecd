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
_MOST_OF_A_TITLE = 120
_EXPECTS = re.compile(
    r"\b(?:expect(?:s|ed|ing)? (?!scalar|type|shape|dtype|device|input|object|all )|"
    r"should(?:n't)?\b|supposed to|ought to|would have thought|was hoping|instead of\b|"
    r"correct (?:value|result|output) (?:is|would))",
    re.IGNORECASE,
)
_DOUBTS = re.compile(
    r"\b(?:should i|should (?:probably )?be (?:easy|simple|able to reproduce)|you should|"
    r"this should (?:fix|help|work around)|(?:maybe|perhaps|i think) (?:we|you|it|this) should)\b",
    re.IGNORECASE,
)
_ACTS = re.compile(
    r"(?:\d{1,2}[.)]\s*)?(?:first|then|next|finally|now|after that)?,?\s?(?:just )?"
    r"(?:run|train|call|create|build|set|load|save|use|pass|make|start|install|clone|import|open|"
    r"execute|initiali[sz]e|instantiate|feed|define|take|change|resume|evaluate|wrap)\b",
    re.IGNORECASE,
)


def title_of(outline: Outline, tracebacks: Sequence[ReportedTraceback]) -> str:
    if outline.title:
        return outline.title
    told = sentences(readable(outline.prose(Role.SYMPTOM, Role.ACTUAL, Role.OTHER)))
    if told:
        return _shortened(told[0])
    if tracebacks:
        return _shortened(_last_line(tracebacks[-1]))
    return ""


def symptom_of(outline: Outline, tracebacks: Sequence[ReportedTraceback], title: str) -> str:
    for roles in ((Role.SYMPTOM, Role.ACTUAL), (Role.OTHER,), (Role.STEPS, Role.LOGS)):
        if said := readable(outline.prose(*roles)):
            return said[:MOST_OF_A_STORY]
    return _last_line(tracebacks[-1]) if tracebacks else title


def expected_of(outline: Outline) -> str:
    if said := readable(outline.prose(Role.EXPECTED)):
        return said[:MOST_OF_A_STORY]
    told = sentences(readable(outline.prose(Role.SYMPTOM, Role.ACTUAL, Role.OTHER, Role.STEPS)))
    hopes = [one for one in told if _EXPECTS.search(one) and not _DOUBTS.search(one)]
    return " ".join(hopes[:3])[:MOST_OF_A_STORY]


def steps_of(outline: Outline) -> tuple[str, ...]:
    """Items of lists where there are some, or sentences that tell one to do something."""
    listed = _listed_steps(outline)
    if not listed:
        listed = sentences(readable(outline.prose(Role.STEPS)))
    if not listed:
        anywhere = outline.prose(Role.SYMPTOM, Role.ACTUAL, Role.OTHER)
        told = [one for block in anywhere[:MOST_STEPS] for one in items(block)]
        told = told or sentences(readable(anywhere))
        listed = [one for one in told if _ACTS.match(one)]
    return tuple(step[:MOST_OF_A_STORY] for step in listed[:MOST_STEPS])


def _listed_steps(outline: Outline) -> list[str]:
    """A step that ends with a colon goes on in the block of code below it."""
    steps: list[str] = []
    sections = [section for section in outline.sections if section.role is Role.STEPS]
    for block in [block for section in sections for block in section.blocks][:MOST_STEPS]:
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
