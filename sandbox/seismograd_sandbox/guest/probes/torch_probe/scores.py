"""What the outputs of an evaluation have to do with their targets, in a few sums for each call.

A script computes its metrics in its own way, often far from any tensor. Output and target are
known earlier: where the network is called, the target stands in a variable beside it. Which one
it is need not be known; what is printed tells, for it is computed with the right one.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from .kit import Kit
from .scored_sums import kind_of, sums_of
from .untraced import aside, can_be_read

MOST_NUMBERS = 1_000_000
"""Of an output."""
MOST_SERIES = 16
MOST_ROWS = 1_000
"""Of one series."""
MOST_CALLS = 4_000
FRAMES = 3
"""Of the project, from the call on outwards, whose variables are looked at."""
MOST_VARIABLES = 200
MOST_TARGETS = 4
"""Variables beside one call."""


@dataclass
class _Series:
    """One variable beside one call."""

    fields: dict[str, Any]
    rows: list[list[Any]] = field(default_factory=list)
    is_cut: bool = False


class Scores:
    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._series: dict[tuple[Any, ...], _Series] = {}
        self._calls = 0

    def evaluated(self, made: Any, number: int) -> None:
        """A network that is trained gave something back without a graph, in this evaluation."""
        self._calls += 1
        if self._calls > MOST_CALLS or made.numel() > MOST_NUMBERS:
            return
        torch = self._kit.torch
        frames = list(self._frames())
        if not can_be_read(torch, made) or not frames:
            return
        site = tuple((one.f_code.co_filename, one.f_lasti) for one in frames)
        with aside(torch):
            for variable, kind, target in self._targets(frames, made):
                self._add((*site, variable, kind), frames[0], made, target, number)

    def finish(self) -> None:
        for series in self._series.values():
            rows = [row for row in series.rows if len(row) > 2]
            if rows and not series.is_cut:
                self._kit.observer.record("scores", **series.fields, rows=rows)

    def _frames(self) -> Iterator[FrameType]:
        frame: FrameType | None = sys._getframe(1)
        places, found = self._kit.observer.places, 0
        while frame is not None and found < FRAMES:
            if places.in_project(frame.f_code.co_filename) is not None:
                found += 1
                yield frame
            frame = frame.f_back

    def _targets(self, frames: list[FrameType], made: Any) -> Iterator[tuple[Any, str, Any]]:
        """What may be the target: its variable, its kind, and itself.

        A variable is a name in one of the frames: the same name may be another one farther out.
        """
        known: set[tuple[int, int]] = set()
        for depth, frame in enumerate(frames):
            for name, value in list(frame.f_locals.items())[:MOST_VARIABLES]:
                for path, tensor in self._tensors(name, value):
                    key = (tensor.data_ptr(), tensor.numel())
                    kind = None if key in known else kind_of(made, tensor)
                    if kind is not None and len(known) < MOST_TARGETS:
                        known.add(key)
                        yield (path, depth), kind, tensor

    def _tensors(self, name: str, value: Any) -> Iterator[tuple[str, Any]]:
        """Those of a variable: itself, or what lies in a batch that is a tuple or a dictionary."""
        items: Any = [(name, value)]
        if isinstance(value, dict) and len(value) <= MOST_TARGETS * 2:
            items = [(f"{name}[{key!r}]"[:80], one) for key, one in value.items()]
        elif isinstance(value, (list, tuple)) and len(value) <= MOST_TARGETS:
            items = [(f"{name}[{at}]", one) for at, one in enumerate(value)]
        for path, one in items:
            tensor = self._tensor(one)
            if tensor is not None:
                yield path, tensor

    def _tensor(self, value: Any) -> Any:
        torch = self._kit.torch
        kind = type(value)
        if kind.__module__ == "numpy" and kind.__name__ == "ndarray":
            plain = value.dtype.kind in "fiu" and value.flags.writeable and value.size
            value = torch.as_tensor(value) if plain else None
        if not can_be_read(torch, value) or value.requires_grad:
            return None
        return value

    def _add(self, key: Any, frame: FrameType, made: Any, target: Any, number: int) -> None:
        series = self._series.get(key)
        if series is None:
            if len(self._series) >= MOST_SERIES:
                return
            series = self._series[key] = _Series(self._fields(key, frame, made, target))
        if len(series.rows) >= MOST_ROWS:
            series.is_cut = True
            return
        row: list[Any] = [number, int(made.shape[0])]
        series.rows.append(row)
        sums = sums_of(self._kit.torch, key[-1], made, target.to(made.device))
        self._kit.mail.send(sums, lambda numbers: row.extend(map(_short, numbers)))

    def _fields(self, key: Any, frame: FrameType, made: Any, target: Any) -> dict[str, Any]:
        file = self._kit.observer.places.in_project(frame.f_code.co_filename)
        columns = target.numel() // max(1, int(target.shape[0]))
        return {
            "place": {"file": file, "line": frame.f_lineno},
            "variable": key[-2][0],
            "compared": key[-1],
            "columns": columns,
            "output_shape": [int(size) for size in made.shape],
        }


def _short(number: float) -> float | None:
    return float(f"{number:.10g}") if math.isfinite(number) else None
