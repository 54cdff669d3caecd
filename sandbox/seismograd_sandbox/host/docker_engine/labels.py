"""What is written on our containers, so that a later start can tell whose they were."""

from __future__ import annotations

import os
import platform
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from seismograd_sandbox.host.owner import Owner

SANDBOX = "org.seismograd.sandbox"
SESSION = "org.seismograd.session"
MACHINE = "org.seismograd.machine"
OWNER_PID = "org.seismograd.owner.pid"
OWNER_STARTED = "org.seismograd.owner.started"
CLAIM = "org.seismograd.claim"
REQUIREMENTS = "org.seismograd.requirements"

_claims: set[str] = set()
"""Of this process: who lives may have lost containers too, with an engine that went away."""


def container_labels(session: str) -> dict[str, str]:
    """Of all containers of a session."""
    owner = Owner.this_process()
    return {
        SANDBOX: "1",
        SESSION: session,
        MACHINE: _machine(),
        OWNER_PID: str(owner.pid),
        OWNER_STARTED: owner.started,
    }


@contextmanager
def claimed(labels: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Labels for one container, which is in use until the end of the block and no longer."""
    claim = uuid.uuid4().hex
    _claims.add(claim)
    try:
        yield {**labels, CLAIM: claim}
    finally:
        _claims.discard(claim)


def is_abandoned(labels: Mapping[str, str]) -> bool:
    """Whether nobody uses it any more; of owners on other machines nothing is known from here."""
    if labels.get(SANDBOX) != "1" or labels.get(MACHINE) != _machine():
        return False
    try:
        owner = Owner(int(labels[OWNER_PID]), labels[OWNER_STARTED])
    except (KeyError, ValueError):
        return True
    if owner == Owner.this_process():
        return labels.get(CLAIM) not in _claims
    return not owner.is_alive()


def _machine() -> str:
    """Where numbers of processes mean the same: in a container on this machine they do not."""
    try:
        return f"{platform.node()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return platform.node()
