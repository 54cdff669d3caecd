"""Reach a Ray cluster, or say in one line why that does not work. Ray is loaded here only."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from importlib import import_module
from typing import Any

from seismograd.compute.compute import ComputeUnavailable
from seismograd_sandbox.host.sandbox import Obstacle

INSTALL = "pip install 'seismograd[ray]'"
CONNECT_S = 3.0
"""For the port to answer at all."""
JOIN_S = 12.0
"""For the cluster to accept us. On a machine with two busy cores that takes 1 to 4 seconds."""
AUTO = "auto"
_ADDRESS = re.compile(r"(?:ray://)?\[?(?P<host>[^\s/\[\]]{1,255}?)\]?:(?P<port>[0-9]{1,5})\Z")
_JOIN = "import sys, ray;ray.init(address=sys.argv[1], log_to_driver=False, logging_level='ERROR')"
_MOST_WORDS = 200
"""Characters of a reason: what Ray says may be a page."""


def require_cluster(address: str) -> None:
    """Before the first training. Raises `ComputeUnavailable`, after some 15 seconds at most."""
    load_ray()
    _require_port(address)
    _require_join(address)


def load_ray() -> Any:
    """Raises `ComputeUnavailable`."""
    try:
        return import_module("ray")
    except ImportError as error:
        raise ComputeUnavailable(Obstacle("--ray needs the package ray", INSTALL)) from error


def join_cluster(address: str) -> Any:
    """The package, connected. Ray's own log lines would stand between those of the search."""
    ray = load_ray()
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except Exception as error:  # Ray raises whatever its parts do
        raise _no_cluster(address, last_line(str(error))) from error
    return ray


def last_line(text: str) -> str:
    """What a traceback comes down to."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:_MOST_WORDS] if lines else "no reason given"


def _require_port(address: str) -> None:
    if address == AUTO:
        return
    found = _ADDRESS.match(address)
    if found is None:
        reason = f"'{address}' is no address of a Ray cluster"
        raise ComputeUnavailable(Obstacle(reason, f"write HOST:PORT, ray://HOST:PORT or {AUTO}"))
    try:
        socket.create_connection((found["host"], int(found["port"])), CONNECT_S).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _no_cluster(address, reason) from error


def _require_join(address: str) -> None:
    """In a process of its own: Ray waits for minutes where something else than Ray answers, and
    ends its process where versions differ."""
    command = [sys.executable, "-c", _JOIN, address]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=JOIN_S, check=False)
    except subprocess.TimeoutExpired:
        raise _no_cluster(address, f"no answer within {JOIN_S:.0f} seconds") from None
    if done.returncode:
        raise _no_cluster(address, last_line(done.stderr))


def _no_cluster(address: str, reason: str) -> ComputeUnavailable:
    remedy = "start it (`ray start --head`), or leave out --ray to train on this machine"
    return ComputeUnavailable(Obstacle(f"no Ray cluster answers at {address}: {reason}", remedy))
