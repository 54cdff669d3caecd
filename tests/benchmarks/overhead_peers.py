"""What published tools that look into training cost: each from an interpreter that has it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.benchmarks.figures import Figure
from tests.benchmarks.timing import ratio, spread

HERE = Path(__file__).parent
PROGRAM = HERE / "peer_training.py"
LIMIT_S = 600.0
RESULT = re.compile(r"step ms: ([0-9.e+-]+)")
HOW = (
    "python -m venv PEERS; PEERS/bin/pip install -c constraints.txt"
    " -r tests/benchmarks/peer_requirements.txt; then --peers PEERS/bin/python"
)


@dataclass(frozen=True)
class Peer:
    name: str
    module: str
    steps: int
    command: Callable[[Path], Sequence[str]]


def _itself(python: Path) -> Sequence[str]:
    return (str(python), PROGRAM.name)


def _collecting(python: Path) -> Sequence[str]:
    """As its manual says: everything is written down, for rules to be inferred from it."""
    collect = str(python.parent / "traincheck-collect")
    return (collect, "-p", PROGRAM.name, "--models-to-track", "network", "--output-dir", "trace")


PLAIN = Peer("plain", "torch", 500, _itself)
PEERS = (
    Peer("Cockpit (economy)", "cockpit", 30, _itself),
    Peer("TrainCheck (collect)", "traincheck", 20, _collecting),
)


class PeerFailed(Exception):
    """A peer that did not come to the end of the training."""


def measure(python: Path | None, repeats: int) -> Iterator[Figure]:
    for peer in PEERS:
        try:
            yield _figure(peer, _able(python, peer), repeats)
        except PeerFailed as failure:
            print(f"MLP: {peer.name}: not measured, {failure}", file=sys.stderr)


def _figure(peer: Peer, python: Path, repeats: int) -> Figure:
    plain, watched = [], []
    for _ in range(repeats):
        plain.append(_step_ms(PLAIN, python))
        watched.append(_step_ms(peer, python))
    details = {"step ms": median(watched), "plain ms": median(plain), **spread(watched, plain)}
    return Figure(f"MLP: {peer.name}", ratio(watched, plain), details=details)


def _able(python: Path | None, peer: Peer) -> Path:
    """An interpreter that can import a peer."""
    if python is None:
        raise PeerFailed(f"no interpreter was given: {HOW}")
    python = Path(os.path.abspath(python))  # not resolved: a link may be an environment
    tried = subprocess.run(
        [str(python), "-W", "ignore", "-c", f"import {peer.module}"],
        capture_output=True,
        text=True,
    )
    if tried.returncode != 0:
        said = (tried.stderr.strip() or "it cannot be imported").splitlines()[-1]
        raise PeerFailed(f"{said}: {HOW}")
    return python


def _step_ms(peer: Peer, python: Path) -> float:
    environment = {
        **os.environ,
        "OMP_NUM_THREADS": "1",
        "PATH": os.pathsep.join([str(python.parent), os.environ.get("PATH", "")]),
        "PEER_STEPS": str(peer.steps),
        "PEER_WITH": peer.module,
    }
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(PROGRAM, folder)  # a peer may write beside it
        process = subprocess.Popen(
            peer.command(python),
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        with _ended(process):
            return _result(process)


def _result(process: subprocess.Popen[str]) -> float:
    """As soon as it is told: some peers go on for minutes after the training."""
    last = ""
    for line in process.stdout or ():
        if found := RESULT.search(line):
            return float(found.group(1))
        last = line.strip() or last
    raise PeerFailed(f"it ended with {process.wait()}: {last}")


@contextmanager
def _ended(process: subprocess.Popen[str]) -> Iterator[None]:
    """A process that does not outlive a block, nor a limit, with all that it started."""
    timer = threading.Timer(LIMIT_S, _kill, [process])
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        _kill(process)
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _kill(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
