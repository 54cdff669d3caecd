"""Trials in real sandboxes: what is seen, what is left behind, and what becomes of bad scripts."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from seismograd.cancellation import Cancellation
from seismograd.reproduce.trials.sandboxed import SandboxedTrialRunner
from seismograd.reproduce.trials.tree import Tree
from seismograd_sandbox.host.outcome import Ending
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.selection import choose
from tests import parts

pytestmark = pytest.mark.slow

PROJECT = """
def halve(number):
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2
"""
SCRIPT = """
from arithmetic import halve

NUMBER = 3
try:
    halve(NUMBER)
except ValueError as error:
    print(f"REPRODUCED: {error}")
    raise
print("NOT REPRODUCED")
"""


@pytest.fixture(scope="module", params=["process", "bubblewrap"])
def runner(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SandboxedTrialRunner]:
    root = tmp_path_factory.mktemp("project")
    try:
        sandbox = choose(request.param, root)
    except SandboxUnusable as error:
        parts.missing(str(error), request.param)
    (root / "arithmetic.py").write_text(PROJECT)
    with SandboxedTrialRunner(Tree(root, Path(sys.executable), sandbox)) as runner:
        yield runner


def test_a_quick_trial_and_a_proof_see_the_same(runner: SandboxedTrialRunner) -> None:
    for seen in (runner.try_quickly(SCRIPT), runner.run_fresh(SCRIPT)):
        assert seen.fired
        assert not seen.is_clean
        assert seen.exception is not None
        assert (seen.exception.type, seen.exception.message) == ("ValueError", "3 is odd")
        assert [frame.file for frame in seen.exception.frames] == [seen.script, "arithmetic.py"]
        assert ("arithmetic.py", "halve") in [(f.file, f.function) for f in seen.reached]
        assert seen.script not in [function.file for function in seen.reached]


def test_a_gpu_that_nobody_asked_for_is_not_seen(runner: SandboxedTrialRunner) -> None:
    script = "import os\nprint('devices', repr(os.environ['CUDA_VISIBLE_DEVICES']))\n"
    for seen in (runner.try_quickly(script), runner.run_fresh(script)):
        assert "devices ''" in seen.stdout


def test_what_the_user_names_outside_of_the_project_can_be_read(tmp_path: Path) -> None:
    """Modules of an environment in the project may be installed from there."""
    root, shared = tmp_path / "project", tmp_path / "shared"
    for folder in (root, shared):
        folder.mkdir()
    (shared / "common.py").write_text("WIDTH = 7\n")
    try:
        sandbox = choose("bubblewrap", root)
    except SandboxUnusable as error:
        parts.missing(str(error), "bubblewrap")
    script = f"import sys\nsys.path.append({str(shared)!r})\nimport common\nprint(common.WIDTH)\n"
    tree = Tree(root, Path(sys.executable), sandbox)
    with SandboxedTrialRunner(tree) as closed:
        assert "7" not in closed.run_fresh(script).stdout
    with SandboxedTrialRunner(replace(tree, readable=(shared,))) as opened:
        assert "7" in opened.run_fresh(script).stdout


def test_a_script_without_the_trigger_is_clean(runner: SandboxedTrialRunner) -> None:
    seen = runner.try_quickly(SCRIPT.replace("NUMBER = 3", "NUMBER = 4"))
    assert seen.is_clean
    assert not seen.fired


def test_other_files_make_another_tree(runner: SandboxedTrialRunner) -> None:
    mended = runner.with_files({"arithmetic.py": "def halve(number): return number / 2"})
    assert mended.try_quickly(SCRIPT).is_clean
    assert mended.run_fresh(SCRIPT).is_clean
    assert runner.try_quickly(SCRIPT).fired


def test_no_trial_sees_what_another_one_wrote(runner: SandboxedTrialRunner) -> None:
    leaving = "import os; os.makedirs('a/b'); open('a/b/c', 'w').close(); os.mkdir('empty')"
    assert runner.try_quickly(leaving).exit_code == 0
    looking = "import os; print(sorted(os.listdir('.')))"
    assert "'a'" not in (seen := runner.try_quickly(looking)).stdout
    assert "empty" not in seen.stdout


def test_a_project_that_a_trial_changed_is_made_anew(runner: SandboxedTrialRunner) -> None:
    assert runner.try_quickly("open('arithmetic.py', 'w').close()").exit_code == 0
    assert runner.try_quickly(SCRIPT).fired


def test_what_is_measured_is_read_from_the_output(runner: SandboxedTrialRunner) -> None:
    script = "print('MEASURED loss NaN\\nMEASURED shape [2, 3]\\nMEASURED broken {\\nMEASURED')"
    measured = runner.try_quickly(script).measured
    assert measured.keys() == {"loss", "shape"}
    assert measured["shape"] == [2, 3]


@pytest.mark.parametrize(
    ("script", "ending", "code"),
    [
        ("while True: pass", Ending.WALL_LIMIT, None),
        ("import os; os._exit(3)", Ending.EXITED, 3),
        ("import os; os.kill(os.getpid(), 11)", Ending.SIGNALLED, None),
        ("import os; os.abort()", Ending.SIGNALLED, None),
        ("while True: print('x' * 10000)", Ending.OUTPUT_LIMIT, None),
        ("def broken(:", Ending.EXITED, 1),
        ("import sys; sys.exit('no')", Ending.EXITED, 1),
    ],
)
def test_bad_scripts_have_clear_endings(
    runner: SandboxedTrialRunner, script: str, ending: Ending, code: int | None
) -> None:
    seen = runner.try_quickly(script, wall_s=3.0)
    assert (seen.ending, seen.exit_code) == (ending, code)


LATE = """
import atexit, threading, time

