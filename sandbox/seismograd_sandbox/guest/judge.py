"""Run a script in a child process and write its trace from here, where the script cannot reach.

The child gets neither the path of the trace nor the key that the trace is sealed with: it sends
events over a pipe, and only those that carry a word that the child got before the script began
are kept. The seal tells the host that the trace is the one that this process wrote.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from .code_files import code_files, digest
from .trace_channel import TOKEN_BYTES

SEAL = ".seal"
CHANGED = b"changed"
"""In the place of a seal: the run changed the project's code."""
MOST_TRACE = 64 << 20
DRAIN_S = 5.0
"""For the rest of the trace; a process that the script left behind may hold the pipe open."""


def judge(words: Sequence[str]) -> NoReturn:
    """The words: key, trace, root, seconds for the script, and all that the child's runner gets."""
    key_file, trace, root, seconds, *rest = words
    with open(key_file, "rb") as file:
        key = file.read()
    os.unlink(key_file)
    files = code_files(root)
    before = digest(files)
    status, content = _run(rest, float(seconds), trace)
    _write(trace, content)
    _write(trace + SEAL, seal(key, content) if digest(files) == before else CHANGED)
    while status is None:
        time.sleep(1.0)  # the sandbox ends what took too long, and says so
    _leave_as(status)


def seal(key: bytes, content: bytes) -> bytes:
    return hmac.new(key, content, hashlib.sha256).hexdigest().encode()


def _run(words: Sequence[str], seconds: float, trace: str) -> tuple[int | None, bytes]:
    """The status of the child, none where its time was over, and the trace that it sent."""
    child, token, channel = _start(words)
    lines: list[bytes] = []
    collecting = (channel, token, lines, trace)
    reader = threading.Thread(target=_collect, args=collecting, daemon=True)
    reader.start()
    status: int | None = None
    with suppress(subprocess.TimeoutExpired):
        status = child.wait(seconds)
    _end(child)
    reader.join(DRAIN_S)
    return status, b"".join(list(lines))


def _start(words: Sequence[str]) -> tuple[subprocess.Popen[bytes], bytes, int]:
    reading, writing = os.pipe()
    token = secrets.token_hex(TOKEN_BYTES).encode()
    handle = _inheritable(writing)
    main = os.path.join(os.path.dirname(os.path.abspath(__file__)), "__main__.py")
    flags: Any = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    posix: dict[str, Any] = {"pass_fds": (writing,), "start_new_session": True}
    child = subprocess.Popen(
        [sys.executable, *flags, main, "--channel", str(handle), *words],
        stdin=subprocess.PIPE,
        **(posix if os.name == "posix" else {"close_fds": False}),
    )
    os.close(writing)
    assert child.stdin is not None
    child.stdin.write(token)
    child.stdin.close()
    return child, token, reading


def _inheritable(writing: int) -> int:
    if sys.platform != "win32":
        return writing
    import msvcrt

    handle = msvcrt.get_osfhandle(writing)
    os.set_handle_inheritable(handle, True)
    return handle


def _collect(channel: int, token: bytes, lines: list[bytes], trace: str) -> None:
    """The lines that carry the word, without it, until nobody can write any more.

    They are in the trace at once, for a sandbox that ends all of us.
    """
    size = 0
    with open(channel, "rb") as stream, open(trace, "wb", buffering=0) as file:
        for line in iter(lambda: stream.readline(MOST_TRACE), b""):
            size += len(line)
            word, _, event = line.partition(b" ")
            if size <= MOST_TRACE and hmac.compare_digest(word, token) and event.endswith(b"\n"):
                lines.append(event)
                file.write(event)


def _write(path: str, content: bytes) -> None:
    """Anew, whatever the script may have put in its place."""
    if os.path.lexists(path):
        os.unlink(path)
    with open(path, "xb") as file:
        file.write(content)


def _end(child: subprocess.Popen[bytes]) -> None:
    """With all that it started and that did not leave its group."""
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    child.wait()


def _leave_as(status: int) -> NoReturn:
    """With the status, or by the signal, that the child ended with."""
    if status < 0:
        with suppress(OSError, ValueError):  # SIGKILL has no handling that could be changed
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    raise SystemExit(status)
