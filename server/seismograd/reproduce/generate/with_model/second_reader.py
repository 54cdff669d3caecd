"""A second reading by a model: do criteria follow from the report, is a script about it?

It sees nothing of why the writer thinks so. Where it has no answer, nothing is held against them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
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
from seismograd.reproduce.candidate import bare
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.review import Objections
from seismograd.reproduce.generate.with_model.about_case import about_criteria, about_report
from seismograd.reproduce.generate.with_model.criteria_question import language_of_checks
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.results.result import Opinion, Reproduction, SecondReading
from seismograd.reproduce.validate.fidelity.departures import describe
from seismograd.reproduce.validate.script_reviewer import Shown

ANSWER_TOKENS = 2_000
MOST_OUTPUT = 2_000
VERDICTS = ("yes", "no", "unclear")
SHORTEST_REASON = 20
"""Characters; a mere "no" is no reason."""
LONGEST_REASON = 600
"""Some three times what is asked for: it stands in refusals and results."""
_CRITERIA_SYSTEM = """\
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
_SCRIPT_SYSTEM = """\
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
_CRITERIA_TASK = "# Your task\n\nDoes each criterion follow from the words of the report?"
_SCRIPT_TASK = "# Your task\n\nIs this what was reported?"
_VERDICT: Schema = text(f"One of: {', '.join(VERDICTS)}.")
_WHY: Schema = text("For no: the reason in one or two sentences. Empty otherwise.")
CRITERIA_ANSWER: Schema = record(
    analysis=text("What the report complains about, in its own words."),
    criteria=array(
        record(id=text("The id of the criterion."), verdict=_VERDICT, why=_WHY),
        "Every criterion once.",
    ),
)
SCRIPT_ANSWER: Schema = record(
    analysis=text("What the report complains about, and what the script shows."),
    verdict=_VERDICT,
    why=_WHY,
)


class SecondReader:
    """A `Reviewer` of criteria and a `ScriptReviewer` of scripts; each question is put once."""

    def __init__(
        self,
        model: LanguageModel,
        cancel: Cancellation | None = None,
        on_question: Callable[[str], object] = lambda words: None,
    ) -> None:
        self._model = model
        self._cancel = cancel
        self._on_question = on_question
        self._known: dict[Fingerprint | str, Objections | None] = {}
        """By the criteria, or by the bare script; None where there was no answer."""

    def objections(self, report: BugReport, fingerprint: Fingerprint) -> Objections:
        """By the ids of the criteria; raises `Cancelled`."""
        prompt, read = _criteria_prompt(report, fingerprint), _criteria_reader(fingerprint)
        wanted = "a second opinion on the criteria"
        return self._ask(_undoubted(fingerprint), wanted, prompt, read)

    def objection(self, shown: Shown) -> str:
        """A question that was cancelled is put again, if the script comes again."""
        script = bare(shown.candidate.source)
        with suppress(Cancelled):
            asked = self._ask(script, "a second opinion", _script_prompt(shown, script), _read)
            return "".join(asked.values())
        return ""

    def reading(self, result: Reproduction) -> SecondReading:
        """What it said of the criteria and the script of a result."""
        criteria, proof = result.fingerprint, result.proof
        return SecondReading(
            Opinion.NOT_ASKED if criteria is None else self._opinion(_undoubted(criteria)),
            Opinion.NOT_ASKED if proof is None else self._opinion(bare(proof.candidate.source)),
        )

    def _opinion(self, about: Fingerprint | str) -> Opinion:
        if about not in self._known:
            return Opinion.NOT_ASKED
        said = self._known[about]
        if said is None:
            return Opinion.NO_ANSWER
        return Opinion.OBJECTION if said else Opinion.NO_OBJECTION

    def _ask(
        self, about: Fingerprint | str, wanted: str, prompt: Prompt, read: Reader[Objections]
    ) -> Objections:
        if about not in self._known:
            self._on_question(wanted)
            try:
                said = ask_for(self._model, prompt, read, cancel=self._cancel)
            except Cancelled:
                raise
            except ModelError:
                self._known[about] = None
            else:
                self._known[about] = said
        return self._known[about] or {}


def _undoubted(fingerprint: Fingerprint) -> Fingerprint:
    """As it was asked about: doubts are what became of the answer."""
    criteria = tuple(replace(one, doubt="") for one in fingerprint.criteria)
    return replace(fingerprint, criteria=criteria)


def _criteria_prompt(report: BugReport, fingerprint: Fingerprint) -> Prompt:
    quotes = Quotes()
    origins = "\n".join(f"{one.id}: {one.origin}" for one in fingerprint.criteria)
    parts = (
        quotes.rule,
        about_report(report, quotes),
        about_criteria(fingerprint, quotes),
        "# The words of the report that they are said to rest on",
        quotes.around("origins", origins),
        _CRITERIA_TASK,
    )
    message = Message(Role.USER, "\n\n".join(parts))
    system = _CRITERIA_SYSTEM.format(checks=language_of_checks())
    return Prompt((message,), system, CRITERIA_ANSWER, ANSWER_TOKENS)


def _script_prompt(shown: Shown, script: str) -> Prompt:
    quotes = Quotes()
    parts = (
        quotes.rule,
        about_report(shown.case.report, quotes),
        about_criteria(shown.case.fingerprint, quotes),
        f"# The script\n\n{quotes.around('script', script, 1)}",
        f"# What its run said\n\n{quotes.around('output', _output(shown))}",
        f"# Its control, which does not fail\n\n{quotes.around('control', _control(shown))}",
        f"# What was tried in it\n\n{quotes.around('variants', _departures(shown))}",
        _SCRIPT_TASK,
    )
    message = Message(Role.USER, "\n\n".join(part for part in parts if part))
    return Prompt((message,), _SCRIPT_SYSTEM, SCRIPT_ANSWER, ANSWER_TOKENS)


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


def _criteria_reader(fingerprint: Fingerprint) -> Reader[Objections]:
    ids = [criterion.id for criterion in fingerprint.criteria]

    def read(answer: Mapping[str, Any]) -> Objections:
        given = {one["id"].strip(): one for one in answer["criteria"]}
        if given.keys() != set(ids):
            raise Malformed(f"Judge each of these once: {', '.join(ids)}.")
        found = {one: _reasoned_no(given[one]) for one in ids}
        return {one: why for one, why in found.items() if why}

    return read


def _read(answer: Mapping[str, Any]) -> Objections:
    why = _reasoned_no(answer)
    return {"script": why} if why else {}


def _reasoned_no(answer: Mapping[str, Any]) -> str:
    """The reason of a no, "" for anything else; raises `Malformed` where it is no verdict."""
    verdict = answer["verdict"].strip().lower().strip(".")
    if verdict not in VERDICTS:
        raise Malformed(f"The verdict is one of: {', '.join(VERDICTS)}.")
    reason = " ".join(answer["why"].split())[:LONGEST_REASON]
    return reason if verdict == "no" and len(reason) >= SHORTEST_REASON else ""
