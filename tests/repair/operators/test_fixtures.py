"""Every operator against its fixtures; a new folder is a new test."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from seismograd.program import release
from seismograd.program.model import Program
from seismograd.repair.parameter import Choices
from tests.repair.operators.fixture_cases import (
    BY_NAME,
    FIXTURES,
    Case,
    all_cases,
    parameters_of,
    texts_of,
    written,
)

CASES = all_cases()
WRITTEN = [case for case in CASES if not case.is_refused]
REFUSED = [case for case in CASES if case.is_refused]


@pytest.mark.parametrize("case", WRITTEN, ids=str)
def test_value_is_written_where_it_stands(case: Case) -> None:
    context = case.context()
    found = parameters_of(case, context)
    name = case.facts["parameter"]
    assert name in found, (list(found), context.refused)
    assert written(found[name], case.facts["value"], context) == case.expected
    assert sorted(case.parameter_names) == sorted(found)
    assert found[name].old == case.facts.get("old", found[name].old)
    assert found[name].is_unusual == case.facts.get("is_unusual", found[name].is_unusual)
    if "choices" in case.facts:
        assert found[name].space == Choices(tuple(case.facts["choices"]))


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_what_cannot_be_written_is_refused_with_its_reason(case: Case) -> None:
    context = case.context()
    assert sorted(parameters_of(case, context)) == sorted(case.parameter_names)
    assert context.refused == case.facts["refused"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_names_are_unique_and_candidates_are_values(case: Case) -> None:
    parameters = list(case.operator.parameters(case.context()))
    assert len({one.name for one in parameters}) == len(parameters)
    for one in parameters:
        assert one.candidates
        assert all(value in one.space for value in one.candidates), one


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_candidate_leaves_a_program(case: Case, tmp_path: Path) -> None:
    """Also when the program that the parameters come from is no longer kept in memory."""
    context = case.context()
    parameters = list(case.operator.parameters(context))
    release(context.program.document)
    for parameter in parameters:
        for value in parameter.candidates:
            files = {**texts_of(case.root), **written(parameter, value, context)}
            program = _program(case, files, tmp_path)
            assert len(program.networks) == len(context.program.networks), (parameter, value)
            assert len(program.mismatches) <= len(context.program.mismatches), (parameter, value)


def _program(case: Case, files: dict[str, str], folder: Path) -> Program:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
        if name.endswith(".py"):
            ast.parse(text)
    return case.context(folder).program


@pytest.mark.parametrize("name", BY_NAME)
def test_every_operator_has_fixtures(name: str) -> None:
    assert any(case.folder.parent.name == name for case in CASES)


def test_every_fixture_folder_belongs_to_an_operator() -> None:
    assert {path.name for path in FIXTURES.iterdir()} <= BY_NAME.keys()
