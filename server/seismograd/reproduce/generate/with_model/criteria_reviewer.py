"""A question to a model that settled no criteria: whether they follow from the report's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from seismograd.cancellation import Cancellation
from seismograd.llm import (
    Cancelled,
    LanguageModel,
    Malformed,
    Message,
    ModelError,
    Prompt,
    Role,
    Schema,
)
from seismograd.llm.quotes import Quotes
from seismograd.llm.schema import array, record, text
from seismograd.llm.structured import Reader, ask_for
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.review import Objections
from seismograd.reproduce.generate.with_model.about_criteria import about_criteria
from seismograd.reproduce.generate.with_model.about_report import about_report
from seismograd.reproduce.generate.with_model.criteria_prompt import language_of_checks
from seismograd.reproduce.generate.with_model.reasoned_no import VERDICT, WHY, reasoned_no
from seismograd.reproduce.report.bug_report import BugReport

ANSWER_TOKENS = 2_000
_SYSTEM = """\
You are the second reader of a bug report on a deep-learning project. Somebody has settled criteria:
a run of a small script that meets all of them will count as a reproduction of the reported bug. You
have the report and the criteria, and nothing else. You judge of each criterion whether it follows
from the words of the report.

- It follows, where the report says it, in these or in other words, or where it must be so if what
  the report says is so. Bounds and tolerances may be chosen where the report gives no numbers,
  and between the right and the wrong number where it gives both.
- It does not, where it demands another error, function, quantity or situation than the one that
  the report complains about, or an expectation that the report neither states nor implies.
- It does not, where it is so wide that a run without the reported bug meets it: any exception where
  the report names one, or a refusal of wrong input where nobody complains about refusals.
- It does not, where it describes a supposed cause, or how the project should be built, and not what
  a user of it sees.
- Say "no" only with a reason that names the words of the criterion and the words of the report that
  do not go together. Where you are not sure, say "unclear".

# The language of checks
{checks}
"""
_TASK = "# Your task\n\nDoes each criterion follow from the words of the report?"
REVIEW_ANSWER: Schema = record(
    analysis=text("What the report complains about, in its own words."),
    criteria=array(
        record(id=text("The id of the criterion."), verdict=VERDICT, why=WHY),
        "Every criterion once.",
    ),
)


class CriteriaReviewer:
    """Where the model has no answer, nothing is held against the criteria."""

    def __init__(
        self,
        model: LanguageModel,
        cancel: Cancellation | None = None,
        on_question: Callable[[str], object] = lambda words: None,
    ) -> None:
        self._model = model
        self._cancel = cancel
        self._on_question = on_question
        self._known: dict[Fingerprint, Objections] = {}

    def objections(self, report: BugReport, fingerprint: Fingerprint) -> Objections:
        """Asked once for the same criteria; raises `Cancelled`."""
        if fingerprint not in self._known:
            self._known[fingerprint] = self._ask(report, fingerprint)
        return self._known[fingerprint]

    def _ask(self, report: BugReport, fingerprint: Fingerprint) -> Objections:
        self._on_question("a second opinion on the criteria")
        prompt, read = _prompt(report, fingerprint), _reader(fingerprint)
        try:
            return ask_for(self._model, prompt, read, cancel=self._cancel)
        except Cancelled:
            raise
        except ModelError:
            return {}


def _prompt(report: BugReport, fingerprint: Fingerprint) -> Prompt:
    quotes = Quotes()
    parts = (
        quotes.rule,
        about_report(report, quotes),
        about_criteria(fingerprint, quotes),
        "# The words of the report that they are said to rest on",
        quotes.around("origins", "\n".join(f"{c.id}: {c.origin}" for c in fingerprint.criteria)),
        _TASK,
    )
    message = Message(Role.USER, "\n\n".join(parts))
    system = _SYSTEM.format(checks=language_of_checks())
    return Prompt((message,), system, REVIEW_ANSWER, ANSWER_TOKENS)


def _reader(fingerprint: Fingerprint) -> Reader[Objections]:
    ids = [criterion.id for criterion in fingerprint.criteria]

    def read(answer: Mapping[str, Any]) -> Objections:
        given = {one["id"].strip(): one for one in answer["criteria"]}
        if given.keys() != set(ids):
            raise Malformed(f"Judge each of these once: {', '.join(ids)}.")
        found = {one: reasoned_no(given[one]["verdict"], given[one]["why"]) for one in ids}
        return {one: why for one, why in found.items() if why}

    return read
