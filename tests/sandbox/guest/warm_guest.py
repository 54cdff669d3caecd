"""Many scripts under one warm guest: a framework is imported once, and not by every run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from seismograd.runs.preloading import KERAS, WITH_OPTIMISERS
from seismograd_sandbox.host.sandbox import guest_folder
from tests.sandbox.guest.runs import ENVIRONMENT, TIMEOUT_S, Ran, Watched, project

MOST_OUTPUT = 1_000_000
TORCH = ("torch", WITH_OPTIMISERS)


class WarmGuest:
    def __init__(self, folder: Path, preload: Sequence[str], **environment: str) -> None:
        self._requests, self._root = folder / "requests", project(folder / "project", {})
        self._requests.mkdir()
        self._number = 0
        command = [sys.executable, "-B", str(guest_folder() / "__main__.py"), "--warm"]
        self._process = subprocess.Popen(
            [*command, str(self._requests), str(self._root), ",".join(preload)],
            cwd=self._root,
            env={**ENVIRONMENT, **environment},
            stdin=subprocess.DEVNULL,
        )
        self._wait_for("ready")

    def watched(self, files: Mapping[str, str], words: Sequence[str]) -> Watched:
        """Files are the whole project; its folder is the same for all runs."""
        number, self._number = self._number, self._number + 1
        self._replace_project(files)
        trace = self._requests / f"{number}.trace"
        own = ["--trace", str(trace), "--root", str(self._root), *words]
        request = {"words": own, "wall_s": TIMEOUT_S, "output_bytes": MOST_OUTPUT}
        whole = self._requests / f"{number}.partial"
        whole.write_text(json.dumps(request), "utf-8")
        whole.rename(self._requests / f"{number}.request")
        status = os.waitstatus_to_exitcode(self._wait_for(f"{number}.answer")["status"])
        texts = (self._requests / f"{number}.{name}" for name in ("stdout", "stderr"))
        ran = Ran(status, *(path.read_text("utf-8", "replace") for path in texts))
        return Watched(ran, trace, trace.read_bytes() if trace.exists() else b"")

    def stop(self) -> None:
        (self._requests / "stop").touch()
        self._process.wait(TIMEOUT_S)

    def _replace_project(self, files: Mapping[str, str]) -> None:
        """The folder itself stays: the warm interpreter works in it."""
        for path in self._root.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        project(self._root, files)

    def _wait_for(self, name: str) -> dict[str, Any]:
        deadline = time.monotonic() + TIMEOUT_S
        while not (self._requests / name).exists():
            assert self._process.poll() is None, "the warm interpreter is gone"
            assert time.monotonic() < deadline, f"no {name} in {TIMEOUT_S} s"
            time.sleep(0.005)
        told: dict[str, Any] = json.loads((self._requests / name).read_text("utf-8"))
        return told


class WarmGuests:
    """One without Keras and one with it, as scripts without it do not load it either; each is
    started for the first script that needs it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._started: dict[bool, WarmGuest] = {}

    def watched(self, files: Mapping[str, str], words: Sequence[str]) -> Watched:
        guest = self._guest(any(KERAS in text for text in files.values()))
        return guest.watched(files, words)

    def stop(self) -> None:
        for guest in self._started.values():
            guest.stop()

    def _guest(self, with_keras: bool) -> WarmGuest:
        if with_keras not in self._started:
            preload = (*TORCH, KERAS) if with_keras else TORCH
            folder = self._folder / preload[-1]
            folder.mkdir()
            self._started[with_keras] = WarmGuest(
                folder, preload, KERAS_BACKEND="torch", OMP_NUM_THREADS="1"
            )
        return self._started[with_keras]
