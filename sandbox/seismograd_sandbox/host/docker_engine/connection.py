"""Finding the engine, and saying plainly why there is none."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from seismograd_sandbox.host.sandbox import Obstacle, SandboxUnusable

if TYPE_CHECKING:
    from docker import APIClient

QUICK_S = 5
"""How long an engine may take to say that it is there."""
PATIENCE_S = 120
"""How long it may take for anything else: a busy disk makes it slow, not dead."""
DEFAULT_URL = "unix:///var/run/docker.sock"
LOCAL_SCHEMES = {"unix", "npipe", "http+unix"}
LOCAL_HOSTS = {"localhost", "127.0.0.1", "::1"}


def connect(url: str | None = None, timeout_s: int = PATIENCE_S) -> APIClient:
    """A client of the engine; raises `SandboxUnusable` where none answers."""
    import_sdk()
    import docker

    settings = _settings(url)
    address = str(settings["base_url"])
    _refuse_remote(address)
    try:
        return docker.APIClient(**settings, timeout=timeout_s)
    except docker.errors.DockerException as error:
        raise SandboxUnusable(_unreachable(address, error)) from error


def import_sdk() -> None:
    try:
        import docker.errors  # noqa: F401
    except ImportError as error:
        obstacle = Obstacle(
            "the Python package docker is not installed", "pip install 'seismograd[docker]'"
        )
        raise SandboxUnusable(obstacle) from error


def engine_errors(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """What a call of the engine may raise; the package that has them need not be installed."""
    try:
        import docker.errors
        import requests
        import urllib3.exceptions
    except ImportError:
        return others
    # What breaks off in the middle of an answer comes as an error of the lowest of the three.
    lowest = urllib3.exceptions.HTTPError
    return (docker.errors.DockerException, requests.RequestException, lowest, *others)


@contextmanager
def as_obstacle(what: str, remedy: str) -> Iterator[None]:
    """Turn what the engine refuses into an error with a remedy."""
    try:
        yield
    except engine_errors() as error:
        if is_refusal(error):
            obstacle = Obstacle(f"{what}: {explanation(error)}", remedy)
        elif is_late(error):
            obstacle = Obstacle(f"{what}: the Docker engine does not answer", "restart it")
        else:
            obstacle = Obstacle(f"{what}: the Docker engine went away", "start it again")
        raise SandboxUnusable(obstacle) from error


def is_refusal(error: Exception) -> bool:
    """Whether the engine is there and said no."""
    from docker.errors import APIError

    return isinstance(error, APIError)


def is_late(error: Exception) -> bool:
    """Whether the engine may be there, but has not said anything for too long."""
    import requests

    return isinstance(error, requests.Timeout)


def explanation(error: Exception) -> str:
    """The engine's own words, in one line."""
    return " ".join(str(getattr(error, "explanation", None) or error).split())


def _settings(url: str | None) -> dict[str, Any]:
    import docker.utils

    settings = docker.utils.kwargs_from_env()
    chosen = url or settings.get("base_url") or _context_url() or DEFAULT_URL
    return {**settings, "base_url": chosen}


def _context_url() -> str | None:
    """What `docker context use` chose: Docker Desktop and Colima have sockets of their own."""
    from docker.context import ContextAPI

    try:
        context = ContextAPI.get_current_context()
    except Exception:  # a broken file of settings can fail in any way, and is not ours to judge
        return None
    return context.Host if context is not None else None


def _refuse_remote(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme in LOCAL_SCHEMES or parts.hostname in LOCAL_HOSTS:
        return
    obstacle = Obstacle(
        f"the Docker engine at {parts.scheme}://{parts.hostname} is another machine, "
        "which does not see the project",
        "choose a local engine with DOCKER_HOST or `docker context use`",
    )
    raise SandboxUnusable(obstacle)


def _unreachable(url: str, error: Exception) -> Obstacle:
    if "Permission denied" in str(error):
        return Obstacle(
            f"this account may not use the Docker engine at {url}",
            "add it to the group docker (sudo usermod -aG docker USER) and sign in again",
        )
    hint = "start Docker, or name its socket in DOCKER_HOST"
    if os.name == "posix" and url == DEFAULT_URL:
        hint = "start it (sudo systemctl start docker, or Docker Desktop), or set DOCKER_HOST"
    return Obstacle(f"no Docker engine answers at {url}", hint)
