"""What a model is asked where the report's own words give no criteria, or wrong ones."""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.llm import Message, Prompt, Role
from seismograd.llm.quotes import Quotes
from seismograd.reproduce.criteria.checks.registry import all_checks
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.criteria.measurements import MEASUREMENTS
from seismograd.reproduce.generate.with_model.criteria_answers import CRITERIA_ANSWER

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
