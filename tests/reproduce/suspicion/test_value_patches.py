"""The right patch for wrong metrics and data comes soon enough, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.validate.controls.patched_line import patched_text
from tests.reproduce.generate.offline.experiments import value_projects
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.suspicion.test_suspicion import patches

AGAIN = Project(
    "again",
    {
        "arrays.py": """\
import torch


def shuffle_both(images, labels):
    first = torch.randperm(len(images))
    second = torch.randperm(len(images))
    return images[first], labels[second]
"""
    },
    "# Labels do not match the images any more\n\nThey are mixed up by `shuffle_both`.\n",
    (("second = torch.randperm(len(images))", "second = first"),),
)
RIGHT = (
    (value_projects.SHUFFLED, "images[torch.arange(len(images))], labels[torch.arange("),
    (AGAIN, "second = first"),
    (value_projects.FOLDS, "if _one not in list(held)]"),
    (value_projects.NO_LAST, "-(-len(self.items) // self.batch_size)"),
)


@pytest.mark.parametrize(("project", "right"), RIGHT, ids=lambda one: getattr(one, "name", ""))
def test_the_right_patch_is_tried(project: Project, right: str, tmp_path: Path) -> None:
    case, found = patches(project, tmp_path)
    assert any(right in (patched_text(case.root, patch) or "") for patch in found)
