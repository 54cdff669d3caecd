"""Containers whose owner could not remove them: it died, or its engine was away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seismograd_sandbox.host.docker_engine.labels import SANDBOX, is_abandoned

if TYPE_CHECKING:
    from docker import APIClient

KIND = "docker"
"""How folders of sessions are named."""


def reap_containers(client: APIClient) -> list[str]:
    """One question to the engine where there is nothing to do."""
    listed = client.containers(all=True, filters={"label": f"{SANDBOX}=1"})
    abandoned = [each for each in listed if is_abandoned(each.get("Labels") or {})]
    return [_name(each) for each in abandoned if remove_container(client, each["Id"])]


def remove_container(client: APIClient, identity: str) -> bool:
    """Kill and remove, with its volumes; false where somebody else did so already."""
    from docker.errors import APIError

    try:
        client.remove_container(identity, force=True, v=True)
    except APIError:
        return False
    return True


def _name(listed: dict[str, Any]) -> str:
    names = listed.get("Names") or [listed["Id"][:12]]
    return f"container {names[0].lstrip('/')}"
