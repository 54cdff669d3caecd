"""A baseline that ran through: now with what the report says is special, all else being equal."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.literals import is_literal
from seismograd.reproduce.generate.offline.inputs.reported import Reported
from seismograd.reproduce.generate.offline.inputs.tensors import SIZES
from seismograd.reproduce.generate.offline.triggers.array_precision import array_precision
from seismograd.reproduce.generate.offline.triggers.declared import fitted, with_inputs
from seismograd.reproduce.generate.offline.triggers.devices import elsewhere
from seismograd.reproduce.generate.offline.triggers.equal_lengths import equal_lengths
from seismograd.reproduce.generate.offline.triggers.example_lengths import example_lengths
from seismograd.reproduce.generate.offline.triggers.occasions import DECLARED, occasions
from seismograd.reproduce.generate.offline.triggers.optional_tensors import (
    SWITCH,
    other_forms,
    with_optional_tensors,
)
from seismograd.reproduce.generate.offline.triggers.options import with_options
from seismograd.reproduce.generate.offline.triggers.relations import relations
from seismograd.reproduce.generate.offline.triggers.row_counts import row_counts
from seismograd.reproduce.generate.offline.triggers.second_runs import second_runs
from seismograd.reproduce.generate.offline.triggers.told_amounts import told_amounts
from seismograd.reproduce.generate.offline.triggers.told_lengths import told_lengths
from seismograd.reproduce.generate.offline.triggers.told_pictures import told_pictures

MOST_DRAFTS = 24
MOST_SINGLE = 4
"""So many values are tried one by one before all together: one that suffices says more."""


def apply_reported_triggers(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    seen = attempt.observation
    if not draft.is_baseline or draft.switches or draft.doubted or seen is None:
        return
    if draft.leads_to is not None:
        if seen.is_clean:
            yield draft.leads_to.changed(is_baseline=False)
        return
    if not seen.is_clean:
        if any(one.name == SWITCH for one in draft.constants):
            yield from other_forms(case, draft)
        return
    yield from with_optional_tensors(case, draft)
    told: set[tuple[object, ...]] = set()
    for number, better in enumerate(_triggered(case, draft, attempt)):
        key = (better.constants, better.exercise, better.leads_to and better.leads_to.constants)
        if number < MOST_DRAFTS and key not in told:
            told.add(key)
            yield better.changed(is_baseline=better.leads_to is not None)


def _triggered(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    yield from elsewhere(case, draft)
    yield from array_precision(case, draft)
    reported = Reported(case.report)
    values = _values(case, draft, reported)
    if 1 < len(values) <= MOST_SINGLE:
        for name, value in values.items():
            yield _switched(draft, with_inputs(draft, {name: value}))
    if values:
        yield _switched(draft, with_inputs(draft, values))
    for shape in reported.shapes:
        sizes = _sizes(draft, shape)
        if sizes:
            yield _switched(draft, sizes)
    yield from told_pictures(case, draft, attempt)
    yield from told_lengths(case, draft, values)
    yield from equal_lengths(case, draft)
    yield from example_lengths(case, draft)
    yield from relations(case, draft)
    yield from told_amounts(case, draft)
    yield from row_counts(case, draft)
    yield from second_runs(case, draft)
    for better in with_options(case, draft, reported):
        yield fitted(better)
    for trigger in occasions(case, draft):
        yield trigger
        if values and trigger.leads_to is None:
            yield _switched(trigger, with_inputs(trigger, values))


def _values(case: Case, draft: Draft, reported: Reported) -> dict[str, str]:
    """Constants of the draft that the report gives another value for.

    What it says of an option of the project is not meant for the inputs alone.
    """
    options = {p.name for s in case.project.symbols for p in s.parameters if "." not in s.name}
    found = ((one, reported.value(one.name)) for one in draft.constants)
    return {
        one.name: value
        for one, value in found
        if value is not None
        and value != one.value
        and is_literal(value)
        and not (
            one.name in DECLARED
            and reported.source(one.name) != one.name.lower()
            and reported.source(one.name) in options
        )
    }


def _sizes(draft: Draft, shape: tuple[int, ...]) -> dict[str, str]:
    """What a reported shape says about the sizes that the draft names, axis by axis."""
    names = {
        1: ("BATCH",),
        2: ("BATCH", "LENGTH"),
        3: ("BATCH", "LENGTH", "FEATURES"),
        4: ("BATCH", "CHANNELS", "HEIGHT", "WIDTH"),
    }.get(len(shape), ())
    constants = {one.name: one.value for one in draft.constants if one.name in SIZES}
    return {
        name: str(size)
        for name, size in zip(names, shape, strict=False)
        if name in constants and constants[name] != str(size)
    }


def _switched(draft: Draft, values: dict[str, str]) -> Draft:
    constants = tuple(
        Constant(one.name, values[one.name], one.value)
        if values.get(one.name, one.value) != one.value
        else one
        for one in draft.constants
    )
    words = ", ".join(f"{name} = {value}" for name, value in values.items())
    return draft.changed(constants=constants, idea=f"{draft.idea} Now with {words}, as reported.")
