"""A second question to the model: whether a script that holds shows what was reported."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from seismograd.cancellation import Cancellation
from seismograd.llm import Cancelled, LanguageModel, Message, ModelError, Prompt, Role, Schema
from seismograd.llm.quotes import Quotes
from seismograd.llm.schema import record, text
from seismograd.llm.structured import ask_for
from seismograd.reproduce.generate.with_model.about_criteria import about_criteria
from seismograd.reproduce.generate.with_model.about_report import about_report
from seismograd.reproduce.generate.with_model.reasoned_no import VERDICT, WHY, reasoned_no
from seismograd.reproduce.validate.fidelity.departures import describe
from seismograd.reproduce.validate.sceptic import Shown

ANSWER_TOKENS = 2_000
MOST_OUTPUT = 2_000
_SYSTEM = """\
You are the sceptic. Somebody wrote a small script which, they say, reproduces a reported bug of a
deep-learning project. A program has run it: it fails as the criteria demand, and does not fail in
its control. You judge one thing only: whether what the script does and measures is what the report
complains about.

- It is not, where the failure comes from the script itself: inputs that no user would give, a wrong
  expectation computed by hand, a mask or a target that means the opposite, settings that the report
  does not have, calls in an order or on parts that nobody uses so, chance or rounding.
- It is not, where another function, quantity or situation is shown than the reported one.
- It is, where a user who does what the report says would meet just this. A script may be smaller
  than the report, and may guess what the report leaves out.
- Say "no" only with a reason that names the line or value of the script and the words of the report
  that do not go together. Where you are not sure, say "unclear".
"""
_TASK = "# Your task\n\nIs this what was reported?"
SCEPTIC_ANSWER: Schema = record(
    analysis=text("What the report complains about, and what the script shows."),
    verdict=VERDICT,
    why=WHY,
)


class ModelSceptic:
    """A `Sceptic`. Where the model has no answer, nothing is held against the script."""

    def __init__(
        self,
        model: LanguageModel,
        cancel: Cancellation | None = None,
        on_question: Callable[[str], object] = lambda words: None,
    ) -> None:
        self._model = model
        self._cancel = cancel
        self._on_question = on_question
        self._known: dict[str, str] = {}

    def objection(self, shown: Shown) -> str:
        script = bare(shown.candidate.source)
        # A question that was cancelled is put again, if the script comes again.
        with suppress(Cancelled):
            if script not in self._known:
                self._known[script] = self._ask(shown, script)
        return self._known.get(script, "")

    def _ask(self, shown: Shown, script: str) -> str:
        self._on_question("a second opinion")
        try:
            return ask_for(self._model, _prompt(shown, script), _read, cancel=self._cancel)
        except Cancelled:
            raise
        except ModelError:
            return ""


def bare(source: str) -> str:
    """Without its comments and the words at its top: what its writer thinks says nothing here."""
    tree = ast.parse(source)
    if ast.get_docstring(tree) is not None:
        tree.body = tree.body[1:]
    return ast.unparse(tree)


def _prompt(shown: Shown, script: str) -> Prompt:
    quotes = Quotes()
    parts = (
        quotes.rule,
        about_report(shown.case.report, quotes),
        about_criteria(shown.case.fingerprint, quotes),
        f"# The script\n\n{quotes.around('script', script, 1)}",
        f"# What its run said\n\n{quotes.around('output', _output(shown))}",
        f"# Its control, which does not fail\n\n{quotes.around('control', _control(shown))}",
        f"# What was tried in it\n\n{quotes.around('variants', _departures(shown))}",
        _TASK,
    )
    message = Message(Role.USER, "\n\n".join(part for part in parts if part))
    return Prompt((message,), _SYSTEM, SCEPTIC_ANSWER, ANSWER_TOKENS)


def _output(shown: Shown) -> str:
    raised = shown.seen.exception
    ended = f"{raised.type}: {raised.message[:500]}" if raised is not None else ""
    return f"{shown.seen.stdout[-MOST_OUTPUT:].strip()}\n{ended}".strip()


def _control(shown: Shown) -> str:
    changed = "\n".join(patch.text for patch in shown.candidate.patches)
    printed = shown.control.seen.stdout[-MOST_OUTPUT:].strip()
    return "\n".join(part for part in (shown.control.what, changed, printed) if part)


def _departures(shown: Shown) -> str:
    """With other values of these the symptom was still there, or gone where it says so."""
    return "\n".join(f"- {describe(one)}" for one in shown.departures) or "nothing"


def _read(answer: Mapping[str, Any]) -> str:
    return reasoned_no(answer["verdict"], answer["why"])