atexit.register(print, "handler")
threading.Thread(target=lambda: (time.sleep(0.2), print("thread"))).start()
raise SystemExit("words")
"""


def test_what_comes_after_the_last_statement_is_seen_as_well(
    runner: SandboxedTrialRunner,
) -> None:
    for seen in (runner.try_quickly(LATE), runner.run_fresh(LATE)):
        assert seen.stdout.split() == ["thread", "handler"]
        assert (seen.exit_code, seen.stderr.strip()) == (1, "words")


def test_a_crash_tells_its_signal_and_how_far_it_came(runner: SandboxedTrialRunner) -> None:
    crash = "import os, arithmetic\narithmetic.halve(4)\nos.kill(os.getpid(), 11)"
    for seen in (runner.try_quickly(crash), runner.run_fresh(crash)):
        assert (seen.ending, seen.signal) == (Ending.SIGNALLED, 11)
        assert "halve" in [function.function for function in seen.reached]


def test_a_script_that_ends_the_interpreter_it_came_from_ends_no_later_trial(
    runner: SandboxedTrialRunner,
) -> None:
    runner.try_quickly("import os; os.kill(os.getppid(), 9)")
    assert runner.try_quickly(SCRIPT).fired


def test_names_are_resolved_by_the_interpreter_inside(runner: SandboxedTrialRunner) -> None:
    asked = {
        "json.dumps": ("indent",),
        "json.loadz": (),
        "shutil.copyfile": ("src", "colour"),
        "xml.dom.minidom.parse": (),
        "no_such_package.thing": (),
    }
    wrong = runner.resolve(asked)
    assert wrong.keys() == {"json.loadz", "shutil.copyfile", "no_such_package.thing"}
    assert "colour" in wrong["shutil.copyfile"]
    assert runner.resolve({**asked, "json.loads": ()}) == wrong


def test_a_wish_to_stop_ends_a_quick_trial_and_lets_none_begin(tmp_path: Path) -> None:
    cancel = Cancellation()
    tree = Tree(tmp_path, Path(sys.executable), choose("process", tmp_path), cancel=cancel)
    with SandboxedTrialRunner(tree) as runner:
        runner.try_quickly("")
        threading.Timer(0.5, cancel.set).start()
        begun = time.monotonic()
        assert runner.try_quickly("import time; time.sleep(60)").ending is Ending.CANCELLED
        assert time.monotonic() - begun < 15
        assert runner.run_fresh("print(1)").stdout == ""
