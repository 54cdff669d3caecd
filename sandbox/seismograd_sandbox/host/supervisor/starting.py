"""Start the command of an order: in its own session, under its limits, bound to this process."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from seismograd_sandbox.host.inside import apply_limits
from seismograd_sandbox.host.supervisor import census, namespaces
from seismograd_sandbox.host.supervisor.cgroup import PIDS, Cgroup, hierarchies
from seismograd_sandbox.host.supervisor.order import Order
from seismograd_sandbox.host.supervisor.seccomp_option import seccomp_option

REFUSED = "the system refuses the namespaces that it granted before"


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
        if order.namespaces:
            return _start_in_namespaces(order, group)
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
    program, *walls = order.walls
    enter = None if group is None else group.enter
    try:
        with seccomp_option(bytes.fromhex(order.seccomp)) as option:
            command = [program, *option.arguments, *walls, limits, str(writing), *order.command]
            kept = [writing, *option.descriptors]
            process = _spawn(order, command, descriptors=kept, before=enter)
        return Started(process, group, reading)
    except OSError:
        os.close(reading)
        raise
    finally:
        os.close(writing)


def _start_in_namespaces(order: Order, group: Cgroup | None) -> Started:
    reading, writing = os.pipe()
    apply = _process_limits(order, group)

    def enter() -> None:
        if group is not None:
            group.enter()
        namespaces.enter(order.read_only, writing)
        apply()

    try:
        return Started(_spawn(order, order.command, before=enter), group, reading)
    except (OSError, subprocess.SubprocessError) as error:
        os.close(reading)
        raise error if isinstance(error, OSError) else OSError(errno.EPERM, REFUSED) from error
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
    apply = _process_limits(order, group)

    def limit() -> None:
        namespaces.die_with_parent()
        if group is not None:
            group.enter()
        apply()

    return limit


def _process_limits(order: Order, group: Cgroup | None) -> Callable[[], None]:
    counted = group is not None and PIDS in hierarchies()
    limits = order.process_limits() | {"pids": None if counted else census.room_for(order.pids)}
    return partial(apply_limits, limits)
