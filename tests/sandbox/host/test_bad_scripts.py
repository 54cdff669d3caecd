"""Scripts that do everything wrong: each ends in a clear outcome, and the next run works."""

from __future__ import annotations

import os
import signal
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from seismograd_sandbox.host.limits import GIB, MIB
from seismograd_sandbox.host.outcome import Ending, Outcome
from seismograd_sandbox.host.sandbox import Session, Stream
from tests.sandbox.host.conftest import MODEST, Opening
from tests.sandbox.host.processes import wait_until_gone
from tests.sandbox.host.wish import Wish


def run(session: Session, script: str, *arguments: str, **settings: float) -> Outcome:
    command = [session.python, "-c", textwrap.dedent(script), *arguments]
    return session.run(command, **settings)  # type: ignore[arg-type]


def cancelled(session: Session, script: str, word: bytes) -> Outcome:
    """The outcome of a script that is cancelled as soon as it says a word."""
    wish = Wish(word)
    command = [session.python, "-c", textwrap.dedent(script)]
    return session.run(command, listen=wish.hear, cancel=wish)


@pytest.fixture(autouse=True)
def and_the_next_run_works(session: Session) -> Iterator[None]:
    yield
    assert run(session, "pass").succeeded


def test_printing_a_gigabyte(session: Session) -> None:
    heard = {Stream.STDOUT: 0, Stream.STDERR: 0}

    def listen(stream: Stream, chunk: bytes) -> None:
        heard[stream] += len(chunk)

    script = "import os\nblock = b'x' * 2**20\nfor _ in range(1024): os.write(1, block)"
    outcome = session.run([session.python, "-c", script], listen=listen)
    assert outcome.succeeded
    assert len(outcome.stdout.content) == heard[Stream.STDOUT] == MODEST.output_bytes
    assert outcome.stdout.dropped == GIB - MODEST.output_bytes
    assert heard[Stream.STDERR] == 0


def test_never_ending(session: Session) -> None:
    outcome = run(session, "while True: pass", wall_s=1.0)
    assert outcome.ending is Ending.WALL_LIMIT
    assert outcome.seconds >= 1.0


def test_ignoring_every_signal(session: Session) -> None:
    script = """
        import signal, time
        for number in range(1, 32):
            try: signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError): pass
        print("still here", flush=True)
        while True: time.sleep(9)
    """
    outcome = cancelled(session, script, b"still here")
    assert outcome.ending is Ending.CANCELLED
    assert outcome.stdout.text == "still here\n"


def test_a_script_may_say_goodbye(session: Session) -> None:
    script = """
        import os, signal, time
        # Not by print: it writes the end of its line by itself, and the signal may come before it.
        signal.signal(signal.SIGTERM, lambda *_: os._exit(os.write(1, b"last words\\n") and 0))
        os.write(1, b"ready\\n")
        time.sleep(60)
    """
    outcome = cancelled(session, script, b"ready")
    assert outcome.ending is Ending.CANCELLED
    assert outcome.stdout.text == "ready\nlast words\n"


def test_leaving_daemons_behind(session: Session) -> None:
    word = f"daemon-{os.getpid()}-{session.project.replace('/', '-')}"
    script = """
        import os, signal, subprocess, sys, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                subprocess.Popen(["sh", "-c", "sleep 300; : " + sys.argv[1]])
                time.sleep(300)
            os._exit(0)
        time.sleep(0.5)
        print("done")
    """
    outcome = run(session, script, word)
    assert outcome.succeeded
    assert outcome.seconds < 60
    wait_until_gone(word)


def test_running_away_from_the_end(session: Session, word: str) -> None:
    """Each process starts another and ends, so that no list of them is true for long."""
    script = """
        import os, time
        if os.fork() == 0:
            began = time.monotonic()
            while time.monotonic() - began < 20:
                if os.fork():
                    os._exit(0)
            time.sleep(60)
        time.sleep(0.1)
    """
    assert run(session, script, word).ending is Ending.EXITED
    wait_until_gone(word)


def test_leaving_without_any_ceremony(session: Session) -> None:
    script = "import os; print('lost in a buffer'); os.write(2, b'kept'); os._exit(7)"
    outcome = run(session, script)
    assert (outcome.ending, outcome.exit_code) == (Ending.EXITED, 7)
    assert outcome.stderr.content == b"kept"


