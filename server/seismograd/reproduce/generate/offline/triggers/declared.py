"""Inputs that go along with what a network is told about them.

A network that is built for another size and gets inputs of the old one fails by that alone.
"""

from __future__ import annotations

import re
from dataclasses import replace

from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.literals import literal_value

SPACE = re.compile(
    r"(?:^|_)(?:image|img|input|tile|crop|frame|patch_grid|spatial|picture)?_?"
    r"(?:size|shape|resolution|hw)$"
)
CHANNELS = re.compile(r"^(?:in_?|n_?|num_)?(?:channels|chans|ch|bands)$")
FEATURES = re.compile(r"^(?:in_?|n_?|num_|input_)?(?:features|dim|feats)$")
_NO_SPACE = re.compile(
    r"batch|kernel|patch|hidden|vocab|embed|window|step|model|state|pool|buffer|queue|sample|cache"
)


def with_inputs(draft: Draft, values: dict[str, str]) -> dict[str, str]:
    """Also the sizes of the draft's inputs that some of the values speak of."""
    sizes = {one.name for one in draft.constants} - values.keys()
    found: dict[str, str] = {}
    for name, value in values.items():
        for size, number in _told(name.lower(), literal_value(value)).items():
            if size in sizes:
                found[size] = str(number)
    return {**values, **found}


def fitted(draft: Draft) -> Draft:
    """The sizes of the inputs as the switches of a draft say."""
    switched = {one.name: one.value for one in draft.constants if one.control is not None}
    wanted = with_inputs(draft, switched)
    constants = tuple(
        replace(one, value=wanted[one.name], control=one.value)
        if one.name in wanted and one.control is None and one.value != wanted[one.name]
        else one
        for one in draft.constants
    )
    return draft.changed(constants=constants)


def _told(name: str, value: object) -> dict[str, int]:
    """What an option says about the axes of an input."""
    if is_space(name) and (pair := as_pair(value)):
        return dict(zip(("HEIGHT", "WIDTH"), pair, strict=True))
    if type(value) is int and CHANNELS.search(name):
        return {"CHANNELS": value}
    if type(value) is int and FEATURES.search(name):
        return {"FEATURES": value}
    return {}


def is_space(name: str) -> bool:
    return SPACE.search(name) is not None and _NO_SPACE.search(name) is None


def as_pair(value: object) -> tuple[int, int] | None:
    """Rows and columns; one number stands for both, and channels may come along."""
    if type(value) is int:
        return value, value
    if not isinstance(value, tuple | list) or not all(type(size) is int for size in value):
        return None
    if len(value) == 3:  # channels are the fewest, and come first or last
        value = value[1:] if value[0] <= value[2] else value[:2]
    return (value[0], value[1]) if len(value) == 2 else None
