"""What is proposed for state that is kept, options, and schedules."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.rendering import render
from seismograd.reproduce.generate.offline.seeds.experiments import from_experiments
from seismograd.reproduce.validate.honesty import demand_honesty
from tests.reproduce.generate.offline.experiments import state_projects as projects
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

MOST = 40


def drafts(project: Project, root: Path) -> tuple[Case, list[Draft]]:
    case = cases(project, root)[0]
    return case, [draft for draft, _ in zip(from_experiments(case), range(MOST), strict=False)]


def text_of(draft: Draft) -> str:
    return "\n".join((*draft.setup, *draft.exercise))


@pytest.mark.parametrize("project", projects.ALL, ids=lambda project: project.name)
def test_there_are_honest_scripts(project: Project, tmp_path: Path) -> None:
    case, found = drafts(project, tmp_path)
    assert found
    for draft in found:
        source = render(draft, case.fingerprint, case.project.search_path)
        demand_honesty(ast.parse(source), case.project)


def test_a_trainer_goes_on_beside_one_that_never_stopped(tmp_path: Path) -> None:
    _, found = drafts(projects.TRAINER, tmp_path)
    going = [one for one in found if "go_on(again" in text_of(one)]
    assert [(s.name, s.control) for s in going[0].switches] == [("RESTORED_BY_HAND", "True")]
    assert "again.restore(path='saved.pt')" in text_of(going[0])


def test_counters_are_compared_where_the_report_speaks_of_them(tmp_path: Path) -> None:
    told = "Epoch starts at 0 again after resume\n\nI call restore and the epoch is lost.\n"
    _, found = drafts(replace(projects.TRAINER, report=told), tmp_path)
    assert "for name in ['epoch']" in text_of(found[0])


def test_an_option_of_the_command_line_has_two_values(tmp_path: Path) -> None:
    _, found = drafts(projects.COMMAND, tmp_path)
    commands = [one for one in found if "command(" in text_of(one)]
    constants = {one.name: one.value for one in commands[0].constants}
    assert constants["GIVEN"] == "['--momentum', '0.9']"
    flag, other = ast.literal_eval(constants["OTHERWISE"])
    assert flag == "--momentum"
    assert float(other) != 0.9
    assert constants["ARGUMENTS"] == "['--epochs', '3']"


def test_a_command_is_resumed_from_its_own_checkpoint(tmp_path: Path) -> None:
    told = "--resume starts from scratch\n\n`train.py --resume last.pt`: loss as in a new run.\n"
    _, found = drafts(replace(projects.COMMAND, report=told), tmp_path)
    resumed = [one for one in found if "'--resume', checkpoint()" in text_of(one)]
    assert resumed
    assert "resumed == fresh" in text_of(resumed[0])


def test_settings_are_given_to_what_takes_them(tmp_path: Path) -> None:
    _, found = drafts(projects.SETTINGS, tmp_path)
    assert any("build(config=Config(model=ModelConfig(activation=value)))" in text_of(one)
               for one in found)  # fmt: skip
    values = {one.name: ast.literal_eval(one.value) for one in found[0].constants}
    assert {values["VALUE"], values["OTHER_VALUE"]} == {"relu", "tanh"}


def test_settings_in_files_are_read_as_the_project_does(tmp_path: Path) -> None:
    _, found = drafts(projects.FILE, tmp_path)
    assert "settings = read_config('config.json')" in text_of(found[0])
    assert "settings['model']['activation'] = value" in text_of(found[0])


def test_a_schedule_is_followed_to_its_end(tmp_path: Path) -> None:
    _, found = drafts(projects.WARM_UP, tmp_path)
    assert "schedule.lr_at(step)" in text_of(found[0])
    assert "last_rate = learning_rates[-1]" in text_of(found[0])


def test_what_is_kept_in_a_file_is_loaded_as_a_new_object(tmp_path: Path) -> None:
    _, found = drafts(projects.VOCABULARY, tmp_path)
    assert "again = Vocabulary.load(path='saved.pt')" in text_of(found[0])
