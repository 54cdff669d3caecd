"""The way to measure memory that writers are told of sees tensors, and the judge lets it run."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from seismograd.reproduce.candidate import Candidate, Stage, Switch
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.criteria.criterion import Criterion
from seismograd.reproduce.generate.with_model.conventions import RULES
from seismograd.reproduce.ladder import Ladder
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.validate.controls.switched import Switched
from seismograd_sandbox.host.selection import choose
from tests.reproduce.validate import small_project

pytestmark = pytest.mark.slow

KEEPING = """\
import torch

history = []


def step(keep):
    loss = (torch.ones(1 << 18) * torch.ones(1, requires_grad=True)).sum()
    history.append(loss if keep else loss.item())
    return loss
"""
SCRIPT = """
import gc
import os
import weakref

from keeping import step

KEEP = True


{measure}

seen = []
for number in range(30):
    if number == 5:
        before = resident_bytes()
    seen.append(weakref.ref(step(KEEP)))
growth = resident_bytes() - before
alive = sum(one() is not None for one in seen)
print("MEASURED growth_bytes", growth)
print("MEASURED live_tensors", alive)
if growth > 1 << 20 and alive > 20:
    print("REPRODUCED: memory grows")
    raise SystemExit(1)
print("NOT REPRODUCED")
"""
CRITERIA = (
    Criterion("c1", "memory grows", "", 'measured("growth_bytes", ">", 1048576)'),
    Criterion("c2", "tensors stay", "", 'measured("live_tensors", ">", 20)'),
)


def documented() -> str:
    found = re.search(r"^    def resident_bytes\(\):\n(?:      .*\n)+", RULES, re.MULTILINE)
    assert found is not None
    return dedent(found[0])


def case(root: Path) -> Case:
    (root / "keeping.py").write_text(KEEPING)
    small = small_project.case(root, *CRITERIA)
    step = Symbol("keeping", "step", SymbolKind.FUNCTION, "keeping.py", 6, 9)
    return replace(small, project=replace(small.project, symbols=(step,)))


def test_it_sees_tensors_that_a_project_keeps(tmp_path: Path) -> None:
    made = case(tmp_path)
    switches = (Switch("KEEP", "True", "False"),)
    candidate = Candidate(SCRIPT.format(measure=documented()), "test", "x", switches)
    tree = Tree(tmp_path, Path(sys.executable), choose("auto", tmp_path))
    with SandboxedTrialRunner(tree) as runner:
        attempt = Ladder(made, runner, (Switched(runner),), 2).climb(candidate).attempt
    assert attempt.stage is Stage.REPEATS, attempt.feedback
