"""CPU time of actions, measured in turns so that a busy machine hits all of them alike."""

from __future__ import annotations

import gc
import math
import resource
import time
from collections.abc import Callable, Sequence
from statistics import median

Action = Callable[[], object]


def cpu_seconds(action: Action) -> float:
    """CPU time that this process spends in an action."""
    gc.collect()
    started = time.process_time()
    action()
    return time.process_time() - started


def children_cpu_seconds(action: Action) -> float:
    """CPU time of the processes that an action starts and waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    action()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def interleaved(
    repeats: int, *actions: Action, clock: Callable[[Action], float] = cpu_seconds
) -> list[list[float]]:
    """The times of each action, one turn of all of them after the other."""
    times: list[list[float]] = [[] for _ in actions]
    for _ in range(repeats):
        for samples, action in zip(times, actions, strict=True):
            samples.append(clock(action))
    return times


def ratio(samples: Sequence[float], plain: Sequence[float]) -> float:
    """What lies in the middle of all turns, each over the plain run of the same turn."""
    return median(_by_turn(samples, plain))


def spread(samples: Sequence[float], plain: Sequence[float]) -> dict[str, float]:
    """How far turns lie apart: on a quiet machine all of these are close to the ratio."""
    ratios = _by_turn(samples, plain)
    return {
        "lowest": min(ratios),
        "highest": max(ratios),
        "fastest over fastest": min(samples) / min(plain),
        "runs": len(ratios),
    }


def _by_turn(samples: Sequence[float], plain: Sequence[float]) -> list[float]:
    """Some ways are taken in the first turns only."""
    return [one / other for one, other in zip(samples, plain, strict=False)]


def percentile(samples: Sequence[float], share: float) -> float:
    """The smallest sample that at least this share of the samples does not exceed."""
    ordered = sorted(samples)
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)]
