"""Where data goes in one run of a network: which tensor feeds which."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from seismograd.program.contents import leaves
from seismograd.program.operations import ancestors
from seismograd.source.evaluate.values import Choice, Mapping, Sequence, Tensor, Value


class Flow:
    """The tensors behind what a network returns, and what each of them goes into."""

    def __init__(self, returned: Value | None, given: Collection[int] = ()) -> None:
        self.tensors = list(ancestors(returned, given))[::-1]
        """Sources first."""
        self._consumers: dict[int, list[Tensor]] = {}
        self._blurred: set[int] = set()
        self._returned = {id(tensor) for tensor in _tensors_in(returned)}
        for tensor in self.tensors:
            for value in tensor.inputs:
                self._feed(value, tensor)

    def _feed(self, value: Value, consumer: Tensor) -> None:
        for tensor in _tensors_in(value):
            self._consumers.setdefault(id(tensor), []).append(consumer)
            if tensor is not value:
                self._blurred.add(id(tensor))

    def consumers(self, tensor: Tensor) -> list[Tensor]:
        return self._consumers.get(id(tensor), [])

    def is_returned(self, tensor: Tensor) -> bool:
        return id(tensor) in self._returned

    def next(self, tensor: Tensor) -> Tensor | None:
        """What a tensor goes into, where it certainly goes there and nowhere else."""
        found = self.consumers(tensor)
        if len(found) != 1 or id(tensor) in self._blurred or self.is_returned(tensor):
            return None
        return found[0] if found[0].inputs[0] is tensor else None

    def path(self, tensor: Tensor, passing: Collection[str]) -> list[Tensor]:
        """What a tensor goes through one after the other, up to the first operation that is not
        among `passing`; empty where it parts, ends or is not certain before that."""
        steps: list[Tensor] = []
        current = self.next(tensor)
        while current is not None:
            steps.append(current)
            if current.op not in passing:
                return steps
            current = self.next(current)
        return []

    def reaches_end(self, tensor: Tensor, passing: Collection[str]) -> bool:
        """Whether a tensor is returned, or what only these operations make of it."""
        current: Tensor | None = tensor
        while current is not None:
            if self.is_returned(current):
                return True
            current = self.next(current)
            if current is not None and current.op not in passing:
                return False
        return False


def _tensors_in(value: Value | None) -> Iterator[Tensor]:
    found = iter(()) if value is None else leaves(value, (Choice, Sequence, Mapping))
    return (part for part in found if isinstance(part, Tensor))
