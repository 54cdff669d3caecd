"""Traces of any size that look like those of real runs."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LAYERS = 40
STEPS_BETWEEN_LAYERS = 10
STEPS_BETWEEN_LOSSES = 100
STEPS_IN_EPOCH = 1_000


def write_trace(path: Path, size: int, *, seed: int = 0) -> None:
    """At least `size` bytes, ended in order."""
    draw = random.Random(seed)
    # One block of events again and again with other steps: drawing takes longer than writing.
    head = "".join(_line(0.0, kind, fields) for kind, fields in _beginning(draw))
    template = [_line(0.5, kind, fields) for kind, fields in _epoch(draw)]
    with path.open("w", encoding="utf-8") as file:
        file.write(head)
        epoch = 0
        while file.tell() < size:
            base = epoch * STEPS_IN_EPOCH
            for line in template:
                file.write(_shifted(line, base, epoch))
            epoch += 1
        file.write(_line(9.0, "end", {"outcome": "finished", "exit_code": 0, "seconds": 9.0}))


def _line(t: float, kind: str, fields: dict[str, Any]) -> str:
    return json.dumps({"v": 1, "t": t, "kind": kind, **fields}, separators=(",", ":")) + "\n"


def _shifted(line: str, base: int, epoch: int) -> str:
    for name in ("step", "first"):
        mark = f'"{name}":'
        if mark in line:
            before, _, after = line.partition(mark)
            digits = after[: next(i for i, c in enumerate(after) if not c.isdigit())]
            return f"{before}{mark}{base + int(digits)}{after[len(digits) :]}"
    return line.replace('"epoch":0', f'"epoch":{epoch}')


def _beginning(draw: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "start", {"script": "train.py", "arguments": [], "python": "3.11.2", "pid": 7}
    yield "packages", {"packages": {"torch": "2.13.0"}}
    for layer in range(LAYERS):
        place = {"file": "model.py", "line": 10 + layer}
        fields = {"layer": layer, "name": f"blocks.{layer}", "type": "Linear", "built": place}
        yield "layer", {**fields, "initial": {"weight": _statistics(draw)}}


def _epoch(draw: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    losses = [math.exp(-step / 400) + draw.random() / 10 for step in range(STEPS_IN_EPOCH)]
    for step, loss in enumerate(losses):
        fields = {"lr": [0.001], "grad_norm": draw.random(), "update_ratio": draw.random() / 1e3}
        yield "step", {"step": step, "epoch": 0, "optimiser": 0, "loss": loss, **fields}
        if step % STEPS_BETWEEN_LAYERS == 0:
            yield "layers", {"step": step, "layers": _samples(draw), "mode": "train"}
        if (step + 1) % STEPS_BETWEEN_LOSSES == 0:
            first = step + 1 - STEPS_BETWEEN_LOSSES
            yield "losses", {"first": first, "values": losses[first : step + 1]}
    yield "epoch", {"epoch": 0, "metrics": {"loss": losses[-1]}, "seconds": 1.5}


def _samples(draw: random.Random) -> list[dict[str, Any]]:
    return [
        {
            "layer": layer,
            "weight": {"weight": _statistics(draw), "bias": _statistics(draw)},
            "grad": {"weight": _statistics(draw), "bias": _statistics(draw)},
            "activation": {**_statistics(draw), "dead": draw.random()},
        }
        for layer in range(LAYERS)
    ]


def _statistics(draw: random.Random) -> dict[str, float]:
    fields = {name: draw.gauss(0, 1) for name in ("mean", "std", "min", "max", "norm")}
    return {"n": 4096, **fields, "nan": 0.0, "inf": 0.0, "zero": draw.random() / 10}
