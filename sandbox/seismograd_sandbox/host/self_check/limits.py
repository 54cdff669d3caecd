"""Limits end a run, or refuse it what is too much; they harm nobody else."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

from seismograd_sandbox.host.limits import MIB
from seismograd_sandbox.host.outcome import Ending, Outcome
from seismograd_sandbox.host.sandbox import Promise
from seismograd_sandbox.host.self_check.check import MODEST, Theme
from seismograd_sandbox.host.self_check.decoys import new_secret
from seismograd_sandbox.host.self_check.ground import Ground
from seismograd_sandbox.host.self_check.heartbeat import BEATING, expect_silence
from seismograd_sandbox.host.self_check.scripts import (
    described,
    expect_ending,
    expect_exit,
    run,
    told,
)
from seismograd_sandbox.host.self_check.verdict import CannotBeTried, expect, expect_equal, fail

limits = Theme("limits")
BRIEF = replace(MODEST, wall_s=1.0)
ENOUGH_TO_BEGIN_S = (1.0, 4.0, 16.0)
"""Wall limits that a script can reach something in: most machines need no more than the first."""
FEW_PROCESSES = replace(MODEST, pids=24)
LITTLE_MEMORY = replace(MODEST, memory_bytes=192 * MIB)
LITTLE_DISK = replace(MODEST, disk_bytes=16 * MIB, file_bytes=8 * MIB)
SMALL_FILES = replace(MODEST, file_bytes=4 * MIB)
MOST_FILES = 1 << 20
"""Few enough for a machine to have them, whoever leaks them."""


@limits.check(most_s=90.0)
def endless_runs_are_ended(ground: Ground) -> None:
    """A script that never ends is ended at the wall limit; what it printed is kept."""
    for wall_s in ENOUGH_TO_BEGIN_S:
        session = ground.open(limits=replace(MODEST, wall_s=wall_s))
        outcome = run(session, "print('here', flush=True)\nwhile True: pass")
        expect_ending(outcome, Ending.WALL_LIMIT)
        if outcome.stdout.content:
            break
    expect_equal(outcome.stdout.text.split(), ["here"], "standard output")


@limits.check(limits=BRIEF, unix_only=True)
def runs_that_ignore_signals_are_ended(ground: Ground) -> None:
    """Ignoring every signal that can be ignored does not help against the wall limit."""
    script = """
        import signal, time
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU):
            signal.signal(number, signal.SIG_IGN)
        while True:
            time.sleep(1)
    """
    expect_ending(run(ground.session, script), Ending.WALL_LIMIT)


@limits.check(unix_only=True, most_s=90.0)
def grandchildren_are_ended_at_the_limit(ground: Ground) -> None:
    """At the wall limit the grandchildren end too, those that left for a session of their own."""
    script = f"""{BEATING}
    import os, signal
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            beat(sys.argv[1])
        os._exit(0)
    time.sleep(60)
    """
    for wall_s in ENOUGH_TO_BEGIN_S:
        outcome = run(ground.session, script, f"{ground.session.outbox}/beat", wall_s=wall_s)
        expect_ending(outcome, Ending.WALL_LIMIT)
        if (ground.outbox / "beat").exists():
            break
    expect((ground.outbox / "beat").exists(), "the grandchild never began to write")
    expect_silence(ground.outbox / "beat", "the limit")


@limits.check()
def a_run_can_have_less_time(ground: Ground) -> None:
    """A wall limit given with a run holds for that run, and the next one is not hurt by it."""
    expect_ending(run(ground.session, "while True: pass", wall_s=1), Ending.WALL_LIMIT)
    expect_exit(run(ground.session, "pass"), 0)


@limits.check(limits=replace(MODEST, cpu_s=1.0), unix_only=True)
def computing_too_long_is_ended(ground: Ground) -> None:
    """A process that has used up its CPU seconds is ended, and that is told."""
    expect_ending(run(ground.session, "while True: pass"), Ending.CPU_LIMIT)


@limits.check(limits=LITTLE_MEMORY, unix_only=True)
def one_process_cannot_take_all_memory(ground: Ground) -> None:
    """A process that fills more memory than the limit is refused it, or ended for it."""
    outcome = run(ground.session, "block = bytearray(b'x') * (256 << 20); print('filled')")
    _expect_refused_memory(outcome)


@limits.check(needs=Promise.TOTAL_MEMORY, limits=LITTLE_MEMORY, unix_only=True)
def processes_cannot_share_out_memory(ground: Ground) -> None:
    """Processes that each stay below the limit cannot exceed it together."""
    script = """
        import os, sys, time
        children = []
        for _ in range(4):
            ready, told = os.pipe()
            if os.fork() == 0:
                block = bytearray(b"x") * (64 << 20)
                os.write(told, b"1")
                time.sleep(30)
                os._exit(0)
            os.close(told)
            children.append(ready)
        filled = sum(len(os.read(child, 1)) for child in children)
        # One that had filled its share may have been ended to make room for another.
        filled -= os.waitpid(-1, os.WNOHANG) != (0, 0)
        print("filled" if filled == 4 else "refused")
        sys.exit(0 if filled == 4 else 3)
    """
    _expect_refused_memory(run(ground.session, script))


@limits.check(
    needs=Promise.TOTAL_MEMORY,
    after=(one_process_cannot_take_all_memory, processes_cannot_share_out_memory),
    limits=LITTLE_MEMORY,
    unix_only=True,
)
def memory_bombs_are_told(ground: Ground) -> None:
    """A script that takes memory without end is ended for that, and the next run works."""
    script = "kept = []\nwhile len(kept) < 320: kept.append(bytearray(b'x') * (1 << 20))"
    outcome = run(ground.session, script)
    expect(not outcome.succeeded, "320 MiB were filled under a limit of 192")
    if "MemoryError" not in outcome.stderr.text:
        expect_ending(outcome, Ending.MEMORY_LIMIT)
    expect_exit(run(ground.session, "pass"), 0)


def _expect_refused_memory(outcome: Outcome) -> None:
    expect("filled" not in outcome.stdout.text, "256 MiB were filled under a limit of 192")
    expect(not outcome.succeeded, described(outcome))
    expect(outcome.ending is not Ending.WALL_LIMIT, "it stood still until its time was over")


@limits.check(needs=Promise.TOTAL_PROCESSES, limits=FEW_PROCESSES, unix_only=True)
def processes_are_counted(ground: Ground) -> None:
    """No more processes can be started than the limit says."""
    script = """
        import json, os, time
        started = 0
        try:
            while started < 64:
                if os.fork() == 0:
                    time.sleep(20)
                    os._exit(0)
                started += 1
        except OSError:
            pass
        print(json.dumps(started))
    """
    started = told(ground.session, script)
    expect(started < 24, f"{started} processes were started beside the first under a limit of 24")


@limits.check(needs=Promise.TOTAL_PROCESSES, limits=FEW_PROCESSES, unix_only=True)
def threads_are_counted(ground: Ground) -> None:
    """Threads count as processes do."""
    script = """
        import json, threading
        stop, started = threading.Event(), 0
        try:
            while started < 64:
                threading.Thread(target=stop.wait, daemon=True).start()
                started += 1
        except RuntimeError:
            pass
        print(json.dumps(started))
        stop.set()
    """
    started = told(ground.session, script)
    expect(started < 24, f"{started} threads were started beside the first under a limit of 24")


@limits.check(
    needs=Promise.TOTAL_PROCESSES,
    after=(processes_are_counted, grandchildren_are_ended_at_the_limit),
    limits=FEW_PROCESSES,
    unix_only=True,
)
def fork_bombs_are_ended(ground: Ground) -> None:
    """Processes that multiply are ended to the last one, and the next run works."""
    # Six generations are 64 processes at most, should the limit fail after all.
    script = f"""{BEATING}
    import os
    for _ in range(6):
        try:
            os.fork()
        except OSError:
            pass
    beat(sys.argv[1])
    """
    outcome = run(ground.session, script, f"{ground.session.outbox}/beat", wall_s=2)
    expect_ending(outcome, Ending.WALL_LIMIT)
    expect_silence(ground.outbox / "beat", "the limit")
    expect_exit(run(ground.session, "pass"), 0)


@limits.check(limits=SMALL_FILES, unix_only=True)
def files_cannot_grow_without_end(ground: Ground) -> None:
    """No single file grows beyond its limit."""
    script = """
        import os, signal
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            with open("large", "wb", buffering=0) as file:
                for _ in range(12):
                    file.write(b"x" * (1 << 20))
        except OSError:
            pass
        print(os.path.getsize("large"))
    """
    size = told(ground.session, script)
    expect(size <= SMALL_FILES.file_bytes, f"a file grew to {size} bytes")


@limits.check(needs=Promise.TOTAL_DISK, limits=LITTLE_DISK, unix_only=True)
def files_cannot_fill_the_disk(ground: Ground) -> None:
    """Files that are small one by one cannot exceed the limit together for long, in the project."""
    _expect_refused_disk(ground, ".")


@limits.check(
    needs=Promise.TOTAL_DISK,
    after=(files_cannot_fill_the_disk,),
    limits=LITTLE_DISK,
    unix_only=True,
)
def temporary_files_cannot_fill_the_disk(ground: Ground) -> None:
    """The limit holds for temporary files as well."""
    _expect_refused_disk(ground, "/tmp")


@limits.check(
    needs=Promise.TOTAL_DISK,
    after=(files_cannot_fill_the_disk,),
    limits=LITTLE_DISK,
    unix_only=True,
)
def outboxes_cannot_fill_the_disk(ground: Ground) -> None:
    """The limit holds for what is handed over as well."""
    _expect_refused_disk(ground, ground.session.outbox)


def _expect_refused_disk(ground: Ground, folder: str) -> None:
    place = f"{folder}/{new_secret()}"
    script = """
        import os, sys, time
        os.mkdir(sys.argv[1])
        for number in range(12):
            with open(f"{sys.argv[1]}/{number}", "wb", buffering=0) as file:
                for _ in range(4):
                    if file.write(b"x" * (1 << 20)) != 1 << 20:
                        sys.exit(28)
            time.sleep(0.1)
        print("filled")
        time.sleep(10)
    """
    outcome = run(ground.session, script, place)
    if Path(place).is_absolute():
        shutil.rmtree(place, ignore_errors=True)
    refused = os.strerror(errno.ENOSPC) in outcome.stderr.text or outcome.exit_code == 28
    if not refused and outcome.ending is not Ending.DISK_LIMIT:
        fail(f"48 MiB were written under a limit of 16: {described(outcome)}")


@limits.check(unix_only=True)
def leaking_descriptors_harms_nobody(ground: Ground) -> None:
    """A script that opens files and never closes them has an end, and the next run works."""
    script = """
        import json, os, resource
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        # Up to a limit of its own, which is seen to end it as well: the whole machine has one too.
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(limit, 1000) if limit > 0 else 1000, limit))
        kept = []
        try:
            while len(kept) < 2000:
                kept.append(os.open("train.py", os.O_RDONLY))
        except OSError:
            pass
        print(json.dumps([limit, len(kept)]))
    """
    limit, kept = told(ground.session, script)
    expect(0 < limit <= MOST_FILES, f"a process may have {limit} files open")
    expect(kept < 1000, f"{kept} files were open under a limit of 1000")
    expect_exit(run(ground.session, "open('train.py')"), 0)


@limits.check()
def runs_leave_no_descriptors(ground: Ground) -> None:
    """Whoever starts runs has no more files open after them than before."""
    if not sys.platform.startswith("linux"):
        raise CannotBeTried("open files are counted only on Linux")
    run(ground.session, "pass")
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(2):
        run(ground.session, "print('something')")
    after = len(os.listdir("/proc/self/fd"))
    expect(after <= before, f"{before} files were open before two runs and {after} after them")
