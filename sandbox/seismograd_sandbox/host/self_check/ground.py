"""Where one check works: a project made for it, and sandboxes that end with it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from seismograd_sandbox.host.closing import Closing
from seismograd_sandbox.host.limits import Limits
from seismograd_sandbox.host.sandbox import Cancel, Sandbox, Session
from seismograd_sandbox.host.self_check.verdict import CannotBeTried
from seismograd_sandbox.host.workplace import Workplace

UNMISTAKABLE = "a name with spaces, ümläuts and ✓.txt"
"""Every script looks for it first: no folder of the user's has such a file."""
PROJECT_FILES = {
    "train.py": b"print('as it was')\n",
    "models/net.py": b"WIDTH = 8\n",
    "data/values.csv": b"x,y\n1,2\n",
    UNMISTAKABLE: b"odd\n",
}
GROUND = "seismograd-self-check-"
RestartEngine = Callable[[], None]


class Ground(Closing):
    def __init__(
        self,
        sandbox: Sandbox,
        python: Path,
        limits: Limits,
        *,
        restart_engine: RestartEngine | None = None,
        unix_only: bool = False,
    ) -> None:
        self.sandbox = sandbox
        self.restart_engine = restart_engine
        self._unix_only = unix_only
        self._ends = ExitStack()
        folder = tempfile.TemporaryDirectory(prefix=GROUND)
        self.folder = Path(self._ends.enter_context(folder)).resolve()
        self.workplace = Workplace(
            project=self._made("project", PROJECT_FILES),
            python=python,
            outbox=self._made("outbox", {}),
            limits=limits,
        )

    @property
    def project(self) -> Path:
        return self.workplace.project

    @property
    def outbox(self) -> Path:
        return self.workplace.outbox

    @cached_property
    def session(self) -> Session:
        """A fresh sandbox with the limits of the check."""
        return self.open()

    def open(self, cancel: Cancel | None = None, **changes: Any) -> Session:
        """Another sandbox, with changes to the workplace; it ends with the check at the latest."""
        session = self.sandbox.open(replace(self.workplace, **changes), cancel)
        self._ends.callback(session.close)
        if self._unix_only and not session.project.startswith("/"):
            raise CannotBeTried("it is about Unix, and the code inside is not on one")
        return session

    def _made(self, name: str, files: dict[str, bytes]) -> Path:
        folder = self.folder / name
        folder.mkdir()
        for file, content in files.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return folder

    def close(self) -> None:
        self._ends.close()
