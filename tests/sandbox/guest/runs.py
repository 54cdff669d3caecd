"""Run a script plainly and under the guest, and read what the guest wrote."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

from seismograd_sandbox.host.sandbox import guest_folder

TIMEOUT_S = 300
ENVIRONMENT = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}


@dataclass(frozen=True)
class Ran:
    status: int
    stdout: str
    stderr: str


@dataclass(frozen=True)
class Watched:
    ran: Ran
    trace: Path
    content: bytes

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.content.splitlines() if line]

    def of_kind(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["kind"] == kind]

    def only(self, kind: str) -> dict[str, Any]:
        (event,) = self.of_kind(kind)
        return event

    @property
    def end(self) -> dict[str, Any]:
        event = self.events[-1]
        assert event["kind"] == "end"
        return event


def project(root: Path, files: Mapping[str, str]) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(content), encoding="utf-8")
    return root


def plain(
    root: Path, words: Sequence[str], python: str = sys.executable, **environment: str
) -> Ran:
    return _ran([python, "-B", *words], root, environment)


def watched(
    root: Path,
    words: Sequence[str],
    *,
    options: Sequence[str] = ("--probes", "none"),
    python: str = sys.executable,
    flags: Sequence[str] = ("-B",),
    **environment: str,
) -> Watched:
    """The trace lies beside the project, not in it."""
    outbox = root.parent / f"{root.name}-outbox"
    outbox.mkdir(exist_ok=True)
    trace = outbox / "trace.jsonl"
    trace.unlink(missing_ok=True)
    runner = [python, *flags, str(guest_folder() / "__main__.py")]
    own = ["--trace", str(trace), "--root", str(root), *options]
    ran = _ran([*runner, *own, *words], root, environment)
    return Watched(ran, trace, trace.read_bytes() if trace.exists() else b"")


def _ran(command: Sequence[str], root: Path, environment: Mapping[str, str]) -> Ran:
    finished = subprocess.run(
        command,
        cwd=root,
        env={**ENVIRONMENT, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    text = (stream.decode("utf-8", "replace") for stream in (finished.stdout, finished.stderr))
    return Ran(finished.returncode, *text)
