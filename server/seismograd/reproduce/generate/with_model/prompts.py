"""The whole of what a model is asked, for a first script and for the next ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from seismograd.llm import Message, Prompt, Role
from seismograd.llm.quotes import Quotes
from seismograd.reproduce.candidate import Attempt, Rung
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.with_model.about_attempts import (
    about_attempts,
    about_last,
    about_others,
)
from seismograd.reproduce.generate.with_model.about_criteria import about_criteria
from seismograd.reproduce.generate.with_model.about_plan import about_plan
from seismograd.reproduce.generate.with_model.about_project import about_project
from seismograd.reproduce.generate.with_model.about_report import about_report
from seismograd.reproduce.generate.with_model.answers import ANSWER
from seismograd.reproduce.generate.with_model.contexts import Part
from seismograd.reproduce.generate.with_model.conventions import SYSTEM

FIRST_TASK = (
    "# Your task\n\nWrite the script. Analysis and plan first, in the same answer; then the "
    "script with its switches."
)
FRESH_TASK = (
    "# Your task\n\nThe attempts so far led nowhere. What you are shown of the project may be "
    "other parts of it now. Think anew about what triggers the bug, and write a new script on "
    "another idea."
)
NEXT_TASK = (
    "# Your task\n\nFirst analyse why the last attempt failed. Then correct it by edits of line "
    "ranges of the numbered script, or give a whole new script if the approach is wrong. Name all "
    "switches and patches of the script as it will then be; with edits, leaving both empty keeps "
    "those that it has."
)
PATCH_TASK = (
    "# Your task\n\nThe last script fires, and the symptom comes out of the project's code: only a "
    "control is missing. Do not vary the script. Leave `script` and `edits` empty and give the "
    "`patches` with which the very same script runs through: how the lines at fault should read, "
    "by their numbers in the quoted files, in answer to what the validator says of the control. "
    "Edit the script only if the analysis shows that it expects or gives the wrong thing."
)


@dataclass(frozen=True, slots=True)
class Tried:
    """What was tried so far, by this generator and by others."""

    own: Sequence[Attempt]
    others: Sequence[Attempt]
    root: Path
    quotes: Quotes
    room: int
    """Tokens that the parts of the project may have; the rest is cut in proportion."""
    looked_up: str = ""
    """What was asked for of the project, and what there is."""

    def by_others(self) -> str:
        return about_others(self.others, self.root, self.quotes, self.room // 3_000)

    def by_itself(self) -> str:
        return about_attempts(self.own, self.root, self.quotes, self.room // 500)

    def by_itself_before(self) -> str:
        return about_attempts(self.own[:-1], self.root, self.quotes, self.room // 500)

    def at_last(self) -> str:
        return about_last(self.own[-1], self.root, self.quotes, self.room)


def lasting_messages(
    case: Case, parts: Sequence[Part], tokens: int, quotes: Quotes
) -> tuple[Message, ...]:
    """What stays the same for all questions about one context: parts for a cache."""
    criteria = about_criteria(case.fingerprint, quotes) if case.fingerprint.criteria else ""
    plan = about_plan(case.plan, quotes)
    said = [
        f"{quotes.rule}\n\n{about_report(case.report, quotes, tokens)}",
        about_project(case, parts, tokens, quotes),
        "\n\n".join(part for part in (criteria, plan) if part),
    ]
    return tuple(Message(Role.USER, text, True) for text in said if text)


def first_prompt(lasting: Sequence[Message], tried: Tried, is_fresh_start: bool) -> Prompt:
    """For a new script."""
    task = FRESH_TASK if is_fresh_start else FIRST_TASK
    return _prompt(lasting, [tried.by_others(), tried.by_itself(), tried.looked_up, task])


def next_prompt(lasting: Sequence[Message], tried: Tried) -> Prompt:
    """For a correction of the last attempt of one's own."""
    told = [tried.by_others(), tried.by_itself_before(), tried.looked_up, tried.at_last()]
    return _prompt(lasting, [*told, PATCH_TASK if lacks_control(tried.own[-1]) else NEXT_TASK])


def lacks_control(attempt: Attempt) -> bool:
    """Whether the script fires through the project's code, and no control of it holds."""
    return attempt.rung is Rung.PROVENANCE


def _prompt(lasting: Sequence[Message], told: Sequence[str]) -> Prompt:
    task = "\n\n".join(part for part in told if part)
    return Prompt((*lasting, Message(Role.USER, task)), SYSTEM, ANSWER)
