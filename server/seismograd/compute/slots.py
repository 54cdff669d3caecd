"""How many trainings run side by side, and how many threads each of them gets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Capacity:
    """What a machine has to give."""

    cpus: int
    memory_bytes: float = math.inf
    gpus: int = 0


@dataclass(frozen=True, slots=True)
class Needs:
    """What one training takes."""

    memory_bytes: int
    gpus: int = 0
    """A GPU is not shared: how much of its memory a training takes is not measured."""
    threads: int | None = None
    """None where the user has not chosen their number."""


@dataclass(frozen=True, slots=True)
class Slots:
    at_once: int
    """Zero where no machine has room for a training."""
    threads: int


def find_slots(machines: Sequence[Capacity], needs: Needs, most: int) -> Slots:
    """Up to `most` trainings; the cores that are left then go to them as threads.

    More trainings with one thread each are faster than fewer with more threads: no thread waits
    for another.
    """
    if needs.threads is not None:
        return Slots(min(most, _room(machines, needs, needs.threads)), needs.threads)
    at_once = min(most, _room(machines, needs, 1))
    largest = max((one.cpus for one in machines), default=1)
    fitting = (n for n in range(largest, 0, -1) if _room(machines, needs, n) >= at_once)
    return Slots(at_once, next(fitting, 1))


def _room(machines: Sequence[Capacity], needs: Needs, threads: int) -> int:
    return sum(_room_on(machine, needs, threads) for machine in machines)


def _room_on(machine: Capacity, needs: Needs, threads: int) -> int:
    """More threads than cores are no reason to run nothing: the user chose them."""
    by_cpu = machine.cpus // min(threads, max(1, machine.cpus))
    by_memory = machine.memory_bytes / max(1, needs.memory_bytes)
    by_gpu = machine.gpus // needs.gpus if needs.gpus else by_cpu
    return int(min(by_cpu, by_memory, by_gpu))