def test_segmentation_faults(session: Session) -> None:
    outcome = run(session, "import ctypes; ctypes.string_at(0)")
    assert (outcome.ending, outcome.signal) == (Ending.SIGNALLED, signal.SIGSEGV)
    assert outcome.exit_code is None


def test_exit_codes_that_look_like_signals(session: Session) -> None:
    outcome = run(session, "raise SystemExit(139)")
    assert (outcome.ending, outcome.exit_code) == (Ending.EXITED, 139)


def test_removing_everything_in_reach(session: Session, project: Path) -> None:
    script = """
        import os, shutil
        for folder in (".", os.environ["HOME"], os.environ["TMPDIR"]):
            shutil.rmtree(folder, ignore_errors=True)
    """
    assert run(session, script).ending is Ending.EXITED
    assert (project / "train.py").exists()
    assert session.written() == []


def test_closing_or_replacing_its_streams(session: Session) -> None:
    outcome = run(session, "import os, sys; os.close(1); os.close(2); sys.stdout = None")
    assert outcome.ending is Ending.EXITED
    assert outcome.stdout.content == b""


def test_computing_beyond_its_seconds(opening: Opening) -> None:
    limited = opening(limits=MODEST.with_settings({"cpu": 1}))
    script = "import signal; signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass"
    assert run(limited, "while True: pass").ending is Ending.CPU_LIMIT
    assert run(limited, script).ending is Ending.CPU_LIMIT


def test_filling_the_disk_with_a_file_that_has_no_name(opening: Opening) -> None:
    limited = opening(limits=MODEST.with_settings({"disk": 16}))
    script = """
        import os, time
        file = open("hidden", "wb")
        os.unlink("hidden")
        for _ in range(48):
            file.write(b"x" * 2**20)
            file.flush()
            time.sleep(0.02)
        time.sleep(20)
    """
    assert run(limited, script).ending is Ending.DISK_LIMIT


def test_filling_the_disk_before_anybody_has_measured(opening: Opening) -> None:
    limited = opening(limits=MODEST.with_settings({"disk": 16}))
    script = "import os\nfor name in 'ab': open(name, 'wb').write(os.urandom(12 << 20))"
    outcome = run(limited, script)
    assert outcome.ending is Ending.DISK_LIMIT
    assert not outcome.succeeded


def test_as_much_disk_as_is_allowed(opening: Opening) -> None:
    limited = opening(limits=MODEST.with_settings({"disk": 16}))
    script = "import os, sys; open(sys.argv[1], 'wb').write(os.urandom(12 << 20))"
    assert run(limited, script, "a").succeeded
    assert run(limited, script, "b").succeeded


def test_more_memory_than_is_allowed(opening: Opening) -> None:
    limited = opening(limits=MODEST.with_settings({"memory": 128}))
    outcome = run(limited, "block = b'x' * 2**28")
    assert not outcome.succeeded
    assert "MemoryError" in outcome.stderr.text or outcome.ending is Ending.MEMORY_LIMIT


def test_forks_that_share_their_memory_are_within_the_limit(opening: Opening) -> None:
    limited = opening(limits=MODEST.with_settings({"memory": 256}))
    script = """
        import os, time
        block = b"x" * 2**27
        children = [os.fork() for _ in range(3)]
        time.sleep(1)
    """
    assert run(limited, script).succeeded


def test_the_largest_process_is_told(session: Session) -> None:
    peak = run(session, "block = b'x' * 2**27").peak_memory_bytes
    assert peak is not None
    assert 128 * MIB < peak < 256 * MIB


def test_more_processes_than_are_allowed(opening: Opening) -> None:
    limited = opening(limits=MODEST.with_settings({"pids": 20}))
    script = """
        import os, time
        for _ in range(60):
            if os.fork() == 0:
                time.sleep(60)
        time.sleep(20)
    """
    outcome = run(limited, script)
    assert not outcome.succeeded
    assert "BlockingIOError" in outcome.stderr.text or outcome.ending is Ending.PROCESS_LIMIT


def test_hostile_files_in_the_outbox(session: Session) -> None:
    script = """
        import os, sys
        os.chdir(sys.argv[1])
        os.symlink("/etc/passwd", "trace.jsonl")
        os.mkfifo("pipe")
        open("garbage", "wb").write(bytes(range(256)))
    """
    assert run(session, script, session.outbox).succeeded
    for name in ("trace.jsonl", "pipe"):
        with pytest.raises(PermissionError):
            session.read(f"{session.outbox}/{name}")
    assert session.read(f"{session.outbox}/garbage") == bytes(range(256))
