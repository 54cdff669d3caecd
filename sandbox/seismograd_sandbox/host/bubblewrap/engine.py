"""The program itself: whether it is there and works, and the walls that it is asked for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

from seismograd_sandbox.host.bubblewrap.mounts import Mounts
from seismograd_sandbox.host.bubblewrap.seccomp import seccomp_program
from seismograd_sandbox.host.bubblewrap.system import HOST, add_system
from seismograd_sandbox.host.programs import find_program
from seismograd_sandbox.host.sandbox import Obstacle
from seismograd_sandbox.host.supervisor.seccomp_option import seccomp_option

PROGRAM = "bwrap"
PATIENCE_S = 10.0
NO_NESTING_SINCE = (0, 8)
ORDINARY_USER = 1000
"""Who root is inside: much software behaves differently for root."""

_INSTALL = (
    "install bubblewrap (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap)"
)
_ALLOW = (
    "allow user namespaces: sysctl kernel.unprivileged_userns_clone=1, "
    "kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for bwrap"
)


def find_obstacle(project: Path) -> Obstacle | None:
    if sys.platform != "linux":
        return Obstacle("bubblewrap exists on Linux only", "use docker or process")
    if find_program(PROGRAM, project) is None:
        return Obstacle("bubblewrap is not installed", _INSTALL)
    return _trial(project)


def _trial(project: Path) -> Obstacle | None:
    """The walls alone, around a program that does nothing.

    Not around the whole of `/`: what containers mount there comes and goes meanwhile.
    """
    mounts = Mounts()
    add_system(mounts)
    try:
        with seccomp_option(refused_calls()) as option:
            done = subprocess.run(
                [program(project), *option.arguments, *walls(project), *mounts.arguments(), "true"],
                capture_output=True,
                timeout=PATIENCE_S,
                check=False,
                pass_fds=option.descriptors,
            )
    except (OSError, subprocess.SubprocessError) as error:
        return Obstacle(f"bubblewrap does not work here: {error}", _ALLOW)
    if done.returncode == 0:
        return None
    said = done.stderr.decode("utf-8", "replace").strip() or f"it exits with {done.returncode}"
    return Obstacle(f"bubblewrap does not work here: {said}", _ALLOW)


def walls(project: Path) -> list[str]:
    """Namespaces of its own for everything, no rights in them, and death with its parent."""
    return [
        *("--unshare-all", "--unshare-user", "--die-with-parent", "--new-session"),
        *("--uid", str(inner_user()), "--gid", str(inner_group())),
        *("--hostname", HOST, "--cap-drop", "ALL"),
        *(["--disable-userns"] if version(project) >= NO_NESTING_SINCE else []),
    ]


def refused_calls() -> bytes | None:
    return seccomp_program(os.uname().machine)


def inner_user() -> int:
    return os.getuid() or ORDINARY_USER


def inner_group() -> int:
    return os.getgid() or ORDINARY_USER


def program(project: Path) -> str:
    """By its whole path: the run's own search path may be another."""
    return find_program(PROGRAM, project) or f"/usr/bin/{PROGRAM}"


@cache
def version(project: Path) -> tuple[int, ...]:
    try:
        command = [program(project), "--version"]
        told = subprocess.run(command, capture_output=True, timeout=PATIENCE_S, check=False)
    except (OSError, subprocess.SubprocessError):
        return ()
    return tuple(map(int, re.findall(rb"\d+", told.stdout)))
