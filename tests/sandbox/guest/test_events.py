"""What the guest tells about a run, beside what the probes see."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.sandbox.guest.runs import Watched, project, watched


def run(
    tmp_path: Path, script: str, *arguments: str, options: tuple[str, ...] = (), **environment: str
) -> Watched:
    root = project(tmp_path / "project", {"train.py": script})
    chosen = ("--probes", "none", *options)
    return watched(root, ["train.py", *arguments], options=chosen, **environment)


HELPER = """\
class Net:
    size = 3
    def forward(self, x):
        if x > 1:
            return x
        return -x
    def other(self):
        return 0
"""


def test_functions_are_told_from_bodies(tmp_path: Path) -> None:
    script = "import helper\nhelper.Net().forward(2)\n"
    root = project(tmp_path / "project", {"train.py": script, "helper.py": HELPER})
    seen = watched(root, ["train.py"], options=("--probes", "none", "--reached"))
    told = [
        (one["function"].rpartition(".")[2], one.get("body")) for one in seen.of_kind("reached")
    ]
    assert told == [("<module>", True), ("<module>", True), ("Net", True), ("forward", None)]


def test_lines_are_told_when_they_are_executed(tmp_path: Path) -> None:
    script = """
    import threading
    import helper
    for number in range(3):
        thread = threading.Thread(target=helper.Net().forward, args=[number])
        thread.start()
        thread.join()
    """
    root = project(tmp_path / "project", {"train.py": script, "helper.py": HELPER})
    options = ("--probes", "none", "--lines", "helper.py:2-2", "--lines", "helper.py:4-8")
    seen = watched(root, ["train.py"], options=options)
    told = [(one["file"], one["line"]) for one in seen.of_kind("executed")]
    # Line 7 is executed as well: it defines a function.
    assert sorted(told) == [("helper.py", line) for line in (2, 4, 5, 6, 7)]


def test_the_start_tells_what_was_run(tmp_path: Path) -> None:
    script = "import os; print(os.getpid())"
    seen = run(tmp_path, script, "--lr", "1", options=("--id", "r1", "--seed", "7"))
    start = seen.events[0]
    assert start["kind"] == "start"
    assert (start["v"], start["id"], start["script"]) == (1, "r1", "train.py")
    assert start["arguments"] == ["--lr", "1"]
    assert start["root"] == str(tmp_path / "project")
    assert start["pid"] == int(seen.ran.stdout)
    assert start["seed"] == 7
    assert start["python"] == ".".join(str(part) for part in sys.version_info[:3])
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", start["time"])


def test_the_start_of_a_module_in_a_folder(tmp_path: Path) -> None:
    root = project(tmp_path / "project", {"sub/package/__init__.py": "", "sub/package/a.py": ""})
    seen = watched(root, ["-m", "package.a"], options=["--folder", str(root / "sub")])
    assert seen.ran.status == 0
    assert seen.events[0]["module"] == "package.a"
    assert "script" not in seen.events[0]


def test_the_hash_seed_is_told_where_it_counts(tmp_path: Path) -> None:
    assert run(tmp_path, "", PYTHONHASHSEED="3").events[0]["hash_seed"] == "3"
    assert "hash_seed" not in run(tmp_path, "").events[0]


def test_an_isolated_interpreter_will_do(tmp_path: Path) -> None:
    root = project(tmp_path / "project", {"train.py": "import helper", "helper.py": "print('h')"})
    seen = watched(root, ["train.py"], flags=("-I", "-B"))
    assert (seen.ran.status, seen.ran.stdout, seen.ran.stderr) == (0, "h\n", "")


def test_warnings_are_told_once_a_place_and_counted(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        """
        import warnings
        warnings.simplefilter("always")
        for n in range(5):
            warnings.warn(f"number {n}", FutureWarning)
        warnings.warn("once")
        with warnings.catch_warnings(record=True):
            warnings.warn("caught by the script itself")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.warn("not to be seen")
        """,
    )
    often, once, counted = seen.of_kind("warning")
    assert (often["category"], often["message"]) == ("FutureWarning", "number 0")
    assert often["place"] == {"file": "train.py", "line": 5}
    assert "count" not in often
    assert (once["category"], once["message"]) == ("UserWarning", "once")
    assert (counted["place"], counted["count"]) == (often["place"], 5)


def test_peak_memory_is_that_of_the_script(tmp_path: Path) -> None:
    seen = run(tmp_path, "x = bytearray(300_000_000)\ndel x\n")
    peak = seen.of_kind("memory")[-1]["rss_peak_bytes"]
    assert 300_000_000 < peak < 500_000_000
    assert run(tmp_path, "").of_kind("memory")[-1]["rss_peak_bytes"] < 150_000_000


def test_the_phases_of_a_script_without_training(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        """
        import atexit, time
        import slow
        time.sleep(0.2)
        atexit.register(time.sleep, 0.3)
        """,
    )
    assert seen.ran.status == 1
    root = project(
        tmp_path / "project", {"slow.py": "import time; time.sleep(0.4); import colorsys"}
    )
    phases = _phases(watched(root, ["train.py"]))
    assert list(phases) == ["import", "setup", "end"]
    assert 0.4 <= phases["import"] < 1.5
    assert 0.2 <= phases["setup"] < 1.0
    assert 0.3 <= phases["end"] < 1.0


def _phases(seen: Watched) -> dict[str, float]:
    assert seen.ran.status == 0, seen.ran.stderr
    return {event["phase"]: event["seconds"] for event in seen.of_kind("phase")}


def test_seeds_repeat_a_run_and_are_told(tmp_path: Path) -> None:
    script = "import random, numpy; print(random.random(), numpy.random.rand())"
    first, second = (run(tmp_path, script, options=("--seed", "5")) for _ in range(2))
    other = run(tmp_path, script, options=("--seed", "6"))
    unseeded = run(tmp_path, script)
    assert first.ran.stdout == second.ran.stdout
    assert len({first.ran.stdout, other.ran.stdout, unseeded.ran.stdout}) == 3
    assert _seeded(first) == ["random", "numpy.random"]
    assert _seeded(unseeded) == []


def test_seeds_of_the_script_win(tmp_path: Path) -> None:
    script = """
        import random
        random.seed(1)
        import numpy
        numpy.random.seed(2)
        print(random.random(), numpy.random.rand())
        """
    assert run(tmp_path, script, options=("--seed", "5")).ran == run(tmp_path, script).ran


def _seeded(seen: Watched) -> list[str]:
    return [event["value"] for event in seen.of_kind("setting") if event["name"] == "seeded"]


def test_a_seed_that_numpy_would_refuse_is_refused_at_once(tmp_path: Path) -> None:
    root = project(tmp_path / "project", {"train.py": "print('ran')"})
    seen = watched(root, ["train.py"], options=("--seed", str(2**32)))
    assert (seen.ran.status, seen.ran.stdout) == (2, "")
    assert "--seed" in seen.ran.stderr


@pytest.mark.slow
def test_torch_and_keras_are_seeded_named_and_placed(tmp_path: Path) -> None:
    script = """
        import random
        random.seed(1)
        import torch
        torch.manual_seed(3)
        import keras
        print(random.random(), torch.rand(1), keras.random.uniform((1,)))
        """
    environment = {"KERAS_BACKEND": "torch", "OMP_NUM_THREADS": "1"}
    first, second = (run(tmp_path, script, options=("--seed", "5"), **environment) for _ in "ab")
    assert first.ran.status == 0, first.ran.stderr
    assert first.ran.stdout == second.ran.stdout
    assert {"torch", "keras"} <= set(_seeded(first))
    packages = first.of_kind("packages")[-1]["packages"]
    assert {"torch", "keras", "numpy"} <= set(packages)
    devices = first.only("device")["devices"]
    assert devices[0]["type"] == "cpu"
    assert devices[0]["memory_bytes"] > 1_000_000_000


def test_an_exception_that_ends_a_thread_is_no_failure_of_the_run(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        """
        import threading
        def work():
            raise ValueError("lost")
        thread = threading.Thread(target=work, name="worker")
        thread.start()
        thread.join()
        """,
    )
    event = seen.only("thread_exception")
    assert (event["thread"], event["type"], event["message"]) == ("worker", "ValueError", "lost")
    assert event["frames"][-1]["file"] == "train.py"
    assert seen.end["outcome"] == "finished"
    assert not seen.of_kind("exception")


def test_the_end_comes_after_threads_and_exit_handlers(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        """
        import atexit, threading, time
        atexit.register(time.sleep, 0.2)
        threading.Thread(target=time.sleep, args=(0.2,)).start()
        """,
    )
    assert seen.end["seconds"] > 0.4


def test_a_hard_exit_in_a_thread_is_told(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        """
        import os, threading, time
        threading.Thread(target=os._exit, args=(4,)).start()
        time.sleep(30)
        """,
    )
    assert seen.ran.status == 4
    assert (seen.end["outcome"], seen.end["exit_code"]) == ("exited", 4)


def test_a_crash_leaves_the_stack_beside_the_trace(tmp_path: Path) -> None:
    seen = run(tmp_path, "import ctypes\ndef f():\n    ctypes.string_at(0)\nf()\n")
    assert seen.ran.status == -11
    assert seen.ran.stderr == ""
    text = _fatal(seen)
    assert text.startswith("Fatal Python error: Segmentation fault")
    assert 'train.py", line 3 in f' in text
    assert seen.events[-1]["kind"] != "end"


def test_a_stopped_run_leaves_the_stack_beside_the_trace(tmp_path: Path) -> None:
    script = "import os, signal\ndef f():\n    os.kill(os.getpid(), signal.SIGTERM)\nf()\n"
    seen = run(tmp_path, script)
    assert seen.ran.status == -15
    assert 'train.py", line 3 in f' in _fatal(seen)


def test_workers_that_are_ended_leave_nothing_there(tmp_path: Path) -> None:
    seen = run(
        tmp_path,
        """
        import multiprocessing, time
        child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(60,))
        child.start()
        time.sleep(0.1)
        child.terminate()
        child.join()
        """,
    )
    assert (seen.ran.status, _fatal(seen)) == (0, "")


def _fatal(seen: Watched) -> str:
    return Path(f"{seen.trace}.fatal").read_text()


def test_children_of_every_kind_write_nothing(tmp_path: Path) -> None:
    script = """
        import multiprocessing as mp, os, subprocess, sys, warnings
        def work():
            warnings.warn("in a child")
            raise ValueError("in a child")
        if __name__ == "__main__":
            for method in ("fork", "spawn", "forkserver"):
                child = mp.get_context(method).Process(target=work)
                child.start()
                child.join()
            subprocess.run([sys.executable, "-c", "1 / 0"])
            if os.fork() == 0:
                work()
            os.wait()
        """
    kinds = [event["kind"] for event in run(tmp_path, script).events]
    assert "warning" not in kinds
    assert "exception" not in kinds
    assert kinds.count("end") == kinds.count("start") == 1


def test_usage_errors_are_short(tmp_path: Path) -> None:
    seen = watched(project(tmp_path / "project", {}), [])
    assert seen.ran.status == 2
    assert "missing" in seen.ran.stderr
    assert "Traceback" not in seen.ran.stderr
