"""How much longer training takes with probes: `python -m tests.benchmarks.overhead`.

Each network is trained in one process by turns: plainly, with probes as they are by default, with
everything in every step, and with the anomaly detection of PyTorch. Needs torch (and Keras for the
Keras network), and nothing else but this repository. Published tools are measured beside it where
an interpreter is given that has them.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from statistics import median
from typing import Any

from tests.benchmarks import overhead_peers
from tests.benchmarks.figures import Figure, table
from tests.benchmarks.overhead_workloads import CPU, CUDA, Workload
from tests.benchmarks.timing import ratio, spread

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "build" / "bench" / "overhead.json"
WORKLOADS = {"cpu": CPU, "cuda": CUDA}
MOST = {"cpu": 1.08, "cuda": 1.05}
BLOCK_S = {"cpu": 3.0, "cuda": 8.0}
PEERS = "peers"
WARM_UP_STEPS = 50
REPEATS = 9
"""Turns of a ratio that is held against a target: the middle of fewer scatters by a tenth."""
RARE = 2
"""Turns of what is only reported, and takes long."""


def measure(
    device: str = "cpu", only: Sequence[str] = (), repeats: int = REPEATS
) -> Iterator[Figure]:
    for workload in WORKLOADS[device]:
        if only and workload.name not in only:
            continue
        missing = [name for name in workload.frameworks if not _can_import(name)]
        if missing:
            print(
                f"{workload.name}: not measured, there is no {', '.join(missing)}", file=sys.stderr
            )
        else:
            yield from _Comparison(workload, device, repeats).figures()


class _Comparison:
    """The same network, trained in one way after the other."""

    def __init__(self, workload: Workload, device: str, repeats: int) -> None:
        import torch

        torch.manual_seed(0)
        torch.set_num_threads(1)
        self._torch = torch
        self._workload = workload
        self._device = device
        self._repeats = repeats
        self._train = workload.build(device)
        self._steps = self._calibrated()
        self._bytes: list[float] = []
        self._overheads: list[dict[str, Any]] = []

    def figures(self) -> Iterator[Figure]:
        plain, probed, all_on, anomalies = self._times()
        name, step_ms = self._workload.name, median(plain) / self._steps * 1000
        details = {"step ms": step_ms, "steps": self._steps, **self._schedule()}
        most = MOST[self._device]
        for way, samples, target in (
            ("probes", probed, most),
            ("everything, every step", all_on, None),
            ("detect_anomaly", anomalies, None),
        ):
            told = {**spread(samples, plain), **(details if target is not None else {})}
            yield Figure(f"{name}: {way}", ratio(samples, plain), most=target, details=told)
        yield Figure(f"{name}: trace of 1,000 steps", median(self._bytes) / 1000, unit="kB")

    def _times(self) -> list[list[float]]:
        anomaly = self._torch.autograd.set_detect_anomaly
        ways: list[Callable[[], AbstractContextManager[Any]]] = [
            nullcontext,
            lambda: self._probed("auto"),
            lambda: self._probed("every-step"),
            lambda: anomaly(True),
        ]
        times: list[list[float]] = [[] for _ in ways]
        for turn in range(self._repeats):
            for samples, way in zip(times, ways, strict=True):
                if turn < RARE or way in ways[:2]:
                    samples.append(self._timed(way))
        return times

    def _timed(self, way: Callable[[], AbstractContextManager[Any]]) -> float:
        with way():
            began = self._clock()
            self._train(self._steps)
            return self._clock() - began

    def _clock(self) -> float:
        """Time of the processor, which others on the machine do not change; else of the wall."""
        if self._device == "cpu":
            return time.process_time()
        self._torch.cuda.synchronize()
        return time.perf_counter()

    def _calibrated(self) -> int:
        self._train(WARM_UP_STEPS)
        began = self._clock()
        self._train(WARM_UP_STEPS)
        steps = BLOCK_S[self._device] * WARM_UP_STEPS / (self._clock() - began)
        return max(round(steps / 100), 1) * 100

    @contextmanager
    def _probed(self, probes: str) -> Iterator[None]:
        with tempfile.TemporaryDirectory() as folder:
            trace = os.path.join(folder, "trace.jsonl")
            attached = _attach(self._workload.frameworks, trace, probes)
            try:
                yield
            finally:
                for probe in reversed(attached):
                    probe.finish()
            self._read(trace, probes)

    def _read(self, trace: str, probes: str) -> None:
        with open(trace, encoding="utf-8") as file:
            events = [json.loads(line) for line in file]
        troubles = [event for event in events if event["kind"] == "trouble"]
        if troubles:
            raise RuntimeError(f"a probe failed: {troubles[0]}")
        if probes == "auto":
            self._bytes.append(os.path.getsize(trace) / self._steps * 1000)
            self._overheads.extend(event for event in events if event["kind"] == "overhead")

    def _schedule(self) -> dict[str, Any]:
        last = self._overheads[-1] if self._overheads else {}
        names = {"every": "layers every", "scalars_every": "scalars every", "share": "own share"}
        return {new: last[name] for name, new in names.items() if name in last}


def _attach(frameworks: Sequence[str], trace: str, probes: str) -> list[Any]:
    """What the runner does when a script has imported a framework."""
    from seismograd_sandbox.guest.observer import Observer
    from seismograd_sandbox.guest.options import Options
    from seismograd_sandbox.guest.places import Places
    from seismograd_sandbox.guest.trace_writer import TraceWriter

    options = Options(trace=trace, root=str(ROOT), entry="train.py", probes=probes)
    writer = TraceWriter(trace, 64_000_000)
    observer = Observer(writer, Places(options.root), options)
    attached = []
    for framework in frameworks:
        probe = importlib.import_module(f"seismograd_sandbox.guest.probes.{framework}_probe")
        attached.append(probe.attach(importlib.import_module(framework), observer))
    return attached


def _can_import(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", choices=tuple(WORKLOADS), default="cpu")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help=f"the name of a network, or {PEERS}; may be given again",
    )
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument(
        "--peers", type=Path, help="an interpreter with peer_requirements.txt, to measure those too"
    )
    parser.add_argument("--out", type=Path, default=RESULTS)
    options = parser.parse_args(arguments)
    _demand_known(options, parser)
    os.environ.setdefault("KERAS_BACKEND", "torch")
    sys.path.insert(0, str(ROOT / "sandbox"))  # also where the package is not installed
    figures = []
    for figure in _wanted(options):
        print(*table([figure]), flush=True)
        figures.append(figure)
    _write(figures, options.device, options.out)
    return 1 if any(figure.reached is False for figure in figures) else 0


def _demand_known(options: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """Which names there are hangs on the device, so the parser itself cannot know them."""
    known = [workload.name for workload in WORKLOADS[options.device]]
    if options.device == "cpu":
        known.append(PEERS)
    for name in options.only:
        if name not in known:
            named = ", ".join(map(repr, known))
            parser.error(f"--only {name!r}: on {options.device} there are {named}")


def _wanted(options: argparse.Namespace) -> Iterator[Figure]:
    yield from measure(options.device, options.only, options.repeats)
    if options.device == "cpu" and (not options.only or PEERS in options.only):
        yield from overhead_peers.measure(options.peers, min(RARE, options.repeats))


def _write(figures: list[Figure], device: str, path: Path) -> None:
    import torch

    name = torch.cuda.get_device_name() if device == "cuda" else "cpu"
    known = json.loads(path.read_text()) if path.exists() else {}
    known[device] = {
        "on": name,
        "torch": torch.__version__,
        "figures": [figure.as_json() for figure in figures],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(known, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main())
