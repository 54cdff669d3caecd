"""Numbers on their way from a device to the trace, without ever waiting for the device."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Reader = Callable[[list[float]], None]
MOST_WAITING = 64
"""A letter with so many behind it has arrived, also where the device cannot say so."""


@dataclass
class _Letter:
    values: Any
    arrived: Any
    reader: Reader


class Mail:
    """Copies small tensors to the host in the background; readers are called in order."""

    def __init__(self, torch: Any) -> None:
        self._torch = torch
        self._under_way: deque[_Letter] = deque()

    def send(self, values: Any, reader: Reader) -> None:
        """Send a flat tensor of numbers, or None for a reader that only waits for its turn."""
        if values is None or values.device.type == "cpu":
            numbers = [] if values is None else values.tolist()
            if not self._under_way:
                reader(numbers)
            else:
                self._under_way.append(_Letter(numbers, None, reader))
        elif values.device.type == "cuda":
            self._send_from_cuda(values, reader)
        else:
            self._under_way.append(_Letter(values, _Later(), reader))

    def collect(self) -> None:
        """Read what has arrived."""
        while self._under_way:
            first = self._under_way[0]
            late = len(self._under_way) > MOST_WAITING
            if first.arrived is not None and not late and not first.arrived.query():
                return
            self._read_first()

    def _read_first(self) -> None:
        letter = self._under_way.popleft()
        if letter.arrived is not None:
            letter.arrived.synchronize()
        letter.reader(_numbers(letter.values))

    def collect_all(self) -> None:
        """Wait for everything: only once the run is over."""
        while self._under_way:
            self._read_first()

    def _send_from_cuda(self, values: Any, reader: Reader) -> None:
        torch = self._torch
        here = torch.empty(values.shape, dtype=values.dtype, device="cpu", pin_memory=True)
        here.copy_(values, non_blocking=True)
        arrived = torch.cuda.Event()
        arrived.record(torch.cuda.current_stream(values.device))
        self._under_way.append(_Letter(here, arrived, reader))


class _Later:
    """Stands for the event of a device that has none: it is not asked, but outwaited."""

    def query(self) -> bool:
        return False

    def synchronize(self) -> None:
        """The copy that follows waits by itself."""


def _numbers(values: Any) -> list[float]:
    numbers: list[float] = values if isinstance(values, list) else values.tolist()
    return numbers
