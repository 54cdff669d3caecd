"""Histories of runs, made from events as the probes write them."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from seismograd.traces.events import (
    ArrayFacts,
    Data,
    End,
    Layer,
    Layers,
    LayerSample,
    Loader,
    Losses,
    LossFunction,
    Optimiser,
    Place,
    Statistics,
    Step,
)
from seismograd.traces.history import RunHistory

STEPS = 200
LINE = Place("train.py", 7)


def falling(steps: int = STEPS, first: float = 1.4, last: float = 0.2) -> list[float]:
    """An exponential fall with noise, as of a healthy training."""
    noise = random.Random(0)
    shares = [math.exp(-4 * step / steps) for step in range(steps)]
    return [last + (first - last) * share + noise.gauss(0, 0.02) for share in shares]


def steady(value: float, steps: int = STEPS, spread: float = 0.02) -> list[float]:
    noise = random.Random(1)
    return [value + noise.gauss(0, spread) for _ in range(steps)]


def history(
    losses: Sequence[float] | None = None,
    *,
    step: Step | None = None,
    layers: Sequence[Layer] = (),
    samples: Sequence[LayerSample] = (),
    mode: str = "train",
    optimisers: int = 1,
    more: Sequence[Any] = (),
) -> RunHistory:
    """A training of `STEPS` steps with one optimiser, unless told otherwise."""
    found = RunHistory()
    values = tuple(falling() if losses is None else losses)
    for number in range(optimisers):
        groups = ({"lr": 0.001, "parameters": 3},)
        found.take(Optimiser(optimiser=number, type="Adam", built=LINE, groups=groups))
    found.take(LossFunction(loss_function=0, type="CrossEntropyLoss", called=LINE))
    for layer in layers:
        found.take(layer)
    for number in range(0, len(values), 5):
        made = step or Step(update_ratio=3e-3, grad_norm=0.5, lr=(0.001,))
        found.take(replace(made, step=number, optimiser=0))
        found.take(Layers(step=number, mode=mode, layers=tuple(samples)))
    found.take(Losses(first=0, values=values))
    for event in more:
        found.take(event)
    found.take(End(t=20.0, outcome="finished", steps=len(values), seconds=20.0))
    return found


def layer(number: int, kind: str, **facts: Any) -> Layer:
    usual: dict[str, Any] = {"name": f"body.{number}", "parameters": 640, "trainable": 640}
    return Layer(layer=number, type=kind, network=0, built=LINE, called=LINE, **{**usual, **facts})


def sample(number: int, **tensors: Statistics) -> LayerSample:
    named = {
        name: {"weight" if name in ("weight", "grad") else "": value}
        for name, value in tensors.items()
    }
    return LayerSample(layer=number, **named)


def spread(std: float, mean: float = 0.0, n: int = 640, **facts: float) -> Statistics:
    norm = math.sqrt(n * (std**2 + mean**2))
    return Statistics(n=n, mean=mean, std=std, norm=norm, min=-std, max=std, **facts)


def data(examples: int = 800, labels: dict[str, int] | None = None, **inputs: float) -> Data:
    facts = {"mean": 0.0, "std": 1.0, "min": -3.0, "max": 3.0, **inputs}
    return Data(
        loader=0,
        inputs=(ArrayFacts(shape=(32, 20), dtype="float32", **facts),),
        targets=(ArrayFacts(shape=(32,), dtype="int64", mean=1.5, std=1.1),),
        labels={"0": 200, "1": 200, "2": 200, "3": 200} if labels is None else labels,
        examples=examples,
    )


def loader() -> Loader:
    return Loader(loader=0, type="DataLoader", built=LINE, batch_size=32, shuffle=True)
