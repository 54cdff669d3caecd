"""Patched networks train: shapes and imports are as PyTorch and Keras want them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.repair.layers.fixture_cases import ENTRY, FIXTURES

CASES = (
    "activation_add/forward_gelu",
    "activation_change/loop",
    "dropout/added_in_forward",
    "dropout/added_in_functional",
    "initialiser/torch_he",
    "kernel_size/tuple",
    "layer_add/sequential",
    "normalisation_layer/keras",
    "units/convolution",
)
RUNNER = Path(__file__).parent / "run_projects.py"
TIMEOUT_S = 300


def test_patched_trainings_run(tmp_path: Path) -> None:
    scripts = []
    for case in CASES:
        project = tmp_path / case.replace("/", "-")
        shutil.copytree(FIXTURES / case / "before", project)
        shutil.copytree(FIXTURES / case / "after", project, dirs_exist_ok=True)
        scripts.append(str(project / ENTRY))
    done = subprocess.run(
        [sys.executable, str(RUNNER), *scripts],
        env={**os.environ, "KERAS_BACKEND": "torch"},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("finished") == len(CASES)
