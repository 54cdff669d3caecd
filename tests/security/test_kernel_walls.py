"""The kernel is shared by all on a machine: code inside can neither change it nor ask it for keys.

Files of the kernel are opened for writing at most, and nothing is ever written to them.
"""

from __future__ import annotations

import os
import platform
import re
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from seismograd_sandbox.host.bubblewrap.seccomp import ARCHITECTURES, REFUSED, X32
from seismograd_sandbox.host.outcome import Ending
from seismograd_sandbox.host.sandbox import Session
from seismograd_sandbox.host.self_check.kernel_keys import (
    SEARCH,
    SESSION,
    call_number,
    key_in_session_keyring,
)
from tests.security.inner_scripts import told

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="walls are those of Linux")
Opening = Callable[..., Session]
OPENED = """
    import json, os, stat, sys
    seen = []
    for folder, folders, files in (each for top in sys.argv[2:] for each in os.walk(top)):
        for path in (os.path.join(folder, name) for name in files):
            try:
                if stat.S_ISREG(os.lstat(path).st_mode):
                    os.close(os.open(path, getattr(os, sys.argv[1]) | os.O_NONBLOCK))
                    seen.append(path)
            except OSError:
                pass
    print(json.dumps(seen))
"""
CALLED = """
    import ctypes, errno, json, sys
    library = ctypes.CDLL(None, use_errno=True)
    answers = []
    for number in sys.argv[1:]:
        ctypes.set_errno(0)
        library.syscall(int(number), -1, 0, 0, 0, 0, 0)
        answers.append(errno.errorcode.get(ctypes.get_errno()))
    print(json.dumps(answers))
"""


def test_no_file_of_the_kernel_can_be_opened_for_writing(open_walled: Opening) -> None:
    """Root owns the settings of the kernel, whoever it is inside: `core_pattern` starts programs.

    An ordinary user could write to `/proc/self`, at least.
    """
    assert told(open_walled(), OPENED, "O_WRONLY", "/proc", "/sys") == []


def test_beside_a_gpu_only_files_of_own_processes_can(open_walled: Opening) -> None:
    opened = told(open_walled(gpu=True), OPENED, "O_WRONLY", "/proc", "/sys")
    assert [path for path in opened if not re.match(r"/proc/\d+/", path)] == []


def test_beside_a_gpu_threads_can_be_named(open_walled: Opening) -> None:
    """CUDA does not start where they cannot."""
    script = "open('/proc/thread-self/comm', 'w').write('7'); print(open('/proc/self/comm').read())"
    assert told(open_walled(gpu=True), script) == 7


def test_what_only_root_may_read_of_the_machine_is_hidden(open_walled: Opening) -> None:
    hidden = [
        str(path)
        for path in Path("/proc").iterdir()
        if not path.name.isdecimal() and path.is_file() and not path.stat().st_mode & 0o004
    ]
    seen = told(open_walled(), OPENED, "O_RDONLY", "/proc")
    assert not {*hidden, "/proc/keys", "/proc/key-users"}.intersection(seen)
    assert "/proc/cpuinfo" in seen
    assert "/proc/meminfo" in seen


def test_what_drivers_of_gpus_tell_is_seen(open_walled: Opening) -> None:
    expected = sorted(os.listdir("/proc/driver")) if os.path.isdir("/proc/driver") else []
    session = open_walled(gpu=True)
    script = "import json, os; print(json.dumps(sorted(os.listdir('/proc/driver'))))"
    assert (told(session, script) if expected else []) == expected


@pytest.mark.parametrize("name", ["bubblewrap", "process"])
def test_keys_of_the_session_are_not_found(open_walled: Opening, name: str) -> None:
    """In `process` code has the rights of the user, but not what the login session holds."""
    script = """
        import ctypes, json, sys
        keyctl, search, session = map(ctypes.c_long, map(int, sys.argv[1:4]))
        call, name = ctypes.CDLL(None).syscall, sys.argv[4].encode()
        call.restype = ctypes.c_long
        print(json.dumps(call(keyctl, search, session, b"user", name, None) >= 0))
    """
    answers = []
    open_walled(name)  # Skips where it is missing, which a thread cannot.

    def ask() -> None:
        with key_in_session_keyring("the key"):
            session = open_walled(name)
            answers.append(told(session, script, call_number(), SEARCH, SESSION, "the key"))

    # A thread has a session of its own, if it asks for one.
    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert answers == [False]


def test_calls_that_no_training_needs_are_refused(open_walled: Opening) -> None:
    column = ARCHITECTURES[os.uname().machine].column
    numbers = [numbers[column] for numbers in REFUSED.values()]
    answers = told(open_walled(), CALLED, *numbers)
    assert dict(zip(REFUSED, answers, strict=True)) == dict.fromkeys(REFUSED, "EPERM")


def test_sockets_that_no_namespace_confines_are_refused(open_walled: Opening) -> None:
    script = """
        import errno, json, socket
        answers = []
        for family in (1, 2, 10, 16, 38, 40):
            try:
                kind = socket.SOCK_RAW if family == 16 else socket.SOCK_STREAM
                socket.socket(family, kind).close()
                answers.append("made")
            except OSError as error:
                answers.append(errno.errorcode[error.errno])
        print(json.dumps(answers))
    """
    refused = ["EAFNOSUPPORT", "EAFNOSUPPORT"]
    assert told(open_walled(), script) == ["made", "made", "made", "made", *refused]


def test_a_run_that_stops_its_starter_ends_at_the_limit(open_walled: Opening) -> None:
    """Nobody inside is left to tell the end, and so the clock outside does."""
    script = "import os, signal; os.kill(os.getppid(), signal.SIGSTOP)"
    session = open_walled()
    outcome = session.run([session.python, "-c", script], wall_s=2)
    assert outcome.ending is Ending.WALL_LIMIT
    assert outcome.seconds < 20
    assert session.run([session.python, "-c", "pass"]).succeeded


@pytest.mark.skipif(platform.machine() != "x86_64", reason="only there are several sets of calls")
def test_calls_by_other_numbers_are_no_way_around(open_walled: Opening) -> None:
    """Those of 32-bit programs have numbers of their own, and so have those with short pointers."""
    by_interrupt = """
        import ctypes, mmap
        code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        code.write(bytes.fromhex("b814000000cd80c3"))  # getpid by `int 0x80`
        place = ctypes.addressof(ctypes.c_char.from_buffer(code))
        print(ctypes.CFUNCTYPE(ctypes.c_int)(place)())
    """
    session = open_walled()
    outcome = session.run([session.python, "-c", dedent(by_interrupt)])
    # A kernel without 32-bit programs knows no such interrupt.
    assert outcome.signal in (signal.SIGSYS, signal.SIGSEGV)
    assert told(session, CALLED, X32 | 39) == ["EPERM"]


def test_programs_may_open_their_own_output_by_name(open_walled: Opening) -> None:
    """`/dev/stdout` leads through `/proc`, which is read-only, to what is not."""
    session = open_walled()
    script = "open('/dev/stdout', 'w').write('1'); open('/proc/self/fd/2', 'w').write('2')"
    outcome = session.run([session.python, "-c", script])
    assert (outcome.stdout.text, outcome.stderr.text) == ("1", "2")
