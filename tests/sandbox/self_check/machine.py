"""A machine of somebody's without any walls, and what is taken of it while a check goes on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from seismograd_sandbox.host.supervisor.census import proportional_bytes, threads
from seismograd_sandbox.host.supervisor.disk_use import disk_use

NAMES = (
    *("train.py", "new.txt", "made.txt", "turned.bin", "large", "go", "began", "uses.py", "beat"),
    *("models/net.py", "data/values.csv", "mounted/file", "given/file", "checkpoints/file"),
    *(
        ".cache/file",
        ".ssh/id_rsa",
        ".netrc",
        "file-link",
        "folder-link",
        "pipe",
        "filler-0",
        "new",
    ),
)
"""Whatever scripts of checks call their files."""


class Machine:
    """Its processes carry a mark in their environment."""

    def __init__(self, folder: Path, mark: str) -> None:
        self.home, self.desk, self.temporary = (folder / n for n in ("home", "desk", "temporary"))
        self._folder = folder
        self._mark = mark.encode()
        for place in (self.home, self.desk, self.temporary):
            for name in NAMES:
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                (place / name).write_text("of the user's")

    def files(self) -> dict[str, bytes]:
        """All but temporary ones that are new."""
        places = [path for place in (self.home, self.desk) for path in place.rglob("*")]
        places += [self.temporary / name for name in NAMES]
        return {str(path): path.read_bytes() if path.is_file() else b"" for path in places}

    def processes(self) -> list[int]:
        return [int(each.name) for each in Path("/proc").glob("[0-9]*") if self._is_marked(each)]

    def wait_until_quiet(self, limit_s: float) -> None:
        deadline = time.monotonic() + limit_s
        while left := self.processes():
            assert time.monotonic() < deadline, f"{left} still run"
            time.sleep(0.05)

    @contextmanager
    def watched(self) -> Iterator[Most]:
        most, over = Most(), threading.Event()
        watching = threading.Thread(target=self._watch, args=(most, over))
        watching.start()
        try:
            yield most
        finally:
            over.set()
            watching.join()

    def _watch(self, most: Most, over: threading.Event) -> None:
        while not over.wait(0.05):
            processes = self.processes()
            most.threads = max(most.threads, threads(processes))
            most.memory = max(most.memory, proportional_bytes(processes))
            most.disk = max(most.disk, disk_use([str(self._folder)]).bytes)

    def _is_marked(self, process: Path) -> bool:
        try:
            ended = b"\nState:\tZ" in (process / "status").read_bytes()
            return not ended and self._mark in (process / "environ").read_bytes()
        except OSError:
            return False


class Most:
    """What was seen to be taken at once."""

    threads = memory = disk = 0
