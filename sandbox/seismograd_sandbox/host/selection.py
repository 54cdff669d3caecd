"""Which sandbox to use: one by name, or the strongest that works here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from seismograd_sandbox.host.sandbox import (
    Cancel,
    Obstacle,
    Sandbox,
    SandboxUnusable,
    Session,
    Tell,
)
from seismograd_sandbox.host.workplace import Workplace

AUTO = "auto"
WEAKEST = "process"
"""Code in it has the user's rights: for code that somebody answers for."""


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
    project: Path
    """Whose code is to run: nothing that lies in it is started outside of a sandbox."""
    passed_over: tuple[PassedOver, ...] = ()
    """Those that are stronger than the chosen one, strongest first."""
    weaker: tuple[str, ...] = ()
    """Names of those that stand in where it does not start; none where it was named."""
    for_strangers: bool = False
    """Whether the code may be anybody's."""

    @property
    def why(self) -> str:
        """Why no stronger one was chosen; empty where there is nothing to explain."""
        return "\n".join(map(str, self.passed_over))

    def open(
        self, workplace: Workplace, cancel: Cancel | None = None, tell: Tell | None = None
    ) -> tuple[Choice, Session]:
        """Start it, or else the next that can be started: many an obstacle shows only then.

        Raises `SandboxUnusable` where none can, where one was named, or for a wish to cancel.
        """
        try:
            return self, self.sandbox.open(workplace, cancel, tell)
        except SandboxUnusable as unusable:
            if cancel:
                raise
            return self.next_after(unusable).open(workplace, cancel, tell)

    def next_after(self, unusable: SandboxUnusable) -> Choice:
        """What to choose where this one turned out not to start; raises again where nothing is."""
        passed_over = (*self.passed_over, PassedOver(self.sandbox.name, unusable.obstacle))
        found = _tried(self.weaker, self.project, passed_over)
        if isinstance(found, Choice):
            return replace(found, for_strangers=self.for_strangers)
        raise _none_for_strangers(found) if self.for_strangers and self.weaker else unusable

    @property
    def warning(self) -> str:
        """What to tell a user before their code runs in one that nobody named; mostly empty."""
        if self.sandbox.name != WEAKEST or not self.passed_over:
            return ""
        return f"No stronger sandbox works here: the code runs in {WEAKEST}, with your rights"


def known_sandboxes() -> list[str]:
    """Names, strongest first."""
    return list(_MAKERS)


def is_weaker(name: str, than: str) -> bool:
    names = known_sandboxes()
    return names.index(name) > names.index(than)


def sandbox_named(name: str, project: Path) -> Sandbox:
    """One kind of sandbox, whether or not it works here; its engine is none of the project's."""
    maker = _MAKERS.get(name)
    if maker is None:
        known = ", ".join([AUTO, *_MAKERS])
        raise SandboxUnusable(Obstacle(f"there is no sandbox '{name}'", f"known are {known}"))
    return maker(project)


def choose(name: str, project: Path) -> Choice:
    """The named sandbox, or the strongest that works; raises `SandboxUnusable`."""
    if name != AUTO:
        return _named(name, project)
    found = _tried(_MAKERS, project)
    if not isinstance(found, Choice):
        raise SandboxUnusable(Obstacle("no sandbox works here", "see `seismograd doctor`"))
    return found


def choose_for_strangers(name: str, project: Path) -> Choice:
    """As `choose`, for code that may be anybody's: the weakest has to be named by the user."""
    if name != AUTO:
        return replace(_named(name, project), for_strangers=True)
    found = _tried((name for name in _MAKERS if name != WEAKEST), project)
    if not isinstance(found, Choice):
        raise _none_for_strangers(found)
    return replace(found, for_strangers=True)


def _none_for_strangers(passed_over: Iterable[PassedOver]) -> SandboxUnusable:
    found = "; ".join(f"{one.name}: {one.obstacle.reason}" for one in passed_over)
    reason = f"no sandbox works here that keeps the code from your files ({found})"
    remedy = (
        "install bubblewrap or Docker (`seismograd doctor` says how), or name "
        f"--sandbox {WEAKEST} (in the editor: your own setting seismograd.sandbox) "
        "if you trust the project and the report"
    )
    return SandboxUnusable(Obstacle(reason, remedy))


def _named(name: str, project: Path) -> Choice:
    sandbox = sandbox_named(name, project)
    if obstacle := sandbox.obstacle():
        raise SandboxUnusable(obstacle)
    return Choice(sandbox, project)


def _tried(
    names: Iterable[str], project: Path, passed_over: tuple[PassedOver, ...] = ()
) -> Choice | tuple[PassedOver, ...]:
    """The first that has no obstacle of its own, or all obstacles."""
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        sandbox = _PICKY.get(name, _MAKERS[name])(project)
        obstacle = sandbox.obstacle()
        if obstacle is None:
            return Choice(sandbox, project, passed_over, tuple(waiting))
        passed_over = (*passed_over, PassedOver(sandbox.name, obstacle))
    return passed_over


def _docker(project: Path) -> Sandbox:
    from seismograd_sandbox.host.docker_engine import DockerSandbox

    return DockerSandbox(project)


def _picky_docker(project: Path) -> Sandbox:
    """A weaker sandbox with the user's packages is worth more than a container without them."""
    from seismograd_sandbox.host.docker_engine import DockerSandbox
    from seismograd_sandbox.host.docker_engine.docker_sandbox import wishes_from_environment

    wishes = replace(wishes_from_environment(), strangers=False)
    return DockerSandbox(project, wishes=wishes)


def _bubblewrap(project: Path) -> Sandbox:
    from seismograd_sandbox.host.bubblewrap import BubblewrapSandbox

    return BubblewrapSandbox(project)


def _process(_: Path) -> Sandbox:
    from seismograd_sandbox.host.process import ProcessSandbox

    return ProcessSandbox()


_MAKERS: dict[str, Callable[[Path], Sandbox]] = {
    "docker": _docker,
    "bubblewrap": _bubblewrap,
    "process": _process,
}
_PICKY: dict[str, Callable[[Path], Sandbox]] = {"docker": _picky_docker}
"""Makers for a choice that nobody made by name."""
