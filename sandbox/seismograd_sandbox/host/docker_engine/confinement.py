"""What a container may do: nearly nothing, and of that not much."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from seismograd_sandbox.host.docker_engine.facts import OLDEST_API
from seismograd_sandbox.host.docker_engine.inside_paths import HOME, TEMPORARY
from seismograd_sandbox.host.docker_engine.user import User
from seismograd_sandbox.host.inside import CPU_GRACE_S
from seismograd_sandbox.host.limits import GIB, Limits
from seismograd_sandbox.host.special_files import NOTHING

if TYPE_CHECKING:
    from docker import APIClient

MOST_SCRATCH = 8 * GIB
"""Of memory that stands in for a disk, where neither memory nor disk is limited."""
SACRIFICE = 500
"""When the machine itself runs out of memory, runs are ended before anything of the user's."""


@dataclass(frozen=True)
class Bind:
    """A file or folder of the host that is seen inside."""

    source: Path
    target: PurePosixPath
    writable: bool = False


def host_config(limits: Limits, user: User, binds: Sequence[Bind], gpu: bool) -> dict[str, Any]:
    """Seccomp is not among it: the engine's own profile holds where none is named."""
    from docker.types import HostConfig, LogConfig, Mount

    scratch = scratch_bytes(limits)
    private = f"rw,exec,nosuid,nodev,size={scratch}"
    return HostConfig(
        version=".".join(map(str, OLDEST_API)),
        network_mode="none",
        ipc_mode="private",
        read_only=True,
        cap_drop=["ALL"],
        security_opt=["no-new-privileges:true"],
        init=True,
        mounts=[
            Mount(str(bind.target), str(bind.source), type="bind", read_only=not bind.writable)
            for bind in binds
        ],
        tmpfs={
            str(TEMPORARY): f"{private},mode=1777",
            str(HOME): f"{private},mode=0700,uid={user.uid},gid={user.gid}",
        },
        shm_size=scratch,
        mem_limit=limits.memory_bytes,
        memswap_limit=limits.memory_bytes,
        pids_limit=limits.pids,
        ulimits=_ulimits(limits),
        oom_score_adj=SACRIFICE,
        # Output is heard while it comes; a log on the engine's disk would have no limit.
        log_config=LogConfig(type="none"),
        device_requests=all_gpus() if gpu else None,
    )


def hiding(config: dict[str, Any], places: Sequence[PurePosixPath]) -> dict[str, Any]:
    """The same with nothing in these places, which lie in what is mounted."""
    from docker.types import Mount

    covers = [Mount(str(place), NOTHING, type="bind", read_only=True) for place in places]
    return {**config, "Mounts": [*config["Mounts"], *covers]}


def trial_config(client: APIClient, **more: Any) -> dict[str, Any]:
    """For a short look at an image: as little as possible, whoever made it."""
    return client.create_host_config(
        network_mode="none",
        read_only=True,
        cap_drop=["ALL"],
        security_opt=["no-new-privileges:true"],
        pids_limit=64,
        mem_limit="512m",
        **more,
    )


def scratch_bytes(limits: Limits) -> int:
    """Files in memory count as memory: half of it is left for the code."""
    bounds = [MOST_SCRATCH]
    if limits.memory_bytes is not None:
        bounds.append(limits.memory_bytes // 2)
    if limits.disk_bytes is not None:
        bounds.append(limits.disk_bytes)
    return min(bounds)


def _ulimits(limits: Limits) -> list[Any]:
    from docker.types import Ulimit

    bounds = {"core": (0, 0)}
    if limits.file_bytes is not None:
        bounds["fsize"] = (limits.file_bytes, limits.file_bytes)
    if limits.cpu_s is not None:
        seconds = max(1, math.ceil(limits.cpu_s))
        bounds["cpu"] = (seconds, seconds + CPU_GRACE_S)
    return [Ulimit(name=name, soft=soft, hard=hard) for name, (soft, hard) in bounds.items()]


def all_gpus() -> list[Any]:
    from docker.types import DeviceRequest

    return [DeviceRequest(count=-1, capabilities=[["gpu"]])]
