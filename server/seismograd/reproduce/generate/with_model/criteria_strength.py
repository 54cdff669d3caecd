"""Whether criteria that a model proposes tell a program with the bug from any other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeGuard

from seismograd.reproduce.context.project_files import text_files
from seismograd.reproduce.context.sources import read_text
from seismograd.reproduce.criteria.checks.check import Check
from seismograd.reproduce.criteria.checks.losses import LossDoesNotFall
from seismograd.reproduce.criteria.checks.measured import Measured, Series, is_number
from seismograd.reproduce.criteria.checks.output import Prints, Warns
from seismograd.reproduce.criteria.checks.places import Phase, RaisedIn, Reaches
from seismograd.reproduce.criteria.checks.raises import Raises
from seismograd.reproduce.criteria.matching.wordings import says
from seismograd.reproduce.criteria.measurements import MEASUREMENTS
from seismograd.reproduce.observation import Observation
from seismograd_sandbox.host.outcome import Ending

CIRCUMSTANCES = (Phase, Prints, RaisedIn, Reaches)
"""Where and when, or what a script could say itself: no symptom as long as they stand alone."""
NATURAL = (0.0, 1.0)
"""Numbers that need no report to be meant."""
ROUNDING = 1e-7
FEWEST_STEPS = 10
LARGEST_FALL = 0.5
TOLERANCE = 0.1
"""Up to here a limit only says what still counts as the same."""
_ANY_NUMBER = (0.0, 1e-12, 1e-6, 1e-3, 0.1, 0.5, 1.0, 2.0, 10.0, 1e3, 1e6)
_WITH_USUAL_LIMITS = frozenset(MEASUREMENTS) - {"value", "losses", "loss_first", "loss_last"}
_ORDER = ("<", "<=", ">", ">=")
_OTHER_WORDS = "quite another sentence about something else"
_ANYTHING = ("Exception", "BaseException", "Warning", "SystemExit", "AssertionError")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?!\.?\d)")
"""None of a version, such as 2.1.3."""
_SETTINGS = (".toml", ".yaml", ".yml", ".json", ".cfg", ".ini")
_MOST_OF_A_FILE = 20_000
"""Characters: larger ones are data, which has any number."""
Numbers = frozenset[float]


def weaknesses(
    checks: Sequence[Check],
    report: str,
    quotes: Sequence[str] = (),
    project_numbers: Numbers = frozenset(),
) -> list[str]:
    """A sentence on each reason why sound programs would meet them as well.

    `quotes` are the words of the report that each check rests on.
    """
    given = numbers_in(report) | project_numbers
    found = [
        sentence
        for number, check in enumerate(checks)
        for sentence in _of_one(check, given, numbers_in("".join(quotes[number : number + 1])))
    ]
    if checks and all(isinstance(check, CIRCUMSTANCES) for check in checks):
        found.append(
            "They only say where and when, or what is printed; one must be about the symptom: an "
            "exception, a warning, or something that is measured."
        )
    return found


def numbers_in(text: str) -> Numbers:
    return frozenset(map(float, _NUMBER.findall(text)))


def numbers_of_project(root: Path) -> Numbers:
    """Those of its README and its settings."""
    files = (
        file
        for file in text_files(root)
        if file.endswith(_SETTINGS) or file.lower().startswith("readme")
    )
    texts = (read_text(root, file) or "" for file in files)
    return frozenset().union(*(numbers_in(one) for one in texts if len(one) <= _MOST_OF_A_FILE))


def _of_one(check: Check, given: Numbers, quoted: Numbers) -> Iterator[str]:
    if isinstance(check, Measured):
        yield from _of_measured(check, given, quoted)
    elif isinstance(check, Raises):
        yield from _of_named(check.exception, check.message)
    elif isinstance(check, Warns):
        yield from _of_named(check.category, check.message)
    elif isinstance(check, Prints) and says(_OTHER_WORDS, check.pattern):
        yield f"prints({check.pattern!r}) is met by any words."
    elif isinstance(check, Series) and "loss" in check.measurement and check.way in _SOMEWHERE:
        yield f"Every loss that is noisy {check.way} somewhere."
    elif isinstance(check, LossDoesNotFall):
        yield from _of_learning(check)


_SOMEWHERE = ("rises", "falls")


def _of_measured(check: Measured, given: Numbers, quoted: Numbers) -> Iterator[str]:
    name, bound = check.measurement, check.bound
    if not name.isidentifier():
        yield f"{name!r} is no name for a measurement: it must be an identifier."
    values = [_measuring(name, value) for value in _ANY_NUMBER]
    if check.operator in _ORDER and all(check.judge(value).passed for value in values):
        yield f"{name} {check.operator} {bound} is met by any number."
    if check.operator in ("!=", "!~") and is_number(bound) and not _is_given(bound, given):
        yield (
            f"{name} {check.operator} {bound}: that number is not in the report, nor in the README "
            "or the settings of the project."
        )
    is_limit = check.operator in _ORDER and not _separates(bound, quoted)
    if is_limit and _is_free(bound, name) and not _is_given(bound, given):
        yield (
            f"{name} {check.operator} {bound}: nobody gives that limit. Measure how far it is from "
            "what is right, take a number of the report, or quote the two numbers, the right and "
            "the wrong one, that it lies between."
        )
    if check.operator == ">" and name.startswith("difference") and _is_rounding(bound):
        yield f"{name} > {bound} is met by rounding; say a bound such as 1e-6."


def _is_free(bound: object, name: str) -> TypeGuard[float]:
    """Whether a limit is no tolerance, and none of a measurement that has a usual one."""
    return is_number(bound) and abs(bound) > TOLERANCE and name not in _WITH_USUAL_LIMITS


def _measuring(name: str, value: object) -> Observation:
    return Observation(Ending.EXITED, 1, "", "", measured={name: value})


def _is_given(bound: float, given: Numbers) -> bool:
    return abs(bound) in NATURAL or abs(bound) in given or abs(bound) * 100 in given


def _separates(bound: object, quoted: Numbers) -> bool:
    """Whether it lies between two numbers of the words that it rests on."""
    return is_number(bound) and bool(quoted) and min(quoted) < abs(bound) < max(quoted)


def _is_rounding(bound: object) -> bool:
    return is_number(bound) and bound < ROUNDING


def _of_named(name: str, message: str) -> Iterator[str]:
    says_nothing = not message.strip() or says(_OTHER_WORDS, message)
    if name.rpartition(".")[2] in _ANYTHING and says_nothing:
        yield f"{name} alone is met by almost any failure; say what its message has."


def _of_learning(check: LossDoesNotFall) -> Iterator[str]:
    if check.steps < FEWEST_STEPS:
        yield f"No loss has to fall within {check.steps} steps; demand {FEWEST_STEPS} or more."
    if check.by > LARGEST_FALL:
        yield f"Sound training may fall by less than {check.by:.0%}; demand less, such as 0.05."
