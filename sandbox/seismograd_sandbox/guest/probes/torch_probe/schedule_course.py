"""How far a schedule comes, and how near to the learning rate that it is meant to reach."""

from __future__ import annotations

import dis
from collections.abc import Callable
from typing import Any

from ...places import Places
from .optimisers import learning_rates

Place = dict[str, Any]


class ScheduleCourse:
    """Of the kinds that say what they are to reach; all numbers are at hand, on the host."""

    def __init__(self, number: int, scheduler: Any, places: Places) -> None:
        self._fields: dict[str, Any] = {"scheduler": number}
        self._meant: list[float] = []
        self._share = self._largest = 0.0
        meant = MEANT.get(type(scheduler).__name__)
        if meant is None:
            return
        self._meant = [meant(scheduler, group) for group in scheduler.optimizer.param_groups]
        self._fields["length"] = _length(scheduler)
        self._fields["meant"] = max(self._meant, default=0.0)
        self._fields["place"] = _function_end(scheduler, places)
        self.look(scheduler)

    @property
    def is_known(self) -> bool:
        return bool(self._meant) and all(one > 0 for one in self._meant)

    def look(self, scheduler: Any) -> None:
        if not self.is_known:
            return
        rates = zip(learning_rates(scheduler.optimizer), self._meant)
        self._share = max((rate / meant for rate, meant in rates if rate is not None), default=0.0)
        self._largest = max(self._largest, self._share)
        self._fields["reached"] = scheduler.last_epoch

    def fields(self) -> dict[str, Any]:
        return {**self._fields, "share": self._share, "largest": self._largest}


def _length(scheduler: Any) -> int | None:
    """In calls of `step`."""
    for name in ("total_steps", "total_iters"):
        length = getattr(scheduler, name, None)
        if isinstance(length, int):
            return length
    return None


def _function_end(scheduler: Any, places: Places) -> Place | None:
    """The last line of a function that gives the factor: most have their `return` there."""
    functions = getattr(scheduler, "lr_lambdas", None) or [None]
    code = getattr(functions[0], "__code__", None)
    file = places.in_project(code.co_filename) if code is not None else None
    if code is None or file is None:
        return None
    return {"file": file, "line": max(line for _, line in dis.findlinestarts(code) if line)}


def _of_cycle(_: Any, group: dict[str, Any]) -> float:
    return float(group["max_lr"])


def _of_line(scheduler: Any, group: dict[str, Any]) -> float:
    return float(group["initial_lr"] * max(scheduler.start_factor, scheduler.end_factor))


def _of_function(_: Any, group: dict[str, Any]) -> float:
    return float(group["initial_lr"])


MEANT: dict[str, Callable[[Any, dict[str, Any]], float]] = {
    "OneCycleLR": _of_cycle,
    "LinearLR": _of_line,
    "LambdaLR": _of_function,
}
"""The rate that the schedule should come to, of a group of parameters."""
