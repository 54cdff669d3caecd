"""Whether the engine can hand a GPU to a container: tried, because nothing else tells for sure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seismograd_sandbox.host.docker_engine.confinement import all_gpus, trial_config
from seismograd_sandbox.host.docker_engine.connection import explanation
from seismograd_sandbox.host.docker_engine.images.choice import Choice
from seismograd_sandbox.host.docker_engine.labels import claimed
from seismograd_sandbox.host.docker_engine.reaping import remove_container
from seismograd_sandbox.host.docker_engine.user import NOBODY, User
from seismograd_sandbox.host.sandbox import Obstacle, SandboxUnusable

if TYPE_CHECKING:
    from docker import APIClient

REMEDY = "install the NVIDIA Container Toolkit and restart Docker, or run without a GPU"


def require_gpu(client: APIClient, choice: Choice, labels: dict[str, str]) -> None:
    """Raises `SandboxUnusable` where a container with a GPU cannot be started."""
    with claimed(labels) as ours:
        _try(client, choice, ours)


def _try(client: APIClient, choice: Choice, labels: dict[str, str]) -> None:
    from docker.errors import APIError

    created = client.create_container(
        choice.image,
        entrypoint=[choice.python.executable, "-I", "-S", "-c", "pass"],
        user=str(User(NOBODY, NOBODY)),
        host_config=trial_config(client, device_requests=all_gpus()),
        labels=labels,
        use_config_proxy=False,
    )
    try:
        client.start(created["Id"])
    except APIError as error:
        reason = f"the Docker engine cannot give a GPU to a container: {explanation(error)}"
        raise SandboxUnusable(Obstacle(reason, REMEDY)) from error
    finally:
        remove_container(client, created["Id"])
