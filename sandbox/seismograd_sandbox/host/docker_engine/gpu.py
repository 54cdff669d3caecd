"""Whether the engine can hand a GPU to a container: tried, because nothing else tells for sure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seismograd_sandbox.host.docker_engine.confinement import all_gpus
from seismograd_sandbox.host.docker_engine.connection import explanation
from seismograd_sandbox.host.docker_engine.images.choice import Choice
from seismograd_sandbox.host.docker_engine.reaping import remove_container
from seismograd_sandbox.host.sandbox import Obstacle, SandboxUnusable

if TYPE_CHECKING:
    from docker import APIClient

REMEDY = "install the NVIDIA Container Toolkit and restart Docker, or run without a GPU"


def require_gpu(client: APIClient, choice: Choice, labels: dict[str, str]) -> None:
    """Raises `SandboxUnusable` where a container with a GPU cannot be started."""
    from docker.errors import APIError

    config = client.create_host_config(
        network_mode="none", read_only=True, cap_drop=["ALL"], device_requests=all_gpus()
    )
    command = [choice.python.executable, "-I", "-S", "-c", "pass"]
    created = client.create_container(
        choice.image, entrypoint=command, user="65534:65534", host_config=config, labels=labels
    )
    try:
        client.start(created["Id"])
    except APIError as error:
        reason = f"the Docker engine cannot give a GPU to a container: {explanation(error)}"
        raise SandboxUnusable(Obstacle(reason, REMEDY)) from error
    finally:
        remove_container(client, created["Id"])
