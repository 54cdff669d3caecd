"""A draft with ordinary values that ran through: now with those of the report.

What ran through is the control already: each value goes back to the ordinary one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from seismograd.reproduce.candidate import Attempt, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.drafts.draft import Constant, Draft
from seismograd.reproduce.generate.offline.arguments import (
    Argument,
    arguments_in,
    free_name,
    with_argument,
)
from seismograd.reproduce.generate.offline.find_controls import other_values
from seismograd.reproduce.generate.offline.inputs.literals import is_literal, literal_value
from seismograd.reproduce.generate.offline.inputs.report_values import ReportValues
from seismograd.reproduce.generate.offline.inputs.tensors import SIZES

MOST_SINGLE = 4
"""So many values are tried one by one before all together: one that suffices says more."""
MOST_OPTIONS = 12
_AXES: Mapping[int, tuple[str, ...]] = {
    1: ("BATCH",),
    2: ("BATCH", "LENGTH"),
    3: ("BATCH", "LENGTH", "FEATURES"),
    4: ("BATCH", "CHANNELS", "HEIGHT", "WIDTH"),
}


def with_reported_values(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    seen, reported = attempt.observation, ReportValues(case.report)
    if not draft.is_baseline or draft.switches or seen is None:
        return
    if attempt.stage is Stage.PROVENANCE:
        yield from _with_other_values(draft, reported)
    if seen.is_clean:
        for values in _choices(draft, reported):
            yield _switched(draft, values)
        yield from islice(_with_options(case, draft, reported), MOST_OPTIONS)


def _with_other_values(draft: Draft, reported: ReportValues) -> Iterator[Draft]:
    """Ordinary values show it already: each reported one beside others for the same name."""
    for one in draft.constants:
        told = reported.values(one.name)
        for trigger in told:
            others = (*told, *other_values(literal_value(trigger)))
            for control in dict.fromkeys(other for other in others if other != trigger):
                constants = tuple(
                    Constant(one.name, trigger, control) if known is one else known
                    for known in draft.constants
                )
                idea = f"{draft.idea} With {one.name} = {trigger}; its control: {control}."
                yield draft.changed(constants=constants, is_baseline=False, idea=idea)


def _choices(draft: Draft, reported: ReportValues) -> Iterator[dict[str, str]]:
    values = _values(draft, reported)
    if 1 < len(values) <= MOST_SINGLE:
        yield from ({name: value} for name, value in values.items())
    sizes = (_sizes(draft, shape) for shape in reported.shapes)
    yield from (choice for choice in (values, *sizes) if choice)


def _values(draft: Draft, reported: ReportValues) -> dict[str, str]:
    """Constants of the draft that the report gives another value for."""
    found = ((one, reported.value(one.name)) for one in draft.constants)
    return {
        one.name: value
        for one, value in found
        if value is not None and value != one.value and is_literal(value)
    }


def _sizes(draft: Draft, shape: tuple[int, ...]) -> dict[str, str]:
    """What a reported shape says about the sizes that the draft names, axis by axis."""
    constants = {one.name: one.value for one in draft.constants if one.name in SIZES}
    return {
        name: str(size)
        for name, size in zip(_AXES.get(len(shape), ()), shape, strict=False)
        if constants.get(name, str(size)) != str(size)
    }


def _switched(draft: Draft, values: dict[str, str]) -> Draft:
    constants = tuple(
        Constant(one.name, values[one.name], one.value) if one.name in values else one
        for one in draft.constants
    )
    words = ", ".join(f"{name} = {value}" for name, value in values.items())
    idea = f"{draft.idea} Now with {words}, as reported."
    return draft.changed(constants=constants, is_baseline=False, idea=idea)


def _with_options(case: Case, draft: Draft, reported: ReportValues) -> Iterator[Draft]:
    """Options of the project's calls that the report speaks of, one at a time."""
    for argument in arguments_in(case, draft):
        ordinary = argument.value or argument.default
        if argument.symbol is None or ordinary is None or not is_literal(ordinary):
            continue
        for value in _spoken_of(case, argument, reported):
            if value == ordinary:
                continue
            name = free_name(draft, argument.name.upper())
            switched = with_argument(draft, argument, name, Constant(name, value, ordinary))
            idea = f"{draft.idea} Now with {argument.name}={value}, as reported."
            yield switched.changed(is_baseline=False, idea=idea)


def _spoken_of(case: Case, argument: Argument, reported: ReportValues) -> Iterator[str]:
    """The value of the report; of an option that it merely mentions, the other one."""
    given = reported.value(argument.name)
    if given is not None and is_literal(given):
        yield given
    elif argument.name in case.report.names and argument.default in ("True", "False"):
        yield str(argument.default == "False")
