"""What a model is asked where the report's words give no criteria or wrong ones, and its answer.

Each criterion is read from a sentence of the report, and checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seismograd.llm import Malformed, Message, Prompt, Role, Schema
from seismograd.llm.quotes import Quotes
from seismograd.llm.schema import array, record, text
from seismograd.reproduce.criteria.checks.check import Check, CheckError
from seismograd.reproduce.criteria.checks.registry import all_checks
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.criteria.language import parse
from seismograd.reproduce.criteria.measurements import MEASUREMENTS
from seismograd.reproduce.generate.with_model.conventions import HINTS
from seismograd.reproduce.generate.with_model.criteria_strength import (
    numbers_of_project,
    weaknesses,
)
from seismograd.whole_sentences import whole_sentences

MOST_CRITERIA = 6
CONFIDENCE = 0.7
"""Of a model's reading: it was not the report's own words that made it."""
SHORTEST_QUOTE = 8
"""Bytes: a word of Chinese says as much as several letters."""
LONGEST_QUOTE = 160
LONGEST_WORDS = 300
LONGEST_REASON = 1_500
OTHER = "custom"
_DRESS = re.compile(r"[\s*_`\"'“”‘’>|]+")

CRITERIA_ANSWER: Schema = record(
    analysis=text("What goes wrong by the report, and how a run would show it."),
    symptom=text(f"The family that it belongs to: {', '.join(HINTS)}, or {OTHER}."),
    criteria=array(
        record(
            quote=text("The words of the report that it rests on, to the letter."),
            fact=text("What shall be seen, in plain words."),
            scope=text("Where and when: with which call, input or setting."),
            check=text("One line of the language of checks."),
        ),
        f"One to {MOST_CRITERIA}, which must all be met together; empty where the report describes "
        "no bug that a run could show.",
    ),
    why_none=text("Empty, or why there are no criteria."),
)
_SYSTEM = """\
You settle, before any code is written, what a run of a small script would have to show so that a
reported bug of a deep-learning project counts as reproduced. Later somebody else writes the script;
it calls the project's own code, and a program judges its run by your criteria and nothing else.

- Each criterion is one atomic fact with a check: one line of the language below. All must be met.
- Each rests on words of the report, which you quote to the letter. Add nothing that it lacks.
- They describe the symptom as a user sees it, not its cause, and not how the project is built: a
  reporter's guess at the cause may be wrong.
- They must tell the program with the bug from the same program once it is mended in any sensible
  way. What every sound program would show is no criterion.
- Few are better than many: usually one or two. Demand numbers only where the report gives them;
  else a bound that no sound program passes, such as a difference above 1e-4.
- For a silent bug choose a measurement that the script can compute through the project's code:
  what should be equal and is not, what should differ and does not, or how far something is from its
  value by definition.

# The language of checks
{checks}

Patterns are regular expressions without back references or look-around; text matches in any case.

# Names of measurements
Scripts print `MEASURED <name> <JSON>`. Take one of these names where it fits, else an identifier of
your own:
{measurements}
"""
_TASK = "# Your task\n\nSettle the criteria for this report."


def criteria_prompt(
    lasting: Sequence[Message], found: Sequence[Fingerprint], objection: str, quotes: Quotes
) -> Prompt:
    told = [_about_found(found, quotes), _about_objection(objection, quotes), _TASK]
    task = Message(Role.USER, "\n\n".join(part for part in told if part))
    return Prompt((*lasting, task), _system(), CRITERIA_ANSWER)


def language_of_checks() -> str:
    return "\n".join(f"- `{kind.form}`: {kind.means}" for kind in all_checks().values())


def _system() -> str:
    names = [f"- {name}: {meaning}" for name, meaning in MEASUREMENTS.items()]
    return _SYSTEM.format(checks=language_of_checks(), measurements="\n".join(names))


def _about_found(found: Sequence[Fingerprint], quotes: Quotes) -> str:
    if not found:
        return "A program that looked for criteria in the report's words found none."
    lines = [
        f"{one.symptom} (confidence {one.confidence:.2f}): "
        + "; ".join(f"{criterion.fact}: {criterion.check}" for criterion in one.criteria)
        for one in found
    ]
    words = "# What was read from the report so far; it may be wrong"
    return f"{words}\n\n{quotes.around('criteria so far', chr(10).join(lines))}"


def _about_objection(objection: str, quotes: Quotes) -> str:
    if not objection:
        return ""
    return f"# Why these were given up\n\n{quotes.around('objection', objection)}"


@dataclass(frozen=True, slots=True)
class Settled:
    """Criteria, or why there are none."""

    fingerprint: Fingerprint | None
    why_none: str = ""


def criteria_reader(
    report: str, root: Path | None = None
) -> Callable[[Mapping[str, Any]], Settled]:
    """Reads an answer; raises `Malformed` with all that is wrong with it.

    Limits may be numbers of the report, and of the README and the settings of the project.
    """

    def read(answer: Mapping[str, Any]) -> Settled:
        given = answer["criteria"]
        if not given:
            why_none = whole_sentences(answer["why_none"], LONGEST_REASON)
            return Settled(None, why_none or "It gave no reason.")
        if len(given) > MOST_CRITERIA:
            raise Malformed(f"There are more than {MOST_CRITERIA} criteria.")
        troubles = list(_troubles(given, report, root))
        if troubles:
            raise Malformed(" ".join(troubles))
        family = answer["symptom"].strip().lower()
        criteria = tuple(_criterion(number, one) for number, one in enumerate(given, 1))
        return Settled(Fingerprint(criteria, family if family in HINTS else OTHER, CONFIDENCE))

    return read


def _troubles(given: list[Mapping[str, str]], report: str, root: Path | None) -> Iterator[str]:
    checks: list[Check] = []
    for number, one in enumerate(given, 1):
        yield from _about_quote(number, one["quote"], report)
        try:
            checks.append(parse(one["check"]))
        except CheckError as error:
            yield f"Criterion {number}: {error}."
    if len(checks) == len(given):
        quotes = [one["quote"] for one in given]
        known = numbers_of_project(root) if root is not None else frozenset()
        yield from weaknesses(checks, report, quotes, known)


def _about_quote(number: int, quote: str, report: str) -> Iterator[str]:
    """Typography and line breaks do not count."""
    wanted = _plain(quote)
    if len(wanted.encode()) < SHORTEST_QUOTE:
        yield f"Criterion {number} rests on too few words: quote more of the sentence."
    elif wanted not in _plain(report):
        yield f"Criterion {number} rests on words that are not in the report: quote it exactly."


def _plain(words: str) -> str:
    return _DRESS.sub(" ", words).strip(" .…").casefold()


def _criterion(number: int, one: Mapping[str, str]) -> Criterion:
    """Whoever reads it must see whose it is."""
    quote = whole_sentences(one["quote"], LONGEST_QUOTE)
    origin = f'by a language model, from "{quote}"'
    fact, scope = _line(one["fact"]).rstrip("."), _line(one["scope"])
    return Criterion(f"m{number}", fact, scope, one["check"].strip(), origin)


def _line(words: str) -> str:
    return whole_sentences(words, LONGEST_WORDS)
