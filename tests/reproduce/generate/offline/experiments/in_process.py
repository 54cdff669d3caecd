"""Drafts run at once in this interpreter: quick, and without the ladder."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy
import torch
from torch.optim.optimizer import _global_optimizer_post_hooks, _global_optimizer_pre_hooks

from seismograd.reproduce.candidate import Switch
from seismograd.reproduce.case import Case
from seismograd.reproduce.criteria.judging import judge_all
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.rendering import render
from seismograd.reproduce.generate.offline.seeds.experiments import from_experiments
from seismograd.reproduce.generate.offline.seeds.experiments.answers import memory
from seismograd.reproduce.observation import MEASURED, NOT_REPRODUCED, REPRODUCED, Observation
from seismograd.reproduce.validate.controls.switched import switched
from seismograd_sandbox.host.outcome import Ending
from tests.reproduce.generate.offline.experiments.projects import Project
from tests.reproduce.generate.offline.experiments.trying import cases

MOST_DRAFTS = 24
SCRIPT = "script.py"
WATCHED = (
    torch.Tensor,
    torch.nn.Module,
    torch.optim.Optimizer,
    torch.optim.lr_scheduler.LRScheduler,
    torch.utils.data.DataLoader,
)
"""Whose methods a script may exchange, to note what is done: it ends with its process."""


@dataclass(frozen=True)
class Ended:
    """How a script ended."""

    output: str
    error: str = ""
    """The traceback of what it raised, unless that is its verdict."""
    is_unfit: bool = False
    """Whether an assertion of its own says that the experiment does not fit the project."""

    @property
    def crashed(self) -> bool:
        return bool(self.error) and not self.is_unfit

    @property
    def fired(self) -> bool:
        return not self.error and _says(REPRODUCED, self.output)

    @property
    def is_clean(self) -> bool:
        return not self.error and _says(NOT_REPRODUCED, self.output)


def firing(case: Case) -> Iterator[Draft]:
    """Drafts of the first fingerprint that show the bug, and do not without their trigger.

    A crash says nothing about the bug. Where every script crashes, "no draft fires" says nothing.
    """
    seen = []
    for draft in islice(from_experiments(case), MOST_DRAFTS):
        source = render(draft, case.fingerprint, case.project.search_path)
        ended = run_script(source, case.root)
        seen.append(ended)
        met = ended.fired and judge_all(case.fingerprint, _observation(ended.output)).passed
        if met and _is_clean_without(source, draft.switches, case.root):
            yield draft
    errors = "\n".join(ended.error for ended in seen)
    assert not (seen and all(ended.crashed for ended in seen)), f"every script crashed\n{errors}"


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


def _is_clean_without(source: str, switches: tuple[Switch, ...], root: Path) -> bool:
    return not switches or run_script(switched(source, switches), root).is_clean


def output_of(source: str, root: Path) -> str:
    """What a script prints that must not crash."""
    ended = run_script(source, root)
    assert not ended.error, ended.error
    return ended.output


def run_script(source: str, root: Path) -> Ended:
    """Run a script as a trial does, with the same seed."""
    return _run_alone(source, root) if memory.IN_USE in source else _run_here(source, root)


def _run_alone(source: str, root: Path) -> Ended:
    """What measures the process must not meet what others left in it."""
    code = f"from {__name__} import print_ended\nprint_ended({source!r}, {str(root)!r})"
    ran = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True
    )
    output, error, is_unfit = json.loads(ran.stdout.splitlines()[-1])
    return Ended(output, error, is_unfit)


def print_ended(source: str, root: str) -> None:
    ended = _run_here(source, Path(root))
    print(json.dumps([ended.output, ended.error, ended.is_unfit]))


def _run_here(source: str, root: Path) -> Ended:
    output = io.StringIO()
    error, is_unfit = "", False
    with _inside(root), contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            exec(compile(source, SCRIPT, "exec"), {"__name__": "__main__"})
        except (Exception, SystemExit) as raised:
            error, is_unfit = traceback.format_exc(), _is_own_assertion(raised)
    if error and _says(REPRODUCED, output.getvalue()):
        return Ended(output.getvalue())
    return Ended(output.getvalue(), error, is_unfit)


def _is_own_assertion(raised: BaseException) -> bool:
    *_, innermost = traceback.extract_tb(raised.__traceback__)
    return isinstance(raised, AssertionError) and innermost.filename == SCRIPT


def _says(verdict: str, output: str) -> bool:
    return any(line.startswith(verdict) for line in output.splitlines())


@contextlib.contextmanager
def _inside(root: Path) -> Iterator[None]:
    """As in the folder of the project, whose modules are forgotten afterwards."""
    before, path, known = Path.cwd(), list(sys.path), set(sys.modules)
    methods = [(owner, dict(vars(owner))) for owner in WATCHED]
    os.chdir(root)
    _seed()
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


def _seed() -> None:
    random.seed(0)
    numpy.random.seed(0)
    torch.manual_seed(0)


def _put_back(owner: type, methods: dict[str, object]) -> None:
    for name, method in methods.items():
        if vars(owner).get(name) is not method and not name.startswith("__abstract"):
            setattr(owner, name, method)


def _places(module: object) -> list[str]:
    """Its file, and the folders of a package, which may be one without a file."""
    folders = [str(folder) for folder in getattr(module, "__path__", ())]
    return [getattr(module, "__file__", None) or "", *folders]
