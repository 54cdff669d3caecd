"""Drafts run at once in this interpreter: quick, and without the ladder."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import torch
from torch.optim.optimizer import _global_optimizer_post_hooks, _global_optimizer_pre_hooks

from seismograd.reproduce.candidate import Switch
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.judging import judge_all
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.rendering import render
from seismograd.reproduce.generate.offline.seeds.experiments import from_experiments
from seismograd.reproduce.observation import MEASURED, REPRODUCED, Observation
from seismograd.reproduce.validate.controls.switched import switched
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

MOST_DRAFTS = 24
WATCHED = (
    torch.Tensor,
    torch.nn.Module,
    torch.optim.Optimizer,
    torch.optim.lr_scheduler.LRScheduler,
    torch.utils.data.DataLoader,
)
"""Whose methods a script may exchange, to note what is done: it ends with its process."""


def firing(case: Case) -> Iterator[Draft]:
    """Drafts of the first fingerprint that show the bug, and do not without their trigger."""
    for draft in islice(from_experiments(case), MOST_DRAFTS):
        source = render(draft, case.fingerprint, case.project.search_path)
        shown = output_of(source, case.root)
        met = REPRODUCED in shown and judge_all(case.fingerprint, _observation(shown)).passed
        if met and REPRODUCED not in _without(source, draft.switches, case.root):
            yield draft


def ideas_of(
    project: Project, root: Path, families: Sequence[str], *, healthy: bool = False
) -> list[str]:
    """Of the drafts that show the bug, where the report is read as one of these families."""
    found = [c for c in cases(project, root, healthy=healthy) if c.fingerprint.symptom in families]
    assert found
    return [draft.idea for case in found for draft in firing(case)]


def _observation(shown: str) -> Observation:
    lines = [line.split(" ", 2) for line in shown.splitlines() if line.startswith(MEASURED)]
    measured = {name: json.loads(value) for _, name, value in lines}
    return Observation(Ending.EXITED, 1, shown, "", measured=measured)


def _without(source: str, switches: tuple[Switch, ...], root: Path) -> str:
    return output_of(switched(source, switches), root) if switches else ""


def output_of(source: str, root: Path) -> str:
    """What a script prints; one that breaks off is not reproduced."""
    output = io.StringIO()
    with _inside(root), contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            exec(compile(source, "script.py", "exec"), {"__name__": "__main__"})
        except (Exception, SystemExit):
            return output.getvalue()
    return output.getvalue()


@contextlib.contextmanager
def _inside(root: Path) -> Iterator[None]:
    """As in the folder of the project, whose modules are forgotten afterwards."""
    before, path, known = Path.cwd(), list(sys.path), set(sys.modules)
    methods = [(owner, dict(vars(owner))) for owner in WATCHED]
    os.chdir(root)
    sys.path.insert(0, str(root))
    try:
        yield
    finally:
        os.chdir(before)
        for owner, own in methods:
            _put_back(owner, own)
        _global_optimizer_pre_hooks.clear()
        _global_optimizer_post_hooks.clear()
        sys.path[:] = path
        for name in set(sys.modules) - known:
            if any(place.startswith(str(root)) for place in _places(sys.modules[name])):
                del sys.modules[name]


def _put_back(owner: type, methods: dict[str, object]) -> None:
    for name, method in methods.items():
        if vars(owner).get(name) is not method and not name.startswith("__abstract"):
            setattr(owner, name, method)


def _places(module: object) -> list[str]:
    """Its file, and the folders of a package, which may be one without a file."""
    folders = [str(folder) for folder in getattr(module, "__path__", ())]
    return [getattr(module, "__file__", None) or "", *folders]
