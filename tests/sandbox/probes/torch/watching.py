"""Run a program in this process, plainly or with the probe, and see what came of it."""

from __future__ import annotations

import hashlib
import importlib
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

from seismograd_sandbox.guest.observer import Observer
from seismograd_sandbox.guest.options import Options
from seismograd_sandbox.guest.places import Places
from seismograd_sandbox.guest.trace_writer import TraceWriter

PROGRAMS = Path(__file__).parent / "programs"
PROBE = "seismograd_sandbox.guest.probes.torch_probe"


@dataclass(frozen=True)
class Watched:
    names: dict[str, Any]
    """What the program left behind."""
    events: list[dict[str, Any]]
    source: str

    def of_kind(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["kind"] == kind]

    def only(self, kind: str) -> dict[str, Any]:
        (event,) = self.of_kind(kind)
        return event

    def line(self, text: str) -> int:
        """The number of the line that has a text, which only one has."""
        (number,) = [at for at, line in enumerate(self.source.splitlines(), 1) if text in line]
        return number

    def place(self, text: str) -> dict[str, Any]:
        return {"file": "train.py", "line": self.line(text)}

    @property
    def losses(self) -> list[Any]:
        return [value for event in self.of_kind("losses") for value in event["values"]]


def plain(folder: Path, source: str) -> dict[str, Any]:
    _seed()
    return _executed(folder, dedent(source))


def watched(
    folder: Path,
    source: str,
    *,
    probes: str = "auto",
    budget: float = 0.05,
    troubled: bool = False,
    check_network: bool = False,
) -> Watched:
    import torch

    trace = folder / "trace.jsonl"
    trace.unlink(missing_ok=True)
    options = Options(
        trace=str(trace),
        root=str(folder),
        entry="train.py",
        probes=probes,
        budget=budget,
        check_network=check_network,
    )
    writer = TraceWriter(str(trace), 64_000_000)
    observer = Observer(writer, Places(str(folder)), options)
    source = dedent(source)
    _seed()
    probe = importlib.import_module(PROBE).attach(torch, observer)
    try:
        names = _executed(folder, source)
    finally:
        probe.finish()
        writer.close()
    events = [json.loads(line) for line in trace.read_text().splitlines()]
    if not troubled:
        assert [event for event in events if event["kind"] == "trouble"] == []
    return Watched(names, events, source)


def fingerprint(names: dict[str, Any]) -> str:
    """Everything that a program computed and every source of random numbers, to the bit."""
    import numpy
    import torch

    digest = hashlib.sha256()
    for part in _parts(names["result"]):
        digest.update(part)
    digest.update(torch.get_rng_state().numpy().tobytes())
    digest.update(repr(random.getstate()).encode())
    digest.update(repr(numpy.random.get_state()).encode())
    return digest.hexdigest()


def _parts(value: Any) -> Iterator[bytes]:
    import torch

    if isinstance(value, torch.Tensor):
        yield str((value.dtype, value.shape, value.requires_grad)).encode()
        dense = value.detach().to_dense() if value.is_sparse else value.detach()
        yield (
            dense.contiguous().view(torch.uint8).numpy().tobytes()
            if dense.dim()
            else repr(dense.item()).encode()
        )
    elif isinstance(value, dict):
        for name, item in value.items():
            yield str(name).encode()
            yield from _parts(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _parts(item)
    else:
        yield repr(value).encode()


def _seed() -> None:
    import numpy
    import torch

    torch.manual_seed(7)
    random.seed(7)
    numpy.random.seed(7)
    torch.set_num_threads(1)


def _executed(folder: Path, source: str) -> dict[str, Any]:
    path = folder / "train.py"
    path.write_text(source, encoding="utf-8")
    module = type(sys)("watched_program")
    module.__file__ = str(path)
    sys.modules["watched_program"] = module
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
    finally:
        del sys.modules["watched_program"]
    return module.__dict__
