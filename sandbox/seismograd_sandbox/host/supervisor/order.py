"""What an owner asks of the supervisor, and what that reports: one line of JSON each."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True)
class Order:
    command: list[str]
    folder: str
    environment: dict[str, str]
    scratch: str
    """Removed by the supervisor when the owner dies."""
    wall_s: float | None = None
    cpu_s: float | None = None
    memory_bytes: int | None = None
    pids: int | None = None
    file_bytes: int | None = None
    disk_bytes: int | None = None
    disk_folders: list[str] = field(default_factory=list)
    gpu: bool = False
    """A driver reserves far more memory than it uses: single processes are not refused any."""
    walls: list[str] = field(default_factory=list)
    """A call of bubblewrap that ends with one of `inside.py`, which starts the user's command."""
    seccomp: str = ""
    """A program for the kernel, in hexadecimal, that bubblewrap puts around all inside."""
    namespaces: bool = False
    """Whether the run gets namespaces of its own, so that the kernel ends it as a whole."""
    read_only: list[tuple[str, str]] = field(default_factory=list)
    """Places of the host that are seen read-only elsewhere; with `namespaces` alone."""
    steps_to_user: int = 0
    """How far below the process that is started here the user's own one is."""
    name: str = ""
    """Of the run: its processes carry it, and the group in which the kernel limits them."""

    def process_limits(self) -> dict[str, int | None]:
        """What the system itself holds against each single process."""
        return {
            "cpu_s": None if self.cpu_s is None else max(1, round(self.cpu_s)),
            "memory_bytes": None if self.gpu else self.memory_bytes,
            "file_bytes": self.file_bytes,
            "pids": self.pids,
        }

    def all_pids(self) -> int | None:
        """The limit together with what the sandbox itself needs."""
        return None if self.pids is None else self.pids + self.steps_to_user

    def line(self) -> bytes:
        return json.dumps(asdict(self)).encode("ascii") + b"\n"

    @classmethod
    def read(cls, line: bytes) -> Order:
        return cls(**json.loads(line))


@dataclass(frozen=True)
class Report:
    ending: str
    exit_code: int | None = None
    signal: int | None = None
    seconds: float = 0.0
    peak_memory_bytes: int | None = None
    failure: str = ""
    """Why the command could not be started at all."""

    def line(self) -> bytes:
        return json.dumps(asdict(self)).encode("ascii") + b"\n"

    @classmethod
    def read(cls, line: bytes) -> Report:
        return cls(**json.loads(line))
