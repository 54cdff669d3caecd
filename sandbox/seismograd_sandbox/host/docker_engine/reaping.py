"""Containers whose owner could not remove them: it died, or its engine was away."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

from seismograd_sandbox.host.docker_engine.labels import SANDBOX, is_abandoned

if TYPE_CHECKING:
    from docker import APIClient

KIND = "docker"
"""How folders of sessions are named."""
PAUSES_S = (0.0, 0.2, 0.6, 1.2)
"""Before each attempt to remove a container."""
log = logging.getLogger(__name__)


def reap_containers(client: APIClient) -> list[str]:
    """One question to the engine where there is nothing to do."""
    listed = client.containers(all=True, filters={"label": f"{SANDBOX}=1"})
    abandoned = [each for each in listed if is_abandoned(each.get("Labels") or {})]
    return [_name(each) for each in abandoned if remove_container(client, each["Id"])]


def remove_container(client: APIClient, identity: str) -> bool:
    """Kill and remove, with its volumes; false where somebody else did so already.

    An engine that has just come back may still be busy with a container, and refuse it.
    """
    from docker.errors import APIError, NotFound

    for pause_s in PAUSES_S:
        time.sleep(pause_s)
        try:
            client.remove_container(identity, force=True, v=True)
        except NotFound:
            return False
        except APIError as error:
            log.debug("container %s is not removed: %s", identity[:12], error)
        else:
            return True
    return False


def _name(listed: dict[str, Any]) -> str:
    names = listed.get("Names") or [listed["Id"][:12]]
    return f"container {names[0].lstrip('/')}"
