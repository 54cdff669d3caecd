"""The sandboxes of this machine: which work, in which version, and what the others lack."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from seismograd_sandbox.host.sandbox import Obstacle, Promise, SandboxUnusable
from seismograd_sandbox.host.selection import known_sandboxes, sandbox_named


@dataclass(frozen=True)
class SandboxState:
    name: str
    version: str | None
    """Of the engine below it, where there is one."""
    promises: frozenset[Promise] = frozenset()
    """Known only where it works."""
    obstacle: Obstacle | None = None


def sandbox_states(project: Path) -> list[SandboxState]:
    """Strongest first."""
    return [_state(name, project) for name in known_sandboxes()]


def _state(name: str, project: Path) -> SandboxState:
    sandbox = sandbox_named(name, project)
    obstacle = sandbox.obstacle()
    promises = sandbox.promises if obstacle is None else frozenset[Promise]()
    return SandboxState(name, _version(name, project), promises, obstacle)


def _version(name: str, project: Path) -> str | None:
    ask = _VERSIONS.get(name)
    return ask(project) if ask else None


def _version_of_docker(_: Path) -> str | None:
    from seismograd_sandbox.host.docker_engine.connection import QUICK_S, connect, engine_errors
    from seismograd_sandbox.host.docker_engine.facts import EngineFacts

    try:
        with closing(connect(timeout_s=QUICK_S)) as client:
            return EngineFacts.ask(client).version
    except engine_errors(SandboxUnusable):
        return None


def _version_of_bubblewrap(project: Path) -> str | None:
    from seismograd_sandbox.host.bubblewrap.engine import version

    return ".".join(map(str, version(project))) or None


_VERSIONS: dict[str, Callable[[Path], str | None]] = {
    "docker": _version_of_docker,
    "bubblewrap": _version_of_bubblewrap,
}
