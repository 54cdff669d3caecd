"""The whole of what a model is asked, for a first script and for the next ones."""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.llm import Message, Prompt, Role, Schema
from seismograd.llm.quotes import Quotes
from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.with_model.about_attempts import about_attempts, about_last
from seismograd.reproduce.generate.with_model.about_criteria import about_criteria
from seismograd.reproduce.generate.with_model.about_project import about_project
from seismograd.reproduce.generate.with_model.about_report import about_report
from seismograd.reproduce.generate.with_model.answers import FIRST_ANSWER, NEXT_ANSWER
from seismograd.reproduce.generate.with_model.contexts import Part
from seismograd.reproduce.generate.with_model.conventions import SYSTEM

FIRST_TASK = (
    "# Your task\n\nWrite the script. Analysis and plan first, in the same answer; then the "
    "script with its switches."
)
TOLD_TASK = (
    "# Your task\n\nOther generators have failed so far, as told above. Write a script of your "
    "own. Analysis and plan first, in the same answer; then the script with its switches."
)
FRESH_TASK = (
    "# Your task\n\nThe attempts so far led nowhere. You are shown other parts of the project now. "
    "Think anew about what triggers the bug, and write a new script on another idea."
)
NEXT_TASK = (
    "# Your task\n\nFirst analyse why the last attempt failed. Then correct it by edits of line "
    "ranges of the numbered script, or give a whole new script if the approach is wrong. Name all "
    "switches of the script as it will then be."
)


def lasting_messages(
    case: Case, parts: Sequence[Part], tokens: int, quotes: Quotes
) -> tuple[Message, ...]:
    """What stays the same for all questions about one context: two parts for a cache."""
    said = "\n\n".join(
        [
            quotes.rule,
            about_report(case.report, quotes),
            about_criteria(case.fingerprint, quotes),
        ]
    )
    project = about_project(case, parts, tokens, quotes)
    return (Message(Role.USER, said, True), Message(Role.USER, project, True))


def first_prompt(
    lasting: Sequence[Message],
    case: Case,
    attempts: Sequence[Attempt],
    quotes: Quotes,
    is_fresh_start: bool = False,
) -> Prompt:
    """For a new script; what was tried before, by whomever, is told all the same."""
    told = about_attempts(attempts, case.root, quotes)
    task = FRESH_TASK if is_fresh_start else TOLD_TASK if told else FIRST_TASK
    return _prompt(lasting, f"{told}\n\n{task}".strip(), FIRST_ANSWER)


def next_prompt(
    lasting: Sequence[Message],
    case: Case,
    attempts: Sequence[Attempt],
    last: Attempt,
    quotes: Quotes,
) -> Prompt:
    """For a correction of the last attempt of one's own."""
    earlier = [attempt for attempt in attempts if attempt is not last]
    parts = [
        about_attempts(earlier, case.root, quotes),
        about_last(last, case.root, quotes),
        NEXT_TASK,
    ]
    return _prompt(lasting, "\n\n".join(part for part in parts if part), NEXT_ANSWER)


def _prompt(lasting: Sequence[Message], task: str, schema: Schema) -> Prompt:
    return Prompt((*lasting, Message(Role.USER, task)), SYSTEM, schema)
