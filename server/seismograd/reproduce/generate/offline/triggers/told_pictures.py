"""Sizes of pictures that a report names: "dies with 100 x 100 pixels, 64 x 64 is fine"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seismograd.reproduce.candidate import Attempt
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.derive.running_text import running_text
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.tensors import Kind
from seismograd.reproduce.generate.offline.rendering import is_exact
from seismograd.reproduce.generate.offline.repairs.made_tensors import made_tensors
from seismograd.reproduce.generate.offline.triggers.told_amounts import is_demanded
from seismograd.reproduce.report.values.picture_sizes import PictureSize, picture_sizes_in

MOST_SIZES = 3
MOST_TEXT = 40_000
_SIDES = ("HEIGHT", "WIDTH")
_AXES_OF_PICTURES = 4


def told_pictures(case: Case, draft: Draft, attempt: Attempt) -> Iterator[Draft]:
    """Pictures of that size; for a control of one that the report calls fine, else of a usual one.

    A network may be built for one size alone: so another one that should do goes first.
    """
    if not is_exact(case) or is_demanded(case):
        return
    text = running_text(f"{case.report.title}\n{case.report.text}"[:MOST_TEXT])
    told = picture_sizes_in(text)
    named = _with_named_sides(draft, attempt) if told else None
    if named is None:
        return
    fine = [one for one in told if one.is_fine]
    usual = fine[0] if fine else _usual(named)
    other = fine[1] if len(fine) > 1 else PictureSize(2 * usual.height, 2 * usual.width)
    for bad in [one for one in told if not one.is_fine and one != usual][:MOST_SIZES]:
        yield _once_free(named, bad, usual, other)


def _with_named_sides(draft: Draft, attempt: Attempt) -> Draft | None:
    """With the sides of its pictures among the constants; None where it makes no pictures."""
    made = [
        one
        for one in made_tensors(draft, attempt)
        if len(one.spec.sizes) == _AXES_OF_PICTURES and one.spec.kind is not Kind.WHOLE
    ]
    sides = made[0].spec.sizes[-2:] if made else ()
    if sides == _SIDES:
        return draft
    if not all(side.isdigit() for side in sides) or not sides:
        return None
    if any(one.name in _SIDES for one in draft.constants):
        return None
    exercise = list(draft.exercise)
    for one in made:
        if one.spec.sizes[-2:] == sides:
            spec = replace(one.spec, sizes=(*one.spec.sizes[:-2], *_SIDES))
            exercise[one.index] = f"{one.name} = {spec.expression()}"
    new = (Constant(name, side) for name, side in zip(_SIDES, sides, strict=True))
    return draft.changed(exercise=tuple(exercise), constants=(*draft.constants, *new))


def _usual(draft: Draft) -> PictureSize:
    known = {one.name: one.value for one in draft.constants}
    return PictureSize(int(known["HEIGHT"]), int(known["WIDTH"]))


def _once_free(draft: Draft, bad: PictureSize, usual: PictureSize, other: PictureSize) -> Draft:
    words = f"{bad.height} x {bad.width}"
    special = _sized(draft, bad, usual).changed(
        idea=f"{draft.idea} Now with pictures of {words}, as reported."
    )
    idea = f"{draft.idea} With pictures of {other.height} x {other.width}: is their size free?"
    return _sized(draft, other).changed(idea=idea, leads_to=special)


def _sized(draft: Draft, size: PictureSize, control: PictureSize | None = None) -> Draft:
    def side(one: Constant) -> Constant:
        if one.name not in _SIDES:
            return one
        value, other = (
            None if given is None else str(given.height if one.name == "HEIGHT" else given.width)
            for given in (size, control)
        )
        return Constant(one.name, str(value), None if other == value else other)

    return draft.changed(constants=tuple(map(side, draft.constants)))
