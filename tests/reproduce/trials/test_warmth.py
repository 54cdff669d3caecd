"""Which warm interpreter a script goes to."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd.reproduce.trials.warmth import Pace, Warmths
from seismograd.runs.keras_backend import VARIABLE as BACKEND_VARIABLE
from seismograd_sandbox.host.outcome import Ending
from seismograd_sandbox.host.selection import choose

COUNTING = "import os, time\nprint(os.getpid(), time.monotonic_ns())"


@pytest.mark.parametrize(
    ("source", "backend"),
    [
        ("import keras", None),
        ("import os\nos.environ.setdefault('KERAS_BACKEND', 'torch')\nimport keras", "torch"),
        ('import os\nos.environ["KERAS_BACKEND"] = "jax"\nimport keras', "jax"),
        ("import os\nif x:\n    os.environ['KERAS_BACKEND'] = 'jax'", None),
    ],
)
def test_keras_is_loaded_ahead_with_the_backend_of_the_script(
    source: str, backend: str | None, tmp_path: Path
) -> None:
    warmths = Warmths(Tree(tmp_path, Path(sys.executable), choose("process", tmp_path)))
    chosen = warmths.for_script(source)
    assert chosen.tree.environment.get(BACKEND_VARIABLE) == backend
    assert warmths.for_script(source) is chosen
    assert (warmths.for_script() is chosen) == (backend is None)


def test_the_backend_that_a_user_has_set_is_the_one(tmp_path: Path) -> None:
    environment = {BACKEND_VARIABLE: "numpy"}
    tree = Tree(
        tmp_path, Path(sys.executable), choose("process", tmp_path), environment=environment
    )
    warmths = Warmths(tree)
    source = "import os\nos.environ.setdefault('KERAS_BACKEND', 'torch')"
    assert warmths.for_script(source) is warmths.for_script()


def test_the_same_trial_is_not_run_twice(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("value = 0")
    with SandboxedTrialRunner(
        Tree(tmp_path, Path(sys.executable), choose("process", tmp_path))
    ) as runner:
        first = runner.try_quickly(COUNTING)
        assert runner.try_quickly(COUNTING).stdout == first.stdout
        assert runner.try_quickly(COUNTING, seed=1).stdout != first.stdout
        other = runner.with_files({"other.py": "value = 1"})
        assert other.try_quickly(COUNTING).stdout != first.stdout


def test_trials_at_once_have_an_interpreter_each(tmp_path: Path) -> None:
    """Each waits for the file of the other one: after each other, the first would wait in vain."""
    meeting = tmp_path / "meeting"
    meeting.mkdir()
    project = tmp_path / "project"
    project.mkdir()
    waits = (
        "import pathlib, sys, time\nplace = pathlib.Path({folder!r})\n"
        "(place / {own!r}).touch()\nend = time.monotonic() + 30\n"
        "while not (place / {other!r}).exists() and time.monotonic() < end:\n    time.sleep(0.01)\n"
        "print((place / {other!r}).exists())"
    )
    sources = [
        waits.format(folder=str(meeting), own=own, other=other)
        for own, other in (("a", "b"), ("b", "a"))
    ]
    tree = Tree(project, Path(sys.executable), choose("process", project))
    with SandboxedTrialRunner(tree) as runner, ThreadPoolExecutor(2) as pool:
        seen = [*pool.map(lambda source: runner.try_quickly(source, wall_s=40.0), sources)]
    assert [one.stdout.strip() for one in seen] == ["True", "True"]


def test_on_a_machine_that_got_busier_a_script_gets_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paces = iter([1.0, 10.0])
    monkeypatch.setattr(Pace, "stretched", lambda self, limit_s: limit_s * next(paces))
    tree = Tree(tmp_path, Path(sys.executable), choose("process", tmp_path))
    with SandboxedTrialRunner(tree) as runner:
        seen = runner.try_quickly("import time\ntime.sleep(4)\nprint('done')", wall_s=2.0)
    assert seen.stdout.strip() == "done"


def test_a_script_that_never_ends_is_run_once_where_the_pace_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    monkeypatch.setattr(Pace, "stretched", lambda self, limit_s: asked.append(limit_s) or limit_s)
    tree = Tree(tmp_path, Path(sys.executable), choose("process", tmp_path))
    with SandboxedTrialRunner(tree) as runner:
        seen = runner.try_quickly("while True: pass", wall_s=1.0)
    assert seen.ending is Ending.WALL_LIMIT
    assert len(asked) == 2
