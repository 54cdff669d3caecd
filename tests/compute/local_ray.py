"""A real Ray cluster of several nodes on this machine, which is gone for certain at the end."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

READY = "Ray runtime started"
START_S = 120.0
END_S = 10.0
PR_SET_PDEATHSIG = 1
OBJECT_STORE_BYTES = 80_000_000
"""The least that Ray accepts, rounded up."""
ROOT = Path(__file__).parents[2]
PACKAGES = (ROOT / "server", ROOT / "sandbox", ROOT)


@dataclass
class LocalRay:
    """The first node is the head, which the others and the search talk to."""

    folder: Path
    port: int
    nodes: list[subprocess.Popen[str]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def add_node(self, *, cpus: int = 1) -> None:
        words = ["--address", self.address]
        if not self.nodes:
            words = ["--head", "--port", str(self.port), "--include-dashboard=false"]
            words += ["--temp-dir", str(self.folder)]
        words += ["--node-ip-address", "127.0.0.1", "--num-cpus", str(cpus), "--block"]
        words += ["--object-store-memory", str(OBJECT_STORE_BYTES), "--disable-usage-stats"]
        self.nodes.append(_started(words, self.folder / f"node{len(self.nodes)}.txt"))

    def kill_node(self, number: int) -> None:
        """As if its machine were switched off."""
        for pid in reversed(_tree(self.nodes[number].pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.nodes[number].wait()

    def workers(self, number: int) -> list[int]:
        """Processes of a node that run trials."""
        return [pid for pid in _tree(self.nodes[number].pid) if "NodeRunner" in _title(pid)]

    def stop(self) -> None:
        started = [pid for node in self.nodes for pid in _tree(node.pid)]
        for node in self.nodes:
            node.terminate()
        for node in self.nodes:
            with suppress(subprocess.TimeoutExpired):
                node.wait(END_S)
        for pid in started:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


@contextmanager
def local_ray(nodes: int = 2, *, cpus: int = 1) -> Iterator[LocalRay]:
    """In a folder with a short name: sockets lie in there."""
    folder = Path(tempfile.mkdtemp(prefix="ray-"))
    cluster = LocalRay(folder, _free_port())
    try:
        for _ in range(nodes):
            cluster.add_node(cpus=cpus)
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _started(words: list[str], output: Path) -> subprocess.Popen[str]:
    """Returns when the node is part of the cluster."""
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", *words]
    with output.open("w") as file:
        node = subprocess.Popen(
            command,
            stdout=file,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env=_variables(),
            start_new_session=True,
            preexec_fn=_end_with_parent,
            text=True,
        )
    deadline = time.monotonic() + START_S
    while READY not in output.read_text():
        if node.poll() is not None or time.monotonic() > deadline:
            node.kill()
            raise RuntimeError(f"no node of Ray: {output.read_text()}")
        time.sleep(0.1)
    return node


def _end_with_parent() -> None:
    """Also where the tests are killed; a node that is told to end ends all of its processes."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _variables() -> dict[str, str]:
    """Processes of a node import what is tested, wherever it is installed."""
    path = os.pathsep.join([*map(str, PACKAGES), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path.rstrip(os.pathsep)}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _tree(pid: int) -> list[int]:
    """A process and all below it."""
    found = [pid]
    for one in found:
        with suppress(OSError):
            for children in Path(f"/proc/{one}/task").glob("*/children"):
                found += map(int, children.read_text().split())
    return found


def _title(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
    return ""
