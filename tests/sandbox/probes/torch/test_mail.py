"""Numbers of a device are read when they are there, in order, and nobody waits for them."""

from __future__ import annotations

from typing import Any

from seismograd_sandbox.guest.probes.torch_probe.mail import MOST_WAITING, Mail
from seismograd_sandbox.guest.probes.torch_probe.together import together


class Event:
    """Stands for that of a device which is told by hand what has happened."""

    def __init__(self) -> None:
        self.done = False
        self.waited_for = False

    def record(self, stream: Any) -> None:
        pass

    def query(self) -> bool:
        return self.done

    def synchronize(self) -> None:
        self.waited_for = not self.done


class Values:
    """A tensor on a device."""

    def __init__(self, numbers: list[float]) -> None:
        self.numbers = numbers
        self.device = type("Device", (), {"type": "cuda"})()
        self.shape, self.dtype = (len(numbers),), "float32"

    def copy_(self, other: Values, *, non_blocking: bool) -> None:
        assert non_blocking
        self.numbers = other.numbers

    def tolist(self) -> list[float]:
        return self.numbers


class Torch:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.cuda = self

    def empty(self, shape: Any, dtype: str, device: str, pin_memory: bool) -> Values:
        assert (device, pin_memory) == ("cpu", True)
        return Values([0.0])

    def Event(self) -> Event:  # noqa: N802 - the framework's name
        self.events.append(Event())
        return self.events[-1]

    def current_stream(self, device: Any) -> None:
        return None


def test_read_in_order_when_there() -> None:
    torch, read = Torch(), []
    mail = Mail(torch)
    for number in (1.0, 2.0):
        mail.send(Values([number]), read.append)
    mail.send(None, read.append)
    mail.collect()
    assert read == []
    torch.events[1].done = True
    mail.collect()
    assert read == []
    torch.events[0].done = True
    mail.collect()
    assert read == [[1.0], [2.0], []]
    assert not any(event.waited_for for event in torch.events)


def test_everything_is_read_in_the_end() -> None:
    torch, read = Torch(), []
    mail = Mail(torch)
    mail.send(Values([1.0]), read.append)
    mail.collect_all()
    assert read == [[1.0]]
    assert torch.events[0].waited_for


def test_a_device_that_never_answers_fills_no_memory() -> None:
    torch, read = Torch(), []
    mail = Mail(torch)
    for number in range(MOST_WAITING + 10):
        mail.send(Values([float(number)]), read.append)
        mail.collect()
    assert len(read) == 10


def test_what_lies_here_arrives_at_once() -> None:
    import torch

    read: list[list[float]] = []
    Mail(torch).send(torch.tensor([1.0, 2.0]), read.append)
    assert read == [[1.0, 2.0]]


def test_numbers_are_put_together_on_a_device_if_one_is_there() -> None:
    import torch

    here, away = torch.tensor([3.0]), torch.tensor(2.0, device="meta", dtype=torch.float64)
    both = together(torch, [here, away])
    assert (both.device.type, both.shape, both.dtype) == ("meta", (2,), torch.float32)
    assert together(torch, [here, torch.tensor(4)]).tolist() == [3.0, 4.0]
    assert together(torch, []) is None
