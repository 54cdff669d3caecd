"""Trials in the sandbox that works everywhere: what one leaves behind, the next does not see."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from seismograd.cancellation import Cancellation
from seismograd.runs.entry import Entry
from seismograd.runs.plan import Plan
from seismograd.runs.trial import Trial, TrialRunner
from seismograd_sandbox.host.limits import MIB, Limits
from seismograd_sandbox.host.selection import choose

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="warm interpreters fork")
Open = Callable[[str], TrialRunner]


@pytest.fixture
def open_runner(tmp_path: Path) -> Iterator[Open]:
    runners: list[TrialRunner] = []

    def open_(script: str) -> TrialRunner:
        (tmp_path / "train.py").write_text(script)
        (tmp_path / "model.txt").write_text("mine")
        limits = Limits(output_bytes=MIB)
        plan = Plan(Entry(tmp_path, ".", "train.py"), Path(sys.executable), limits=limits)
        choice = choose("process", tmp_path)
        runners.append(TrialRunner(plan, choice, ["numpy"], 60.0, Cancellation()))
        return runners[-1]

    yield open_
    for runner in runners:
        runner.close()


@pytest.mark.parametrize(
    ("write", "is_same_session"),
    [
        ("open('model.txt', 'w').write('theirs')", True),
        ("open('new.txt', 'w').write('theirs')", True),
        ("os.remove('model.txt')", False),
        ("os.remove('model.txt'); os.symlink('train.py', 'model.txt')", False),
        ("open('model.txt', 'w').write('x' * (65 << 20))", True),
    ],
)
def test_every_trial_finds_the_project_as_it_is(
    open_runner: Open, tmp_path: Path, write: str, is_same_session: bool
) -> None:
    """A session that stays open has its frameworks loaded; only what is hard to undo ends it."""
    seen = "print(open('model.txt').read(), os.path.exists('new.txt'))"
    runner = open_runner(f"import os\n{seen}\n{write}")
    session = runner._session
    for _ in range(2):
        assert runner.run(Trial({"train.py": f"import os\n{seen}\n{write}\n"})).output == (
            "mine False\n"
        )
    assert (runner._session is session) is is_same_session
    assert (tmp_path / "model.txt").read_text() == "mine"


def test_a_large_file_of_the_project_is_copied_with_all_of_it(
    open_runner: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seismograd.runs.restore_files.MOST_BYTES", 3)
    runner = open_runner("print(open('model.txt').read())\nopen('model.txt', 'w').write('theirs')")
    session = runner._session
    assert [runner.run(Trial()).output for _ in range(2)] == ["mine\n"] * 2
    assert runner._session is not session


def test_a_trial_that_prints_too_much_names_the_limit(open_runner: Open) -> None:
    runner = open_runner("while True: print('x' * 1000)")
    result = runner.run(Trial())
    assert result.has_failed
    assert result.is_cut
    assert "more than 1 MiB" in result.reason
    assert "--limit output=N" in result.reason


def test_a_script_that_ends_itself_before_it_trains_has_failed(open_runner: Open) -> None:
    result = open_runner("raise SystemExit(3)").run(Trial())
    assert result.has_failed
    assert "status 3" in result.reason


def test_what_the_run_imports_is_there_before_a_trial(open_runner: Open) -> None:
    script = "import sys\nprint({'numpy.fft', 'torch'} & {*sys.modules})\n"
    imports = "from numpy import fft\nimport torch\n"
    assert open_runner(script + imports).run(Trial()).output == "{'numpy.fft'}\n"


def test_the_backend_that_a_script_sets_is_set_before_it(
    open_runner: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KERAS_BACKEND", raising=False)
    script = "import os\nprint(os.environ.get('KERAS_' + 'BACKEND'))\n"
    assert open_runner(script).run(Trial()).output == "None\n"
    sets = "os.environ['KERAS_BACKEND'] = 'torch'\n"
    assert open_runner(script + sets).run(Trial()).output == "torch\n"
