"""Whatever value is written, the text stays sound, and the old value can be put back."""

from __future__ import annotations

import ast
import re
import shutil
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seismograd.repair.context import RepairContext
from seismograd.repair.edits.config_leaves import leaves_of, syntax_of
from seismograd.repair.parameter import Choices, Numbers, Parameter, Value
from tests.repair.operators.fixture_cases import (
    Case,
    all_cases,
    parameters_of,
    texts_of,
    written,
)

WRITTEN = [case for case in all_cases() if not case.is_refused]
TOKEN = re.compile(r"\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?|\w+|\s+|.")


@cache
def _found(case: Case) -> tuple[RepairContext, Parameter]:
    context = case.context()
    return context, parameters_of(case, context)[case.facts["parameter"]]


def _is_in_place(case: Case) -> bool:
    """Whether a number stands in the place of another one, and nothing else changes."""
    ((name, text), *others) = case.expected.items()
    before = texts_of(case.root)[name]
    is_numeric = isinstance(_found(case)[1].space, Numbers)
    return (
        is_numeric
        and not others
        and len(_changed_lines(before, text)) == 1
        and (len(TOKEN.findall(text)) == len(TOKEN.findall(before)))
    )


def _changed_lines(before: str, after: str) -> list[str]:
    return [line for line in after.splitlines() if line not in before.splitlines()]


IN_PLACE = [case for case in WRITTEN if _is_in_place(case)]


def _values(space: Numbers | Choices) -> st.SearchStrategy[Value]:
    if isinstance(space, Choices):
        return st.sampled_from(space.options)
    if space.is_whole:
        return st.integers(round(space.low), round(space.high))
    return st.floats(space.low, space.high)


def _is_sound(name: str, text: str) -> bool:
    syntax = syntax_of(name)
    if syntax is not None:
        return leaves_of(text, syntax) is not None
    return bool(ast.parse(text).body)


def _same(one: str, other: str) -> bool:
    """Equal but for the way in which numbers are written."""
    first, second = TOKEN.findall(one), TOKEN.findall(other)
    return len(first) == len(second) and all(map(_same_token, first, second))


def _same_token(one: str, other: str) -> bool:
    return one == other or (one[0].isdigit() and float(one) == float(other))


@pytest.mark.parametrize("case", WRITTEN, ids=str)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_files_still_parse(case: Case, data: st.DataObject) -> None:
    context, parameter = _found(case)
    files = written(parameter, data.draw(_values(parameter.space)), context)
    assert files
    assert all(_is_sound(name, text) for name, text in files.items())


@pytest.mark.parametrize("case", IN_PLACE, ids=str)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_as_many_lines_differ_as_in_the_fixture(case: Case, data: st.DataObject) -> None:
    context, parameter = _found(case)
    files = written(parameter, data.draw(_values(parameter.space)), context)
    ((name, text),) = files.items()
    before = texts_of(case.root)[name]
    wanted = _changed_lines(before, case.expected[name])
    assert len(_changed_lines(before, text)) <= len(wanted)


@pytest.mark.parametrize("case", IN_PLACE, ids=str)
def test_old_value_gives_the_old_text_back(case: Case, tmp_path: Path) -> None:
    context, parameter = _found(case)
    project = tmp_path / "project"
    shutil.copytree(case.root, project)
    for name, text in written(parameter, case.facts["value"], context).items():
        (project / name).write_text(text, "utf-8")
    changed = case.context(project)
    again = parameters_of(case, changed)[parameter.name]
    for name, text in written(again, _number(parameter.old), changed).items():
        assert _same(text, texts_of(case.root)[name])


def _number(text: str) -> Value:
    return int(text) if text.isdigit() else float(text)
