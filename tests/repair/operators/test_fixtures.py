"""Every operator against its fixtures; a new folder is a new test."""

from __future__ import annotations

import pytest

from tests.repair.operators.cases import BY_NAME, FIXTURES, Case, all_cases, parameters_of, written

CASES = all_cases()
OF_LAYERS = FIXTURES.parents[1] / "layers" / "fixtures"
"""Of the operators that change layers, with tests of their own."""
WRITTEN = [case for case in CASES if not case.is_refused]
REFUSED = [case for case in CASES if case.is_refused]


@pytest.mark.parametrize("case", WRITTEN, ids=str)
def test_value_is_written_where_it_stands(case: Case) -> None:
    context = case.context()
    found = parameters_of(case, context)
    name = case.facts["parameter"]
    assert name in found, (list(found), context.refused)
    assert written(found[name], case.facts["value"], context) == case.expected
    assert sorted(case.facts.get("all", [name])) == sorted(found)
    assert found[name].old == case.facts.get("old", found[name].old)


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_what_cannot_be_written_is_refused_with_its_reason(case: Case) -> None:
    context = case.context()
    assert list(parameters_of(case, context)) == case.facts.get("all", [])
    assert context.refused == case.facts["refused"]


@pytest.mark.parametrize("name", BY_NAME)
def test_every_operator_has_fixtures(name: str) -> None:
    is_of_layers = (OF_LAYERS / name).is_dir()
    assert is_of_layers or any(case.folder.parent.name == name for case in CASES)


def test_every_fixture_folder_belongs_to_an_operator() -> None:
    assert {path.name for path in FIXTURES.iterdir()} <= BY_NAME.keys()
