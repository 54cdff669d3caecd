"""Patches for what goes wrong in training, chance, evaluation and memory."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from seismograd.reproduce.observation import Observation, Reached
from seismograd.reproduce.suspicion.suspicion import suspect_patches
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.generate.offline.experiments import training_projects
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases
from tests.reproduce.suspicion.test_suspicion import patches

RIGHT = (
    (training_projects.CLEARED_TOO_LATE, "pass"),
    (training_projects.LEFT_IN_EVALUATION, "model.train()"),
    (training_projects.EMBEDDING, "self.encoder.eval()"),
    (training_projects.STATISTICS, "model.eval()"),
    (training_projects.LABELS, "sorted(set(names))"),
    (training_projects.AUGMENTER, "default_rng(seed)"),
    (training_projects.VALIDATION, ".detach()"),
)
SCRIPT = Project(
    "script",
    {
        "train.py": """\
import torch
from torch import nn

if __name__ == "__main__":
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(100):
        loss = model(torch.ones(4, 3)).pow(2).mean()
        loss = torch.tensor(loss.item(), requires_grad=True)
        loss.backward()
        optimizer.step()
"""
    },
    "# train.py does not learn\n\nThe loss stays where it is.\n",
    ((", requires_grad=True", ""),),
)


@pytest.mark.parametrize(("project", "right"), RIGHT, ids=lambda one: getattr(one, "name", ""))
def test_the_right_patch_is_tried_soon(project: Project, right: str, tmp_path: Path) -> None:
    _, found = patches(project, tmp_path)
    assert any(right in patch.text for patch in found[:25]), [patch.what for patch in found]


def test_what_a_script_does_when_it_is_run_can_be_at_fault(tmp_path: Path) -> None:
    case = cases(SCRIPT, tmp_path)[0]
    seen = Observation(Ending.EXITED, 1, "", "", reached=(Reached("train.py", "<module>", 1),))
    texts = [patch.text.strip() for patch in islice(suspect_patches(case, seen), 10)]
    assert "loss = loss" in texts
