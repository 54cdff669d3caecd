"""Figures that a script of the project prints, read off as the reporter did."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import EntryPoint, Option
from seismograd.reproduce.criteria.derive.families.printed_figure import measurement_of
from seismograd.reproduce.generate.offline.draft import Constant, Draft, Measurement
from seismograd.reproduce.generate.offline.seeds.entry_points import ARGUMENTS
from seismograd.reproduce.generate.offline.seeds.experiments.scores.printed_numbers import (
    MODULES,
    pattern_of,
    printed_by,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.command_words import (
    IS_NUMBER,
    given_options,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import compared_with
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import SEED
from seismograd.reproduce.report.values.figure_complaints import Complaint, complaint_of
from seismograd.reproduce.report.values.figures import Figure

_WORSE_BY_INTENT = re.compile(
    r"rand|baseline|dummy|untrained|scratch|ablat|tiny|debug|nois|corrupt|approx|fast|lite|quick|"
    r"pretrain|shuffle|zero|adversar|attack|drop|prun|quant|worst|hard|small|cheap|limit|dry|mock",
    re.I,
)
"""Names of choices that cost quality, whoever makes them."""
_SHOULD_BE_ALIKE = re.compile(
    r"\b(?:about |roughly |nearly |almost |exactly )?(?:the same|as (?:good|high|low) as|"
    r"equal(?:ly)?|identical|comparable|similar|close to|match(?:es)?)\b|"
    r"\bsame (?:data|model|weights|inputs?)\b|"
    r"\b(?:should|must)(?:n't| not) (?:matter|change|affect|make|differ|depend)",
    re.I,
)


def experiments(case: Case) -> Iterator[Draft]:
    """The command that the report complains of; the one beside it is the control.

    What training comes to, and what another number leads to, may be bad without any bug.
    """
    found = complaint_of(case.report)
    if found is None or not _is_looked_for(case, found.wrong) or not _is_no_taste(case, found):
        return
    for entry in case.project.entry_points:
        words = _two_commands(found, entry)
        if words is not None and not entry.trains and _is_plain_choice(entry, *words):
            yield _draft(case, entry, found, *words)


def _is_looked_for(case: Case, wrong: Figure) -> bool:
    check = compared_with(case.fingerprint, measurement_of(wrong))
    return check is not None and check.operator == "~" and check.bound == wrong.value


def _is_no_taste(case: Case, found: Complaint) -> bool:
    """Whether it is more than a figure that somebody had hoped to be better."""
    return found.wrong.value <= 0 or _SHOULD_BE_ALIKE.search(case.report.text) is not None


def _two_commands(found: Complaint, entry: EntryPoint) -> tuple[list[str], list[str]] | None:
    """The words of the one and of the other, where both run this script and are not the same."""
    wrong, right = found.wrong.command, found.right.command
    if wrong is None or right is None or wrong.words == right.words:
        return None
    runs = (one.runs(entry.file, entry.module) for one in (wrong, right) if one.target)
    return (list(wrong.words), list(right.words)) if all(runs) else None


def _is_plain_choice(entry: EntryPoint, wrong: list[str], right: list[str]) -> bool:
    """Whether the commands differ in a choice, and not in how much or how good something is."""
    if _WORSE_BY_INTENT.search(" ".join(set(wrong) ^ set(right))):
        return False
    known = {option.flag: option for option in entry.options}
    one, other = given_options(wrong), given_options(right)
    differing = {flag for flag in {*one, *other} if one.get(flag) != other.get(flag)}
    return bool(differing) and not any(_is_quantity(known, flag, one, other) for flag in differing)


def _is_quantity(known: Mapping[str, Option], flag: str, *given: Mapping[str, str]) -> bool:
    option = known.get(flag)
    if option is None or option.type in ("int", "float"):
        return True
    return any(IS_NUMBER.fullmatch(words.get(flag, "")) for words in given)


def _draft(
    case: Case, entry: EntryPoint, found: Complaint, wrong: list[str], right: list[str]
) -> Draft:
    name, label = measurement_of(found.wrong), found.wrong.label
    share = " / 100" if found.wrong.is_share else ""
    numbers = f"re.findall({pattern_of(label)!r}, output.getvalue(), re.I)"
    return Draft(
        idea=f"Run {entry.file} {' '.join(wrong)} and read off {label}.",
        imports=tuple(f"import {module}" for module in MODULES),
        constants=(Constant(ARGUMENTS, repr(wrong), repr(right)),),
        exercise=(
            *printed_by(case, entry),
            f"{name} = float({numbers}[-1]){share}",
        ),
        measurement=Measurement((), ((name, name),), _bad(name, found), _what(case)),
        seed=SEED,
    )


def _bad(name: str, found: Complaint) -> str:
    """Nearer to what was seen than to what is right: nobody knows the right one to the digit."""
    wrong, right = found.wrong.value, found.right.value
    return f"abs({name} - {wrong!r}) < abs({name} - {right!r})"


def _what(case: Case) -> str:
    return case.fingerprint.criteria[0].fact
