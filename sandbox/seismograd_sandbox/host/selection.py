"""Which sandbox to use: one by name, or the strongest that works here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from seismograd_sandbox.host.sandbox import Obstacle, Sandbox, SandboxUnusable

AUTO = "auto"


@dataclass(frozen=True)
class PassedOver:
    """A stronger sandbox that does not work here."""

    name: str
    obstacle: Obstacle

    def __str__(self) -> str:
        return f"not {self.name}: {self.obstacle}"


@dataclass(frozen=True)
class Choice:
    sandbox: Sandbox
    passed_over: tuple[PassedOver, ...] = ()
    """Those that are stronger than the chosen one, strongest first."""

    @property
    def why(self) -> str:
        """Why no stronger one was chosen; empty where there is nothing to explain."""
        return "\n".join(map(str, self.passed_over))


def known_sandboxes() -> list[str]:
    """Names, strongest first."""
    return list(_MAKERS)


def sandbox_named(name: str) -> Sandbox:
    """One kind of sandbox, whether or not it works here."""
    maker = _MAKERS.get(name)
    if maker is None:
        known = ", ".join([AUTO, *_MAKERS])
        raise SandboxUnusable(Obstacle(f"there is no sandbox '{name}'", f"known are {known}"))
    return maker()


def choose(name: str = AUTO) -> Choice:
    """The named sandbox, or the strongest that works; raises `SandboxUnusable`."""
    if name != AUTO:
        return _named(name)
    passed_over: list[PassedOver] = []
    for sandbox in map(sandbox_named, _MAKERS):
        obstacle = sandbox.obstacle()
        if obstacle is None:
            return Choice(sandbox, tuple(passed_over))
        passed_over.append(PassedOver(sandbox.name, obstacle))
    raise SandboxUnusable(passed_over[-1].obstacle)


def _named(name: str) -> Choice:
    sandbox = sandbox_named(name)
    if obstacle := sandbox.obstacle():
        raise SandboxUnusable(obstacle)
    return Choice(sandbox)


def _docker() -> Sandbox:
    from seismograd_sandbox.host.docker_engine import DockerSandbox

    return DockerSandbox()


def _bubblewrap() -> Sandbox:
    from seismograd_sandbox.host.bubblewrap import BubblewrapSandbox

    return BubblewrapSandbox()


def _process() -> Sandbox:
    from seismograd_sandbox.host.process import ProcessSandbox

    return ProcessSandbox()


_MAKERS: dict[str, Callable[[], Sandbox]] = {
    "docker": _docker,
    "bubblewrap": _bubblewrap,
    "process": _process,
}
