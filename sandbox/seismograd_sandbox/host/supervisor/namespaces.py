"""Namespaces of Linux around a run of plain processes, where the system grants them to the user.

The kernel ends everything in a namespace of processes together with its first process, and that one
is ours: it cannot be killed from inside, and nothing inside can see or signal those outside of it.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID = 0x20000, 0x10000000, 0x20000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 0x20, 0x1000, 0x4000, 0x40000
PR_SET_PDEATHSIG = 1
STEPS_TO_USER = 2
"""The process that waits outside, and the first one inside."""
SHELL_SIGNAL = 128

Binds = Sequence[tuple[str, str]]
"""Places of the host that are seen read-only, each with where that is."""


def enter(read_only: Binds, report: int) -> None:
    """Called between fork and exec: it returns in a process inside, which may then become another.

    How that one ends is written to `report`.
    """
    _unshare()
    die_with_parent()
    watched, held = os.pipe()
    first = os.fork()
    if first:
        _wait_outside(first, held)
    os.close(held)
    die_with_parent()
    if select.select([watched], [], [], 0)[0]:
        os._exit(1)  # whoever waits outside has ended before the kernel was asked to tell
    _mount(read_only)
    child = os.fork()
    if child:
        _wait_as_first(child, report)
    os.setsid()


def die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _unshare() -> None:
    """Root needs no namespace of users, and in one would lose its rights over others' files."""
    user, group = os.getuid(), os.getgid()
    kinds = CLONE_NEWPID | CLONE_NEWNS
    _called("unshare", kinds if user == 0 else kinds | CLONE_NEWUSER)
    if user != 0:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def _mount(read_only: Binds) -> None:
    _called("mount", b"none", b"/", None, MS_REC | MS_PRIVATE, None)
    for source, place in read_only:
        _called("mount", os.fsencode(source), os.fsencode(place), None, MS_BIND, None)
        # What the mount forbids already must be forbidden again, or the kernel refuses.
        kept = os.statvfs(place).f_flag & (MS_NOSUID | MS_NODEV | MS_NOEXEC)
        flags = MS_REMOUNT | MS_BIND | MS_RDONLY | kept
        _called("mount", None, os.fsencode(place), None, flags, None)
    _called("mount", b"proc", b"/proc", b"proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, None)


def _called(name: str, *arguments: int | bytes | None) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    if getattr(library, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), name)


def _wait_outside(first: int, held: int) -> NoReturn:
    _close_all_but(held)
    status = os.waitpid(first, 0)[1]
    os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else SHELL_SIGNAL + os.WTERMSIG(status))


def _wait_as_first(child: int, report: int) -> NoReturn:
    """Collects every process whose parent has ended, until the user's own one ends."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    _close_all_but(report)
    ended, status = os.wait()
    while ended != child:
        ended, status = os.wait()
    if os.WIFSIGNALED(status):
        os.write(report, b"signal %d\n" % os.WTERMSIG(status))
    else:
        os.write(report, b"exit %d\n" % os.WEXITSTATUS(status))
    os._exit(0)


def _close_all_but(kept: int) -> None:
    """Whoever waits for the end of a pipe waits for the user's processes, not for these."""
    os.closerange(0, kept)
    os.closerange(kept + 1, os.sysconf("SC_OPEN_MAX"))


def _main() -> None:
    reading, writing = os.pipe()
    tried = os.fork()
    if tried == 0:
        enter([], writing)
        os._exit(0)
    os.close(writing)
    os.waitpid(tried, 0)
    raise SystemExit(os.read(reading, 64) != b"exit 0\n")


if __name__ == "__main__":
    _main()
