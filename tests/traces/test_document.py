"""The document of the trace and the classes that read it say the same."""

from __future__ import annotations

import re
from dataclasses import fields

from seismograd.traces.events import (
    KINDS,
    ArrayFacts,
    Device,
    EarlierException,
    Event,
    Frame,
    LayerSample,
    Place,
    Statistics,
    TensorFacts,
)
from tests.trace_document import PAGE, documented

COMMON = {field.name for field in fields(Event)}


def test_the_page_can_be_read_by_this_test() -> None:
    assert len(documented()) > 20
    assert documented()["end"] == {"outcome", "exit_code", "seconds", "steps"}


def test_every_kind_has_its_row_and_every_row_its_kind() -> None:
    assert documented().keys() == KINDS.keys()


def test_every_kind_has_the_documented_fields_and_no_others() -> None:
    ours = {name: {f.name for f in fields(kind)} - COMMON for name, kind in KINDS.items()}
    assert ours == documented()


def test_the_parts_have_the_documented_fields() -> None:
    lists = [set(re.findall(r'"(\w+)"', found)) for found in re.findall(r"`\{([^`]*)\}`", PAGE)]
    for part in (Place, Device, ArrayFacts, LayerSample, Frame, TensorFacts):
        assert {field.name for field in fields(part)} in lists, part.__name__


def test_statistics_have_the_documented_fields() -> None:
    paragraph = PAGE[PAGE.index("**Statistics**") : PAGE.index("**Ids**")]
    told = set(re.findall(r'"(\w+)"', paragraph))
    assert told == {field.name for field in fields(Statistics)}


def test_an_earlier_exception_is_an_exception_that_says_how() -> None:
    last = {field.name for field in fields(KINDS["exception"])} - COMMON
    last -= {"because", "group", "undescribed"}
    assert {field.name for field in fields(EarlierException)} == last | {"how"}
