"""Samples of one step, joined on their device and read on the host when they have arrived."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from .backends import Backend, Letter


@dataclass
class Row:
    """One sample on the host."""

    values: Any
    size: int
    """Elements of the tensor that it is a sample of."""
    shape: tuple[int, int] | None = None

    @property
    def number(self) -> float:
        return float(self.values[0])


Rows = dict[Hashable, Row]
Reader = Callable[[Rows], None]


@dataclass
class _Entry:
    key: Hashable
    size: int
    count: int
    shape: tuple[int, int] | None


class Parcel:
    """Samples are views until they are sealed: before something changes what they show."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._entries: list[_Entry] = []
        self._loose: list[Any] = []
        self._sealed: list[Any] = []
        self._keys: set[Hashable] = set()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._keys

    def number(self, key: Hashable, value: Any) -> None:
        self._add(key, value, 1, 1)

    def sample(self, key: Hashable, tensor: Any) -> None:
        size = _size(tensor)
        if size:
            part = self._backend.sample(tensor)
            self._add(key, part, size, _size(part))

    def grid(self, key: Hashable, tensor: Any, axis: int) -> None:
        size = _size(tensor)
        if size:
            part, shape = self._backend.grid(tensor, axis)
            self._add(key, part, size, shape[0] * shape[1], shape)

    def seal(self) -> None:
        if self._loose:
            self._sealed.append(self._backend.join(self._loose))
            self._loose = []

    def unpacked(self, numbers: Any) -> Rows:
        rows: Rows = {}
        at = 0
        for entry in self._entries:
            values = numbers[at : at + entry.count]
            rows[entry.key] = Row(values, entry.size, entry.shape)
            at += entry.count
        return rows

    def letter(self) -> Letter | None:
        self.seal()
        return self._backend.post(self._sealed) if self._sealed else None

    def _add(
        self,
        key: Hashable,
        part: Any,
        size: int,
        count: int,
        shape: tuple[int, int] | None = None,
    ) -> None:
        self._keys.add(key)
        self._entries.append(_Entry(key, size, count, shape))
        self._loose.append(part)


class Post:
    """Parcels under way; their readers are called in the order in which they were sent."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._under_way: deque[tuple[Letter, Parcel, Reader]] = deque()

    def parcel(self) -> Parcel:
        return Parcel(self._backend)

    def send(self, parcel: Parcel, reader: Reader) -> None:
        letter = parcel.letter()
        if letter is not None:
            self._under_way.append((letter, parcel, reader))
        self.collect()

    def collect(self, *, wait: bool = False) -> None:
        while self._under_way and (wait or self._under_way[0][0].arrived()):
            letter, parcel, reader = self._under_way.popleft()
            reader(parcel.unpacked(letter.content()))


def _size(tensor: Any) -> int:
    """Elements of a tensor; gradients of embeddings hold those rows only that were used."""
    size = 1
    for length in getattr(tensor, "values", tensor).shape if _is_sparse(tensor) else tensor.shape:
        size *= int(length)
    return size


def _is_sparse(tensor: Any) -> bool:
    return type(tensor).__name__ == "IndexedSlices"
