"""What is written on our containers, so that a later start can tell whose they were."""

from __future__ import annotations

import platform
from collections.abc import Mapping

from seismograd_sandbox.host.owner import Owner

SANDBOX = "org.seismograd.sandbox"
SESSION = "org.seismograd.session"
MACHINE = "org.seismograd.machine"
OWNER_PID = "org.seismograd.owner.pid"
OWNER_STARTED = "org.seismograd.owner.started"
REQUIREMENTS = "org.seismograd.requirements"


def container_labels(session: str) -> dict[str, str]:
    owner = Owner.this_process()
    return {
        SANDBOX: "1",
        SESSION: session,
        MACHINE: platform.node(),
        OWNER_PID: str(owner.pid),
        OWNER_STARTED: owner.started,
    }


def is_abandoned(labels: Mapping[str, str]) -> bool:
    """Whether the owner is known to be dead; of other machines nothing is known from here."""
    if labels.get(SANDBOX) != "1" or labels.get(MACHINE) != platform.node():
        return False
    try:
        owner = Owner(int(labels[OWNER_PID]), labels[OWNER_STARTED])
    except (KeyError, ValueError):
        return True
    return not owner.is_alive()
