"""What is proposed for each silent bug, without running it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.rendering import render
from seismograd.reproduce.generate.offline.seeds.experiments import from_experiments
from seismograd.reproduce.generate.offline.seeds.experiments.stage.helper_names import kept_apart
from seismograd.reproduce.validate.honesty import demand_honesty
from tests.reproduce.generate.offline.experiments.projects import (
    ALL,
    BATCH,
    BUFFER,
    DETACHED,
    DROPOUT,
    OPTION,
    PREDICT,
    RESUME,
    Project,
)
from tests.reproduce.generate.offline.experiments.trying import cases

MOST = 60


def drafts(project: Project, root: Path, number: int = 0) -> tuple[Case, list[Draft]]:
    case = cases(project, root)[number]
    return case, [draft for draft, _ in zip(from_experiments(case), range(MOST), strict=False)]


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_every_family_has_experiments_that_are_honest_scripts(
    project: Project, tmp_path: Path
) -> None:
    case, found = drafts(project, tmp_path)
    assert found
    for draft in found:
        source = render(draft, case.fingerprint, case.project.search_path)
        demand_honesty(ast.parse(source), case.project)
        assert "MEASURED" in source


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_each_statement_of_a_draft_is_whole(project: Project, tmp_path: Path) -> None:
    for draft in drafts(project, tmp_path)[1]:
        for statement in (*draft.setup, *draft.exercise):
            ast.parse(statement)


def test_criteria_that_ask_for_something_else_get_no_experiment(tmp_path: Path) -> None:
    case = cases(BUFFER, tmp_path)[0]
    other = Criterion("c1", "another fact", "", 'measured("something_else", ">", 1)')
    crash = Criterion("c1", "a crash", "", 'raises("ValueError")')
    for criterion in (other, crash):
        changed = Case(case.report, case.root, Fingerprint((criterion,), "reload"), case.project)
        assert not list(from_experiments(changed))


def test_what_was_saved_is_compared_with_and_without_training_before(tmp_path: Path) -> None:
    _, found = drafts(BUFFER, tmp_path)
    switches = [[(s.name, s.trigger, s.control) for s in draft.switches] for draft in found]
    assert [("STEPS", "3", "0")] in switches
    assert [("OTHER_SEED", "1", "0")] in switches
    assert [] in switches


def test_the_project_s_own_saving_and_loading_go_first(tmp_path: Path) -> None:
    _, found = drafts(RESUME, tmp_path)
    body = "\n".join(found[0].exercise)
    assert "save_checkpoint(path='saved.pt', model=model, optimizer=optimizer" in body
    assert "load_checkpoint(path='saved.pt', model=again, optimizer=optimizer_again)" in body


def test_only_the_part_that_the_report_names_is_looked_at(tmp_path: Path) -> None:
    _, found = drafts(DETACHED, tmp_path)
    parts = {line for d in found for line in d.exercise if "parameters_in" in line}
    assert parts == {
        "parts = parameters_in(model.encoder)",
        "parts = parameters_in(model.decoder)",
    }


def test_a_function_that_evaluates_is_given_a_model_that_trains(tmp_path: Path) -> None:
    _, found = drafts(PREDICT, tmp_path)
    calls = [d for d in found if any("predict(" in line for line in d.exercise)]
    assert [(s.name, s.control) for s in calls[0].switches] == [("TRAINED_JUST_NOW", "False")]


def test_evaluation_mode_is_measured_without_a_new_seed_between(tmp_path: Path) -> None:
    _, found = drafts(DROPOUT, tmp_path)
    assert "model.eval()" in found[0].exercise
    assert "manual_seed" not in "\n".join(found[0].exercise)


def test_a_batch_of_one_is_the_control_of_a_batch(tmp_path: Path) -> None:
    _, found = drafts(BATCH, tmp_path)
    assert [(s.name, s.control) for s in found[0].switches] == [("BATCH", "1")]


def test_options_are_compared_by_the_reported_value(tmp_path: Path) -> None:
    _, found = drafts(OPTION, tmp_path)
    constants = {one.name: one.value for one in found[0].constants}
    assert (constants["VALUE"], constants["OTHER_VALUE"]) == ("0.1", "0.9")
    assert "dropout=value" in "\n".join(found[0].exercise)


def test_helpers_have_names_of_their_own() -> None:
    setup = ("def numbers(value):\n    return [numbers(one) for one in value]\n",)
    body = ("numbers = data()", "result = numbers(model(numbers))")
    helpers, statements = kept_apart(setup, body)
    assert helpers[0].startswith("def numbers_of(value):\n    return [numbers_of(one)")
    assert statements == ("numbers = data()", "result = numbers_of(model(numbers))")
    assert kept_apart(setup, ("x = numbers(y)",)) == (setup, ("x = numbers(y)",))
