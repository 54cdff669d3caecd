"""A script may do anything to files: the trace stays usable, and nobody else's file is touched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from seismograd_sandbox.host.sandbox import guest_folder
from tests.sandbox.guest.runs import Watched, project, watched

WARN = "warnings.warn('heard')"


def run(tmp_path: Path, script: str, **files: str) -> Watched:
    root = project(tmp_path / "project", {"train.py": script, **files})
    return watched(root, ["train.py", str(tmp_path / "project-outbox" / "trace.jsonl")])


def kinds(content: bytes) -> list[str]:
    """Of the lines that are events."""
    found = []
    for line in content.splitlines():
        try:
            found.append(json.loads(line)["kind"])
        except (ValueError, TypeError, KeyError, RecursionError):
            continue
    return found


@pytest.mark.parametrize(
    "garbage", [b"garbage", b"\xff\xfe\x00", b'{"v":1,"t":0,"kind":"st', b"\n\n", b"[" * 5_000]
)
def test_words_of_the_script_in_the_trace_spoil_no_event(tmp_path: Path, garbage: bytes) -> None:
    seen = run(
        tmp_path,
        f"""
        import sys, warnings
        with open(sys.argv[1], "ab") as trace:
            trace.write({garbage!r})
        {WARN}
        """,
    )
    found = kinds(seen.content)
    assert (found[0], found[1], found[-1]) == ("start", "warning", "end")


def test_a_trace_that_is_emptied_goes_on(tmp_path: Path) -> None:
    seen = run(tmp_path, f"import sys, warnings\nopen(sys.argv[1], 'w').close()\n{WARN}\n")
    assert kinds(seen.content)[0] == "warning"
    assert kinds(seen.content)[-1] == "end"


@pytest.mark.parametrize(
    "removal",
    [
        "os.remove(sys.argv[1])",
        "shutil.rmtree(os.path.dirname(sys.argv[1]))",
        "os.remove(sys.argv[1]); atexit.register(os._exit, 0)",
    ],
)
def test_a_trace_that_is_removed_comes_back_whole(tmp_path: Path, removal: str) -> None:
    seen = run(tmp_path, f"import atexit, os, shutil, sys, warnings\n{removal}\n{WARN}\n")
    assert seen.ran.status == 0
    found = kinds(seen.content)
    assert (found[0], found[1], found[-1]) == ("start", "warning", "end")


@pytest.mark.parametrize("leave", ["", "os._exit(3)"])
@pytest.mark.parametrize(
    "thing",
    [
        "os.mkfifo(trace)",
        "os.mkdir(trace); open(trace + '/x', 'w').close()",
        "os.symlink('/dev/zero', trace)",
        "os.symlink(os.path.abspath('other.txt'), trace)",
        "open(trace, 'w').write('mine')",
        "open(trace, 'w').truncate(1 << 33)",
    ],
)
def test_a_trace_with_something_else_in_its_place_comes_back(
    tmp_path: Path, thing: str, leave: str
) -> None:
    script = "import os, sys, warnings\ntrace = sys.argv[1]\nos.rename(trace, trace + '.old')\n"
    seen = run(tmp_path, f"{script}{thing}\n{WARN}\n{leave}\n", **{"other.txt": "other"})
    assert seen.ran.status == (3 if leave else 0)
    assert not seen.trace.is_symlink()
    found = kinds(seen.content)
    assert (found[0], found[1], found[-1]) == ("start", "warning", "end")
    assert (tmp_path / "project" / "other.txt").read_text() == "other"


def test_the_script_may_work_where_it_removed_everything(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        """
        import os, shutil
        shutil.rmtree(os.getcwd())
        raise ValueError("homeless")
        """,
    )
    assert seen.only("exception")["frames"][0]["file"] == "train.py"
    assert seen.end["outcome"] == "failed"


def test_numbers_of_files_that_the_script_took_over_are_left_alone(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        f"""
        import os, warnings
        os.closerange(3, 100)
        own = [os.open(f"own{{n}}", os.O_RDWR | os.O_CREAT) for n in range(20)]
        {WARN}
        """,
    )
    assert seen.ran.status == 0
    assert all(path.read_bytes() == b"" for path in (tmp_path / "project").glob("own*"))
    assert kinds(seen.content)[0] == "start"


def test_a_script_that_reads_the_trace_sees_whole_lines(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        f"""
        import json, sys, warnings
        {WARN}
        print([json.loads(line)["kind"] for line in open(sys.argv[1])])
        """,
    )
    assert seen.ran.stdout == "['start', 'warning']\n"


def test_no_space_for_the_trace(tmp_path: Path) -> None:
    """A device that is always full; where there is none the case cannot be tried."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no device that is always full")
    root = project(tmp_path / "project", {"train.py": "print('done')\nraise SystemExit(3)\n"})
    runner = [sys.executable, "-B", str(guest_folder() / "__main__.py")]
    command = [*runner, "--trace", "/dev/full", "--root", str(root), "train.py"]
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stdout, ran.stderr) == (3, "done\n", "")


def test_a_limit_on_the_size_of_files(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        """
        import os, resource, sys, warnings
        size = os.path.getsize(sys.argv[1])
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, size + 100))
        for n in range(10):
            exec(compile("\\n" * n + "warnings.warn('x' * 30)", f"{n}", "exec"))
        print("done")
        """,
    )
    assert (seen.ran.status, seen.ran.stdout) == (0, "done\n")
    assert kinds(seen.content)[0] == "start"


def test_a_trace_that_cannot_be_written_at_all_is_said_in_one_line(tmp_path: Path) -> None:
    root = project(tmp_path / "project", {"train.py": "print('ran')"})
    seen = watched(root, ["train.py"], options=("--trace", str(tmp_path / "nowhere" / "t")))
    assert (seen.ran.status, seen.ran.stdout) == (2, "")
    assert seen.ran.stderr.count("\n") == 1
    assert "cannot write the trace" in seen.ran.stderr


def test_the_trace_is_not_inherited(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        """
        import os, subprocess, sys
        code = "import os; print(os.listdir('/proc/self/fd'))"
        print(subprocess.run([sys.executable, "-c", code], close_fds=False,
                             capture_output=True, text=True).stdout)
        """,
    )
    assert len(eval(seen.ran.stdout)) <= 4


def test_everything_a_script_may_replace_is_replaced(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        f"""
        import builtins, json, os, sys, threading, time, traceback, warnings, linecache, atexit
        {WARN}
        broken = None
        class Broken:
            def __call__(self, *a, **k): raise RuntimeError("replaced")
        for owner, name in ((json, "dumps"), (json, "loads"), (traceback, "format_exc"),
                            (traceback, "print_exception"), (linecache, "getline"),
                            (builtins, "print"), (sys, "exit"), (threading, "Thread")):
            setattr(owner, name, Broken())
        sys.stdout = sys.stdin = None
        1 / 0
        """,
    )
    assert seen.ran.status == 1
    assert "ZeroDivisionError" in seen.ran.stderr
    assert seen.only("exception")["type"] == "ZeroDivisionError"
    assert seen.end["outcome"] == "failed"


def test_a_script_under_another_user_than_the_owner_of_the_trace(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    script = f"import os, sys, warnings\nos.remove(sys.argv[1])\nos.setuid(65534)\n{WARN}\n"
    os.chmod(tmp_path, 0o755)
    assert run(tmp_path, script).ran.status == 0
