from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from typing import NoReturn

import pytest

from seismograd.cancellation import Cancellation
from seismograd.runs.entry import script_entry
from seismograd.runs.execute import execute, first_record
from seismograd.runs.folder import new_run_folder
from seismograd.runs.plan import Plan
from seismograd.runs.record import read_record
from seismograd.runs.state import RunState
from seismograd.runs.summary import RunSummary
from seismograd.runs.summary_json import summary_as_dict
from seismograd_sandbox.host.limits import Limits
from seismograd_sandbox.host.process import ProcessSandbox
from seismograd_sandbox.host.sandbox import Obstacle, SandboxUnusable, Stream
from seismograd_sandbox.host.selection import Choice
from tests.runs.conftest import Carry

FAILING = """import sys

def deep(x):
    return 1 / x

print("so far", sys.argv[1:])
open("model.pt", "w").write("weights")
deep(0)
"""


def test_a_run_leaves_everything_in_its_folder(carry_out: Carry, tmp_path: Path) -> None:
    heard: list[tuple[Stream, bytes]] = []
    summary = carry_out(
        FAILING, "--epochs", "3", listen=lambda stream, piece: heard.append((stream, piece))
    )
    record, folder = summary.record, summary.folder
    assert record.state is RunState.FAILED
    assert record.sentence == (
        "The script failed with ZeroDivisionError: division by zero (train.py:4)."
    )
    assert summary.failure is not None
    assert summary.failure.text == "return 1 / x"
    assert folder.stream("stdout").read_text() == "so far ['--epochs', '3']\n"
    assert "ZeroDivisionError" in folder.stream("stderr").read_text()
    assert b"".join(piece for stream, piece in heard if stream is Stream.STDOUT) == (
        folder.stream("stdout").read_bytes()
    )
    assert record.written == ("model.pt",)
    assert (folder.files / "model.pt").read_text() == "weights"
    assert not (tmp_path / "model.pt").exists()


def test_a_run_that_goes_well_finishes(carry_out: Carry) -> None:
    summary = carry_out("print('done')\n")
    assert (summary.record.state, summary.record.exit_code) == (RunState.FINISHED, 0)
    assert not summary.folder.files.exists()
    assert json.dumps(summary_as_dict(summary, with_curve=True))


def test_a_run_that_takes_too_long_is_a_timeout(carry_out: Carry) -> None:
    summary = carry_out("while True: pass\n", limits=Limits(wall_s=1.0))
    assert summary.record.state is RunState.TIMEOUT
    assert "limits.wall" in summary.record.sentence


@pytest.mark.parametrize("live", [True, False])
def test_lines_come_at_once_where_somebody_watches(carry_out: Carry, live: bool) -> None:
    summary = carry_out(
        "import os\nprint('line', 1)\nprint('half', end='')\nos.kill(os.getpid(), 9)\n",
        live=live,
        environment={"PYTHONUNBUFFERED": ""},
    )
    assert summary.folder.stream("stdout").read_text() == ("line 1\n" if live else "")


def test_a_run_can_be_cancelled(carry_out: Carry) -> None:
    cancel = Cancellation()

    def listen(_stream: Stream, _piece: bytes) -> None:
        threading.Thread(target=cancel.set).start()

    summary = carry_out(
        "import os, time\nos.write(1, b'up\\n')\ntime.sleep(600)\n", listen=listen, cancel=cancel
    )
    assert summary.record.state is RunState.CANCELLED
    assert summary.folder.stream("stdout").read_text() == "up\n"


def test_a_run_that_is_cancelled_before_it_starts(carry_out: Carry) -> None:
    cancel = Cancellation()
    cancel.set()
    assert carry_out("print('never')\n", cancel=cancel).record.state is RunState.CANCELLED


def test_what_a_script_plants_in_the_folder_is_not_followed(
    carry_out: Carry, tmp_path: Path
) -> None:
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "keep").write_text("mine")
    script = f"""import glob, os
box = glob.glob({str(tmp_path / ".seismograd/runs/*")!r})[0]
for name in ("run.json", "stdout.txt", "stderr.txt"):
    path = os.path.join(box, name)
    if os.path.lexists(path):
        os.unlink(path)
    os.symlink({str(victim / "keep")!r}, path)
os.symlink({str(victim)!r}, os.path.join(box, "files"))
open("out.txt", "w").write("x")
"""
    summary = carry_out(script)
    assert summary.record.state is RunState.FINISHED
    assert [path.name for path in victim.iterdir()] == ["keep"]
    assert (victim / "keep").read_text() == "mine"
    assert (summary.folder.files / "out.txt").read_text() == "x"


