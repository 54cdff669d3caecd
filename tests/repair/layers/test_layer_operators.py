"""Each operator writes what its fixtures say, and refuses what it cannot write."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

import pytest

from seismograd.program import release
from tests.repair.layers.fixture_cases import ENTRY, Case, all_cases, context_of, written

CASES = all_cases()
WRITTEN = [case for case in CASES if "parameter" in case.expected]
REFUSED = [case for case in CASES if "refused" in case.expected]


@pytest.mark.parametrize("case", WRITTEN, ids=str)
def test_value_is_written_where_it_stands(case: Case) -> None:
    parameters = {one.name: one for one in case.operator.parameters(context_of(case.root))}
    parameter = parameters[case.expected["parameter"]]
    value = case.expected["value"]
    assert value in parameter.space
    assert written(parameter, value, case.root) == case.after


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_refusal_says_why(case: Case) -> None:
    context = context_of(case.root)
    names = {one.name for one in case.operator.parameters(context)}
    assert case.expected["refused"] in context.refused
    assert case.expected["refused"].partition(":")[0] not in names


@pytest.mark.parametrize("case", CASES, ids=str)
def test_names_are_unique_and_candidates_are_values(case: Case) -> None:
    parameters = list(case.operator.parameters(context_of(case.root)))
    assert len({one.name for one in parameters}) == len(parameters)
    for one in parameters:
        assert one.candidates
        assert all(value in one.space for value in one.candidates)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_candidate_leaves_a_program(case: Case, tmp_path: Path) -> None:
    """Also when the program that the parameters come from is no longer kept in memory."""
    context = context_of(case.root)
    parameters = list(case.operator.parameters(context))
    release(context.program.document)
    for parameter in parameters:
        for value in parameter.candidates:
            files = written(parameter, value, case.root)
            project = tmp_path / "project"
            shutil.copytree(case.root, project, dirs_exist_ok=True)
            for name, text in files.items():
                (project / name).write_text(text, "utf-8")
            for path in project.glob("*.py"):
                ast.parse(path.read_text("utf-8"))
            program = context_of(project).program
            assert program.networks, (parameter.name, value, ENTRY)
            assert not program.mismatches, (parameter.name, value)
