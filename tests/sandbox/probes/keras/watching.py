"""Programs run twice in this process: as they are, and with the probe looking on."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import keras
import numpy
import torch

from seismograd_sandbox.guest.observer import Observer
from seismograd_sandbox.guest.options import Options
from seismograd_sandbox.guest.places import Places
from seismograd_sandbox.guest.probes import torch_probe
from seismograd_sandbox.guest.probes.keras_probe import attach
from seismograd_sandbox.guest.trace_writer import TraceWriter

PROGRAMS = Path(__file__).parent / "programs"
TIMES = re.compile(r" \d+m?s( - \d+m?s/step)?|\d+m?s/step")
MAX_TRACE_BYTES = 10_000_000


@dataclass
class Run:
    """What a program left behind, and what was written about it."""

    output: str
    names: dict[str, Any]
    randomness: tuple[Any, ...]
    events: list[dict[str, Any]] = field(default_factory=list)
    text: str = ""

    def all(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["kind"] == kind]

    def one(self, kind: str, **fields: Any) -> dict[str, Any]:
        (event,) = [e for e in self.all(kind) if all(e.get(k) == v for k, v in fields.items())]
        return event

    def line(self, text: str) -> dict[str, Any]:
        """The place of the only line that has a text in it."""
        (number,) = [at for at, line in enumerate(self.text.splitlines(), 1) if text in line]
        return {"file": "train.py", "line": number}

    @property
    def weights(self) -> list[bytes]:
        return [weight.tobytes() for weight in self.names["model"].get_weights()]

    @property
    def history(self) -> Any:
        known = self.names.get("history")
        return None if known is None else (known.history, known.params, known.epoch)


def plain(name: str, folder: Path) -> Run:
    return _execute(_placed(name, folder))


def watched(name: str, folder: Path, probes: str = "every-step", budget: float = 0.05) -> Run:
    return _watched(_placed(name, folder), probes=probes, budget=budget)


def watched_source(
    source: str, folder: Path, *, check_network: bool = False, with_torch: bool = False
) -> Run:
    """A program that a test writes itself."""
    path = folder / "train.py"
    path.write_text(source)
    return _watched(path, with_torch, probes="every-step", check_network=check_network)


def plain_source(source: str, folder: Path) -> Run:
    path = folder / "train.py"
    path.write_text(source)
    return _execute(path)


def _watched(path: Path, with_torch: bool = False, **chosen: Any) -> Run:
    """`with_torch`: its probe looks on as well, as it does where the runner starts a program."""
    folder = path.parent
    options = Options(str(folder / "t.jsonl"), str(folder), str(path), **chosen)
    Path(options.trace).unlink(missing_ok=True)
    trace = TraceWriter(options.trace, MAX_TRACE_BYTES)
    observer = Observer(trace, Places(str(folder)), options)
    probes = [torch_probe.attach(torch, observer)] if with_torch else []
    probes += [attach(keras, observer)]
    try:
        run = _execute(path)
    finally:
        for probe in reversed(probes):
            probe.finish()
        trace.close()
    lines = Path(options.trace).read_text().splitlines()
    run.events = [json.loads(line) for line in lines]
    return run


def _placed(name: str, folder: Path) -> Path:
    return Path(shutil.copy(PROGRAMS / name, folder / "train.py"))


def _execute(path: Path) -> Run:
    keras.utils.clear_session()
    text = path.read_text()
    names: dict[str, Any] = {"__name__": "__main__", "__file__": str(path)}
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(text, str(path), "exec"), names)
    randomness = (random.getstate(), _numpy_state(), torch.get_rng_state().tolist())
    return Run(TIMES.sub("", output.getvalue()), names, randomness, text=text)


def _numpy_state() -> Any:
    state = numpy.random.get_state()
    return (state[0], state[1].tolist(), *state[2:])