ABUSE = """import glob, os, shutil, signal
trace = glob.glob({pattern!r})[0]
box = os.path.dirname(trace)
{damage}
{leave}
"""
LEAVE = "os._exit(3)"
KILLED = "os.kill(os.getpid(), signal.SIGKILL)"
DAMAGES = {
    "garbage": "open(trace, 'ab').write(b'\\0garbage{{{' * 1000)",
    "removed": "os.unlink(trace)",
    "emptied": "os.truncate(trace, 0)",
    "moved": "os.rename(trace, trace + '.old')",
    "folder": "os.unlink(trace); os.mkdir(trace)",
    "link": "os.unlink(trace); os.symlink('/dev/zero', trace)",
    "pipe": "os.unlink(trace); os.mkfifo(trace)",
    "hole": "os.truncate(trace, 1 << 32)",
    "closed": "os.chmod(trace, 0); os.chmod(box, 0)",
    "no folder": "shutil.rmtree(box)",
    "a pipe for a folder": "shutil.rmtree(box); os.mkfifo(box)",
}
LEFT_WITHOUT = {
    "removed": "removed it",
    "emptied": "no event",
    "moved": "removed it",
    "folder": "put a folder in its place",
    "link": "put a link in its place",
    "pipe": "put a pipe in its place",
    "no folder": "removed it",
    "a pipe for a folder": "removed it",
}


def _abused(carry_out: Carry, tmp_path: Path, damage: str, leave: str) -> RunSummary:
    pattern = str(tmp_path / ".seismograd/runs/*/trace.jsonl")
    return carry_out(ABUSE.format(pattern=pattern, damage=DAMAGES[damage], leave=leave))


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_script_that_damages_its_trace_still_has_an_outcome(
    carry_out: Carry, tmp_path: Path, damage: str
) -> None:
    summary = _abused(carry_out, tmp_path, damage, LEAVE)
    assert (summary.record.state, summary.record.exit_code) == (RunState.FAILED, 3)
    if damage == "a pipe for a folder":
        assert "none" in str(summary.trace_trouble)
    else:
        assert summary.told.end is not None
        assert summary.told.end.exit_code == 3


@pytest.mark.parametrize("damage", LEFT_WITHOUT)
def test_a_script_that_is_killed_without_its_trace_left_none(
    carry_out: Carry, tmp_path: Path, damage: str
) -> None:
    summary = _abused(carry_out, tmp_path, damage, KILLED)
    assert (summary.record.state, summary.record.signal) == (RunState.FAILED, 9)
    trouble = summary.trace_trouble or ""
    assert trouble.startswith("none: ")
    assert LEFT_WITHOUT[damage] in trouble


def test_a_folder_that_became_a_link_leads_nowhere(carry_out: Carry, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.mkdir()
    link = f"shutil.rmtree(box); os.symlink({str(victim)!r}, box)"
    pattern = str(tmp_path / ".seismograd/runs/*/trace.jsonl")
    summary = carry_out(ABUSE.format(pattern=pattern, damage=link, leave=KILLED))
    assert not summary.folder.path.is_symlink()
    assert list(victim.iterdir()) == []


class Unusable(ProcessSandbox):
    def open(self, *_arguments: object) -> NoReturn:  # type: ignore[override]
        raise SandboxUnusable(Obstacle("the engine sleeps", "wake it"))


def test_a_sandbox_that_cannot_start_is_an_error_and_on_record(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("")
    plan = Plan(script_entry("train.py", tmp_path), Path("python"))
    choice, folder = Choice(Unusable(), tmp_path), new_run_folder(tmp_path)
    with pytest.raises(SandboxUnusable, match="wake it"):
        execute(plan, first_record(plan, folder, choice), folder, choice)
    record = read_record(folder)
    assert record is not None
    assert (record.state, record.sentence) == (RunState.FAILED, "the engine sleeps; wake it.")


def test_a_weaker_sandbox_that_stands_in_is_on_record(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("")
    plan = Plan(script_entry("train.py", tmp_path), Path(sys.executable))
    choice, folder = Choice(Unusable(), tmp_path, weaker=("process",)), new_run_folder(tmp_path)
    execute(plan, first_record(plan, folder, choice), folder, choice)
    record = read_record(folder)
    assert record is not None
    assert (record.state, record.sandbox) == (RunState.FINISHED, "process")
    assert record.sandbox_why == "not process: the engine sleeps; wake it"
