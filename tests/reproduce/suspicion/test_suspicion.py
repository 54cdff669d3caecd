"""The right patch comes soon enough: among as many as are tried."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import SymbolKind
from seismograd.reproduce.observation import Observation, Reached
from seismograd.reproduce.suspicion.suspicion import suspect_patches
from seismograd.reproduce.validate.controls.patched_line import MOST_PATCHES, patched_text
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.generate.offline.experiments import projects
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

RIGHT = (
    (projects.BUFFER, "self.register_buffer('mean', torch.zeros(features))"),
    (projects.RESUME, "if not optimizer is None"),
    (projects.DETACHED, "code = torch.tanh(self.encoder(x))\n"),
    (projects.PLAIN_LIST, "nn.ModuleList("),
    (projects.DROPOUT, "training=self.training"),
    (projects.PREDICT, "model.eval()"),
    (projects.BATCH, "x.mean(dim=1, keepdim=True)"),
    (projects.MASK, "float('-inf')"),
    (projects.OPTION, "nn.Dropout(dropout)"),
    (projects.SEED, "__import__('random').seed(seed)"),
    (projects.NAN, "1e-06"),
    (projects.SPLIT, "[:len(items) - count]"),
    (projects.LAST_BATCH, "-(-len(self.data) // self.batch_size)"),
    (projects.SCHEDULE, "self.count += 1"),
    (projects.LEAK, "self.history.append(out.detach())"),
    (projects.ACCURACY, "correct / len(targets)"),
)


def observed(case: Case) -> Observation:
    """All functions of the project were entered."""
    kinds = (SymbolKind.FUNCTION, SymbolKind.METHOD)
    reached = tuple(
        Reached(s.file, s.name, s.line) for s in case.project.symbols if s.kind in kinds
    )
    return Observation(Ending.EXITED, 1, "", "", reached=reached)


def patches(project: Project, root: Path) -> tuple[Case, list[Patch]]:
    case = cases(project, root)[0]
    return case, list(islice(suspect_patches(case, observed(case)), MOST_PATCHES))


@pytest.mark.parametrize(("project", "right"), RIGHT, ids=lambda one: getattr(one, "name", ""))
def test_the_right_patch_is_tried(project: Project, right: str, tmp_path: Path) -> None:
    case, found = patches(project, tmp_path)
    texts = [patched_text(case.root, patch) or "" for patch in found]
    assert any(_plain(right) in _plain(text) for text in texts), [p.what for p in found]


def _plain(text: str) -> str:
    """Without what only the style of writing is."""
    return text.replace(" ", "").replace("(", "").replace(")", "").replace('"', "'")


@pytest.mark.parametrize("project", projects.ALL, ids=lambda project: project.name)
def test_patches_leave_files_that_parse_and_none_comes_twice(
    project: Project, tmp_path: Path
) -> None:
    case, found = patches(project, tmp_path)
    assert len({(p.file, p.first, p.text) for p in found}) == len(found)
    for patch in found:
        text = patched_text(case.root, patch)
        assert text is not None
        compile(text, patch.file, "exec")


def test_an_option_whose_listeners_never_ran_gives_no_control(tmp_path: Path) -> None:
    project = Project(
        "unreached",
        {
            **projects.OPTION.files,
            "training.py": "def optimise(model, dropout):\n    return model, 1 - dropout\n",
        },
        projects.OPTION.report,
        (),
    )
    case = cases(project, tmp_path)[0]
    seen = observed(case)
    assert list(suspect_patches(case, seen))
    elsewhere = tuple(one for one in seen.reached if one.file != "training.py")
    unreached = Observation(Ending.EXITED, 1, "", "", reached=elsewhere)
    assert not list(suspect_patches(case, unreached))
