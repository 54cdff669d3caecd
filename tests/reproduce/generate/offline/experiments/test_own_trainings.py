"""Trainings that are started as the project starts them."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from seismograd.reproduce.generate.offline.rendering import render
from seismograd.reproduce.generate.offline.seeds.experiments.stage.training import Training
from seismograd.reproduce.generate.offline.seeds.experiments.stage.trainings import trainings
from seismograd.reproduce.observation import NOT_REPRODUCED, REPRODUCED
from tests.reproduce.generate.offline.experiments.in_process import firing, output_of
from tests.reproduce.generate.offline.experiments.own_training_projects import (
    ALL,
    COPIED,
    HOOKS,
    NEW_HEAD,
    NOISE,
    STEPS,
)
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases
from tests.reproduce.suspicion.test_suspicion import patches


def own(project: Project, root: Path, epochs: int = 25) -> list[Training]:
    case = cases(project, root)[0]
    return [one for one in trainings(case, epochs=epochs) if one.idea.startswith("Train as")]


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_a_bug_is_shown_and_not_where_it_is_mended(project: Project, tmp_path: Path) -> None:
    torch.manual_seed(0)
    case = cases(project, tmp_path / "buggy")[0]
    draft = next(firing(case), None)
    assert draft is not None
    project.write(tmp_path / "healthy", healthy=True)
    source = render(draft, case.fingerprint, case.project.search_path)
    shown = output_of(source, tmp_path / "healthy").splitlines()
    assert NOT_REPRODUCED in shown
    assert not any(line.startswith(REPRODUCED) for line in shown)


def test_noise_that_nothing_can_learn_is_no_bug(tmp_path: Path) -> None:
    torch.manual_seed(0)
    for case in cases(NOISE, tmp_path):
        assert next(firing(case), None) is None


def test_a_copy_that_is_trained_leaves_the_model_as_it_was(tmp_path: Path) -> None:
    (training,) = own(COPIED, tmp_path)
    assert not training.has_model


def test_what_is_made_on_the_way_gets_a_name(tmp_path: Path) -> None:
    (training,) = own(HOOKS, tmp_path)
    assert training.statements == (
        "runner = Runner(max_epochs=25)",
        "model = Task()",
        "runner.fit(model, Shots())",
    )
    assert training.has_model
    assert "from demo.sizes import Shots" in training.bench.imports


def test_a_test_says_how_to_train_too(tmp_path: Path) -> None:
    (training,) = own(NEW_HEAD, tmp_path)
    assert training.statements[-1] == "tuner.tune(rows, epochs=25)"
    assert "tuner = Tuner(Net(width=16))" in training.statements


def test_settings_say_how_long_it_lasts(tmp_path: Path) -> None:
    (training,) = own(COPIED, tmp_path)
    assert "recipe = Recipe(epochs=25)" in training.statements
    assert "model = network" in training.statements
    assert training.statements[-1] == "learn(model, toy(recipe), recipe)"


def test_steps_are_as_many_as_are_wanted(tmp_path: Path) -> None:
    (long,) = own(STEPS, tmp_path / "long")
    (short,) = own(STEPS, tmp_path / "short", epochs=1)
    assert long.statements[-1] == "stream.run(300, 32)"
    assert short.statements[-1] == "stream.run(12, 32)"


@pytest.mark.parametrize(
    ("project", "right"),
    [
        (HOOKS, "task.prepare(shots)\n        optimizer = task.make_optimizer()"),
        (NEW_HEAD, "type(self.optimizer)(self.net.parameters(), **self.optimizer.defaults)"),
        (COPIED, "network = copy.deepcopy(network)\n    optimizer = "),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_an_optimiser_that_was_made_too_early_is_suspected(
    project: Project, right: str, tmp_path: Path
) -> None:
    _, found = patches(project, tmp_path)
    assert any(right in patch.text for patch in found[:12]), [patch.what for patch in found]
