"""The protocol of all sandboxes: somewhere to run code that nobody has to trust."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from seismograd_sandbox.host.outcome import Outcome
from seismograd_sandbox.host.workplace import Workplace


class Stream(StrEnum):
    STDOUT = "stdout"
    STDERR = "stderr"


Listener = Callable[[Stream, bytes], None]
"""Hears output as it comes, from threads of the sandbox; must be quick and must not raise."""

Tell = Callable[[str], None]


class Promise(StrEnum):
    """What a sandbox may or may not be able to keep from the code inside."""

    NO_NETWORK = "no network"
    PROJECT_READ_ONLY = "the project cannot be changed"
    HOME_UNREADABLE = "home and keys cannot be read"
    PROCESSES_UNSEEN = "other processes cannot be seen or signalled"
    TOTAL_MEMORY = "memory is limited over all processes"
    TOTAL_PROCESSES = "the number of processes is limited for the run alone"
    TOTAL_DISK = "written bytes are limited over all files"
    """Not to the byte: what is on disk is measured a few times a second (see `Limits`)."""
    NO_ORPHANS = "nothing survives the death of its owner"


@dataclass(frozen=True)
class Obstacle:
    """Why a sandbox cannot be used here, and what to do about it."""

    reason: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.reason}; {self.remedy}"


class SandboxUnusable(Exception):
    """A sandbox that cannot be used: an error with a remedy, never the outcome of a run."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(str(obstacle))
        self.obstacle = obstacle


class Cancel(Protocol):
    """A wish to stop: true once it was made; calls back at once or later, once."""

    def __bool__(self) -> bool: ...
    def when_set(self, callback: Callable[[], object]) -> None: ...


class Session(Protocol):
    """A started sandbox. Runs share its scratch copy of the project; closing removes all of it."""

    @property
    def project(self) -> str:
        """Where code inside sees the project (a copy that it may write to)."""

    @property
    def outbox(self) -> str:
        """Where code inside sees the workplace's outbox."""

    @property
    def guest(self) -> str:
        """Where code inside sees the folder of the guest runner."""

    @property
    def python(self) -> str:
        """The interpreter as code inside calls it."""

    def run(
        self,
        command: Sequence[str],
        *,
        environment: dict[str, str] | None = None,
        listen: Listener | None = None,
        cancel: Cancel | None = None,
        wall_s: float | None = None,
    ) -> Outcome:
        """Run a command in the project's folder with closed input; the whole tree is ended after.

        Raises `SandboxUnusable` where the command could not be started at all.
        """

    def read(self, path: str, most: int | None = None) -> bytes:
        """A file as the code inside sees it, never through a link that leads out.

        Raises `FileNotFoundError`, or `PermissionError` for what lies outside.
        """

    def write(self, path: str, content: bytes) -> None:
        """Place a file in the scratch copy (relative to the project) for the code inside."""

    def written(self) -> list[str]:
        """Files of the project that are new or changed in the scratch copy, relative paths."""

    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Sandbox(Protocol):
    """One kind of sandbox, whether or not it can be used on this machine."""

    @property
    def name(self) -> str: ...

    @property
    def promises(self) -> frozenset[Promise]: ...

    def obstacle(self) -> Obstacle | None:
        """Why it cannot be used here; None where it can. Quick, and changes nothing."""

    def open(
        self, workplace: Workplace, cancel: Cancel | None = None, tell: Tell | None = None
    ) -> Session:
        """Start; raises `SandboxUnusable`. A wish to cancel ends the start with it as well.

        `tell` hears, line by line, of what may take minutes.
        """

    def reap(self) -> list[str]:
        """Remove what earlier owners left behind that are dead now; says what was removed."""


def guest_folder() -> Path:
    """The runner that is started inside, by path: the user's interpreter needs nothing of ours."""
    return Path(__file__).parents[1] / "guest"
