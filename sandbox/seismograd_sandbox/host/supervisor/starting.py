"""Start the command of an order: in its own session, under its limits, bound to this process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from seismograd_sandbox.host.inside import apply_limits
from seismograd_sandbox.host.supervisor import census
from seismograd_sandbox.host.supervisor.cgroup import PIDS, Cgroup, hierarchies
from seismograd_sandbox.host.supervisor.order import Order

PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Started:
    process: subprocess.Popen[bytes]
    group: Cgroup | None = None
    inner_report: int | None = None
    """Where the starter inside of the sandbox tells how the user's process ended."""


def start(order: Order) -> Started:
    """Raises `OSError` where the command cannot be started."""
    if sys.platform == "win32":
        return Started(_spawn(order, order.command))
    group = _group(order)
    try:
        if order.walls:
            return _start_within_walls(order, group)
        return Started(_spawn(order, order.command, before=_limiting(order, group)), group)
    except OSError:
        if group is not None:
            group.remove()
        raise


def _group(order: Order) -> Cgroup | None:
    if not hierarchies():
        return None
    group = Cgroup(order.name)
    group.create(order.memory_bytes, order.all_pids())
    return group


def _start_within_walls(order: Order, group: Cgroup | None) -> Started:
    reading, writing = os.pipe()
    limits = json.dumps(order.process_limits() | {"pids": _own_pids(order)})
    command = [*order.walls, limits, str(writing), *order.command]
    enter = None if group is None else group.enter
    try:
        process = _spawn(order, command, descriptors=[writing], before=enter)
        return Started(process, group, reading)
    except OSError:
        os.close(reading)
        raise
    finally:
        os.close(writing)


def _own_pids(order: Order) -> int | None:
    """In a namespace of users the system counts what is in it: the steps but the first as well."""
    if order.pids is None or PIDS in hierarchies():
        return None
    return order.pids + order.steps_to_user - 1


def _spawn(
    order: Order,
    command: list[str],
    *,
    descriptors: Sequence[int] = (),
    before: Callable[[], None] | None = None,
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=order.folder,
        env=order.environment,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        pass_fds=descriptors,
        preexec_fn=before,
    )


def _limiting(order: Order, group: Cgroup | None) -> Callable[[], None]:
    counted = group is not None and PIDS in hierarchies()
    limits = order.process_limits() | {"pids": None if counted else census.room_for(order.pids)}

    def limit() -> None:
        _die_with_parent()
        if group is not None:
            group.enter()
        apply_limits(limits)

    return limit


def _die_with_parent() -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
