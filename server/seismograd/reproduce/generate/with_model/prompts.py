"""The whole of what a model is asked, for a first script and for the next ones."""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.llm import Message, Prompt, Role
from seismograd.llm.quotes import Quotes
from seismograd.llm.tokens import tokens_of
from seismograd.reproduce.candidate import Attempt, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.with_model.about_attempts import (
    about_attempts,
    about_last,
    about_others,
)
from seismograd.reproduce.generate.with_model.about_case import (
    about_criteria,
    about_plan,
    about_report,
)
from seismograd.reproduce.generate.with_model.about_project import about_project
from seismograd.reproduce.generate.with_model.answers import ANSWER
from seismograd.reproduce.generate.with_model.conventions import SYSTEM
from seismograd.reproduce.generate.with_model.lookups import looked_up
from seismograd.reproduce.generate.with_model.project_parts import Contexts

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


class View:
    """What a model is shown of a case at a time: some parts of the project, and their quotes."""

    def __init__(self, case: Case, contexts: Contexts, tokens: int) -> None:
        self.case = case
        self._contexts = contexts
        self.tokens = tokens
        self.failures = 0
        self.quotes = Quotes()
        self._looks: dict[str, str] = {}
        self.turn_to(0, 0)

    def look_up(self, requests: Sequence[str]) -> None:
        for request in requests:
            self._looks[request] = looked_up(request, self.case, self.quotes)

    def turn_to(self, index: int, begun_with: int) -> None:
        """`begun_with` is how many scripts of one's own there were before."""
        self.index = index
        self.proposed = 0
        self.begun_with = begun_with
        self.lasting = self._lasting()

    def shrink(self) -> None:
        self.tokens //= 2
        self.lasting = self._lasting()

    def first_prompt(self, own: Sequence[Attempt], others: Sequence[Attempt]) -> Prompt:
        """For a new script."""
        task = FRESH_TASK if self.index > 0 else FIRST_TASK
        return self._prompt(own, others, [task])

    def next_prompt(self, own: Sequence[Attempt], others: Sequence[Attempt]) -> Prompt:
        """For a correction of the last attempt of one's own."""
        *before, last = own
        task = PATCH_TASK if lacks_control(last) else NEXT_TASK
        seen = about_last(last, self.case.root, self.quotes, self.tokens)
        return self._prompt(before, others, [seen, task])

    def _prompt(
        self, own: Sequence[Attempt], others: Sequence[Attempt], last: Sequence[str]
    ) -> Prompt:
        """The less room the project has, the less is told of what was tried."""
        root, quotes = self.case.root, self.quotes
        told = [
            about_others(others, root, quotes, self.tokens // 3_000),
            about_attempts(own, root, quotes, self.tokens // 500),
            self._looked_up(),
            *last,
        ]
        task = "\n\n".join(part for part in told if part)
        return Prompt((*self.lasting, Message(Role.USER, task)), SYSTEM, ANSWER)

    def _looked_up(self) -> str:
        """What was asked for, the newest last, as far as it has room."""
        shown: list[str] = []
        room = self.tokens // 2
        for text in reversed(self._looks.values()):
            room -= tokens_of(text)
            if room < 0:
                break
            shown.insert(0, text)
        return "\n\n".join(["# What you asked to see", *shown]) if self._looks else ""

    def _lasting(self) -> tuple[Message, ...]:
        """What stays the same for all questions about one context: parts for a cache."""
        case, quotes, tokens = self.case, self.quotes, self.tokens
        parts = self._contexts.window(self.index, tokens)
        criteria = about_criteria(case.fingerprint, quotes) if case.fingerprint.criteria else ""
        plan = about_plan(case.plan, quotes)
        said = [
            f"{quotes.rule}\n\n{about_report(case.report, quotes, tokens)}",
            about_project(case, parts, tokens, quotes),
            "\n\n".join(part for part in (criteria, plan) if part),
        ]
        return tuple(Message(Role.USER, text, True) for text in said if text)


def lacks_control(attempt: Attempt) -> bool:
    """Whether the script fires through the project's code, and no control of it holds."""
    return attempt.stage is Stage.PROVENANCE
