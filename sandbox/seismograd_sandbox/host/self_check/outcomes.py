"""How runs end is told as it was."""

from __future__ import annotations

import json
import signal

from seismograd_sandbox.host.outcome import Ending
from seismograd_sandbox.host.sandbox import SandboxUnusable
from seismograd_sandbox.host.self_check.check import Theme
from seismograd_sandbox.host.self_check.ground import Ground
from seismograd_sandbox.host.self_check.scripts import (
    described,
    expect_exit,
    expect_output,
    run,
    told,
)
from seismograd_sandbox.host.self_check.verdict import expect, expect_equal, fail

outcomes = Theme("outcomes")


@outcomes.check()
def exit_codes_are_kept(ground: Ground) -> None:
    """A run ends with the exit code that its script gave, and only 0 is a success."""
    for code in (0, 1, 255):
        outcome = run(ground.session, "import sys; sys.exit(int(sys.argv[1]))", str(code))
        expect_exit(outcome, code)
        expect_equal(outcome.succeeded, code == 0, f"success of exit code {code}")


@outcomes.check()
def large_exit_codes_are_no_signals(ground: Ground) -> None:
    """A script that exits with the code a shell gives to a killed one was not killed."""
    expect_exit(run(ground.session, "raise SystemExit(137)"), 137)


@outcomes.check()
def uncaught_exceptions_are_shown(ground: Ground) -> None:
    """An exception that nobody catches is exit code 1 with a traceback on standard error."""
    outcome = run(ground.session, "raise ValueError('seen by nobody')")
    expect_exit(outcome, 1)
    expect("ValueError: seen by nobody" in outcome.stderr.text, "there is no traceback")


@outcomes.check(unix_only=True)
def signals_are_told(ground: Ground) -> None:
    """A run that a signal ended says which one."""
    script = "import os, sys; os.kill(os.getpid(), int(sys.argv[1]))"
    for number in (signal.SIGTERM, signal.SIGKILL):
        _expect_signal(ground, script, number)


@outcomes.check(unix_only=True)
def crashes_are_told(ground: Ground) -> None:
    """A script that reads memory which it does not have ends by the signal for that."""
    script = """
        import ctypes, resource
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        ctypes.string_at(8)
    """
    _expect_signal(ground, script, signal.SIGSEGV)


def _expect_signal(ground: Ground, script: str, number: signal.Signals) -> None:
    outcome = run(ground.session, script, str(number.value))
    seen = (outcome.ending, outcome.signal)
    if seen != (Ending.SIGNALLED, number):
        fail(f"{described(outcome)} instead of signalled {number.value}")


@outcomes.check()
def leaving_at_once_is_no_crash(ground: Ground) -> None:
    """`os._exit` in the middle keeps the exit code and what was flushed before."""
    outcome = run(ground.session, "import os; print('before', flush=True); os._exit(7)")
    expect_exit(outcome, 7)
    expect_equal(outcome.stdout.text.split(), ["before"], "standard output")


@outcomes.check()
def missing_programs_are_errors(ground: Ground) -> None:
    """A command that does not exist is an error with a remedy, not the outcome of a run."""
    try:
        outcome = ground.session.run(["no-such-program-anywhere"])
    except SandboxUnusable as unusable:
        expect(unusable.obstacle.remedy, "the error has no remedy")
    else:
        fail(described(outcome))


@outcomes.check()
def arguments_arrive_unchanged(ground: Ground) -> None:
    """Spaces, quotes, line ends and signs of a shell reach the script as they were given."""
    given = [
        "",
        "two words",
        "it's",
        '"',
        "$HOME `id`; *",
        "a\nb",
        "ünï✓",
        "--",
        "\\",
        "x" * 100_000,
    ]
    seen = told(ground.session, "import json, sys; print(json.dumps(sys.argv[1:]))", *given)
    expect_equal(seen, given, "arguments")


@outcomes.check()
def runs_begin_in_the_project(ground: Ground) -> None:
    """The working directory of a run is the project's folder."""
    script = "import json, os; print(json.dumps([os.getcwd(), sorted(os.listdir('.'))]))"
    folder, names = told(ground.session, script)
    expect_equal(folder, ground.session.project, "working directory")
    expect({"train.py", "models", "data"} <= set(names), f"the project is not there: {names}")


@outcomes.check()
def runs_follow_one_another(ground: Ground) -> None:
    """A later run of a sandbox sees what an earlier one wrote into the project."""
    run(ground.session, "open('made.txt', 'w').write('by the first')")
    expect_output(run(ground.session, "print(open('made.txt').read(), end='')"), b"by the first")


@outcomes.check()
def time_taken_is_told(ground: Ground) -> None:
    """The seconds of a run are those that it took."""
    outcome = run(ground.session, "import time; time.sleep(0.5)")
    expect_exit(outcome, 0)
    expect(0.5 <= outcome.seconds < 30, f"half a second was told as {outcome.seconds:g} s")


@outcomes.check()
def interpreter_is_new_enough(ground: Ground) -> None:
    """The interpreter inside is one that the runner of instrumented runs supports."""
    version = told(ground.session, "import json, sys; print(json.dumps(sys.version_info[:2]))")
    expect(version >= [3, 9], f"Python {version[0]}.{version[1]} inside; 3.9 is needed")


@outcomes.check()
def instrumented_runs_work(ground: Ground) -> None:
    """The guest runner starts inside, runs a script of the project and writes its trace."""
    session = ground.session
    trace = f"{session.outbox}/trace.jsonl"
    runner = [session.python, "-I", "-B", f"{session.guest}/__main__.py"]
    outcome = session.run([*runner, "--trace", trace, "--root", session.project, "train.py"])
    expect_exit(outcome, 0)
    expect_equal(outcome.stdout.text.split("\n")[0].strip(), "as it was", "standard output")
    lines = (ground.outbox / "trace.jsonl").read_text().splitlines()
    expect(lines and all("kind" in json.loads(line) for line in lines), "the trace is no trace")


@outcomes.check()
def peak_memory_is_right(ground: Ground) -> None:
    """Where the most memory of a run is told, it covers what the script filled."""
    outcome = run(ground.session, "block = b'x' * (96 << 20); import time; time.sleep(0.3)")
    expect_exit(outcome, 0)
    seen = outcome.peak_memory_bytes
    expect(seen is None or seen >= 90 << 20, f"96 MiB were filled, {seen} bytes were told")
