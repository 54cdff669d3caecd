"""Memory that grows is seen whatever allocator tensors come from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from seismograd.reproduce.case import Case
from seismograd.reproduce.generate.offline.rendering import render
from seismograd.reproduce.generate.offline.seeds.experiments import from_experiments
from seismograd.reproduce.generate.offline.seeds.experiments.answers import memory
from seismograd.reproduce.observation import NOT_REPRODUCED, REPRODUCED
from tests import parts
from tests.reproduce.generate.offline.experiments.training_projects import ALL
from tests.reproduce.generate.offline.experiments.trying import cases

(LEAK,) = (project for project in ALL if project.name == "validation")
BLIND = 'extern "C" { struct Told { unsigned long of[10]; }; Told mallinfo2() { return {}; } }'
"""The C library counts nothing of what an allocator beside it gives out."""


@pytest.fixture(scope="module")
def blind_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = parts.program("g++", "g++")
    folder = tmp_path_factory.mktemp("library")
    (folder / "blind.cpp").write_text(BLIND)
    library = folder / "blind.so"
    command = [compiler, "-shared", "-fPIC", "-o", str(library), str(folder / "blind.cpp")]
    subprocess.run(command, check=True)
    return library


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="libraries are preloaded otherwise there")
@pytest.mark.parametrize("healthy", [False, True], ids=["leak", "no leak"])
def test_another_allocator_hides_no_leak(
    healthy: bool, blind_library: Path, tmp_path: Path
) -> None:
    case = cases(LEAK, tmp_path, healthy=healthy)[0]
    assert case.fingerprint.symptom == "memory"
    shown = _output_of_the_first(case, {"LD_PRELOAD": str(blind_library)})
    assert (REPRODUCED in shown) is not healthy
    assert (NOT_REPRODUCED in shown) is healthy


def _output_of_the_first(case: Case, environment: dict[str, str]) -> str:
    draft = next(from_experiments(case))
    source = render(draft, case.fingerprint, case.project.search_path)
    done = subprocess.run(
        [sys.executable, "-c", source],
        cwd=case.root,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 or REPRODUCED in done.stdout, done.stderr
    return done.stdout


LEAKED = 80
"""Tensors of 64 KiB: more than twice the largest page, which an allocator may take at once."""
LEAKING = """
import gc, resource, sys, torch
taken = [torch.ones(1024 * size) for size in range(1, 49) for _ in range(40)]
every_second = taken[::2]
del taken
leaked = []
for number in range(4 + LEAKED):
    leaked.append(torch.ones(128 * 128))
    if number == 3:
        use_up_spare_memory()
        before = in_use()
print(in_use() - before)
"""


def test_memory_that_was_freed_before_does_not_hide_a_leak() -> None:
    header, _, rest = LEAKING.strip().partition("\n")
    script = "\n".join([header, f"LEAKED = {LEAKED}", memory.IN_USE, rest])
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(ran.stdout) > LEAKED * 128 * 128 * 4 / 2
