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
from seismograd_sandbox.host.supervisor.order import Order

PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Started:
    process: subprocess.Popen[bytes]
    inner_report: int | None
    """Where the starter inside of the sandbox tells how the user's process ended."""


def start(order: Order) -> Started:
    """Raises `OSError` where the command cannot be started."""
    if order.walls:
        return _start_within_walls(order)
    if sys.platform == "win32":
        return Started(_spawn(order, order.command), None)
    return Started(_spawn(order, order.command, before=_limiting(order)), None)


def _start_within_walls(order: Order) -> Started:
    reading, writing = os.pipe()
    limits = json.dumps(order.process_limits())
    command = [*order.walls, limits, str(writing), *order.command]
    try:
        return Started(_spawn(order, command, descriptors=[writing]), reading)
    except OSError:
        os.close(reading)
        raise
    finally:
        os.close(writing)


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


def _limiting(order: Order) -> Callable[[], None]:
    limits = order.process_limits() | {"pids": census.room_for(order.pids)}

    def limit() -> None:
        _die_with_parent()
        apply_limits(limits)

    return limit


def _die_with_parent() -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
