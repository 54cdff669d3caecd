"""One tree of the project, how code in it is run, and how a script is started inside."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.runs.entry import Entry
from seismograd.runs.plan import Plan
from seismograd_sandbox.host.limits import GIB, MIB, Limits
from seismograd_sandbox.host.sandbox import Session
from seismograd_sandbox.host.selection import Choice
from seismograd_sandbox.host.workplace import Workplace

SCRIPT = "seismograd_reproduction.py"
"""What a script is called in the copy of the project that it runs in."""
SMALL = Limits(
    memory_bytes=8 * GIB, pids=512, file_bytes=GIB, output_bytes=4 * MIB, disk_bytes=2 * GIB
)
"""A script that shows a bug is small; what takes more than this shows something else."""
NO_GPU = {"CUDA_VISIBLE_DEVICES": ""}
"""Also where no wall hides it: a script that finds one by chance shows something else."""


@dataclass(frozen=True, slots=True)
class Tree:
    root: Path
    python: Path
    sandbox: Choice
    changed: Mapping[str, str] = field(default_factory=dict)
    """Files that have another content here than on disk."""
    limits: Limits = SMALL
    environment: Mapping[str, str] = field(default_factory=dict)
    gpu: bool = False
    build_image: bool = False
    readable: tuple[Path, ...] = ()
    shown_as: Path | None = None
    """Where scripts see this tree, if not at its own place: they shall not tell it by its path."""
    cancel: Cancellation | None = None
    used: set[str] = field(default_factory=set)
    """Names of the sandboxes that were started, shared with every tree that comes of this one."""

    def with_files(self, changed: Mapping[str, str]) -> Tree:
        return replace(self, changed={**self.changed, **changed})

    def open(self, outbox: Path) -> Session:
        """Raises `SandboxUnusable`."""
        workplace = Workplace(
            project=self.root,
            python=self.python,
            outbox=outbox,
            limits=self.limits,
            gpu=self.gpu,
            environment={**self.environment, **({} if self.gpu else NO_GPU)},
            build_image=self.build_image,
            readable=self.readable,
            shown_as=self.shown_as,
        )
        choice, session = self.sandbox.open(workplace, self.cancel)
        self.used.add(choice.sandbox.name)
        for path, text in self.changed.items():
            session.write(path, text.encode())
        return session

    def plan(self, seed: int) -> Plan:
        entry = Entry(self.root, ".", SCRIPT)
        return Plan(entry, self.python, gpu=self.gpu, seed=seed, limits=self.limits)


TRACE_MB = "16"


def words(session: Session, trace: str, seed: int, lines: Sequence[str] = ()) -> list[str]:
    """For the runner: the script, what it is watched for, and the trace in the outbox."""
    told = [word for line in lines for word in ("--lines", line)]
    return ["--trace", posixpath.join(session.outbox, trace), *told, *_watched(session, seed)]


def judged_words(session: Session, key: str, trace: str, wall_s: float, seed: int) -> list[str]:
    """For a runner that starts the script in a process of its own and seals the trace."""
    outbox = session.outbox
    places = (posixpath.join(outbox, key), posixpath.join(outbox, trace), session.project)
    return ["--judge", *places, str(wall_s), *_watched(session, seed)]


def _watched(session: Session, seed: int) -> list[str]:
    return [
        *("--root", session.project),
        *("--seed", str(seed)),
        *("--max-trace-mb", TRACE_MB),
        "--reached",
        SCRIPT,
    ]
