"""Lists that stay short however much is put into them."""

from __future__ import annotations

from typing import Generic, TypeVar

Item = TypeVar("Item")


class Budget:
    """Bytes of a trace that may be kept as they are, over all lists together."""

    def __init__(self, most: int) -> None:
        self._left = most

    def grants(self, size: int) -> bool:
        if size > self._left:
            return False
        self._left -= size
        return True


class FirstOnes(Generic[Item]):
    """Keeps the first items; of the others only their number."""

    def __init__(self, most: int, budget: Budget) -> None:
        self._most = most
        self._budget = budget
        self.items: list[Item] = []
        self.left_out = 0

    def offer(self, item: Item, size: int) -> None:
        if len(self.items) < self._most and self._budget.grants(size):
            self.items.append(item)
        else:
            self.left_out += 1


class EvenlySpread(Generic[Item]):
    """Keeps items at even distances, and always the last one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._every = 1
        self._kept: list[Item] = []
        self._last: Item | None = None
        self.count = 0

    def offer(self, item: Item) -> None:
        if self.count % self._every == 0:
            self._kept.append(item)
        self.count += 1
        self._last = item
        if len(self._kept) >= self._most:
            del self._kept[1::2]
            self._every *= 2

    @property
    def items(self) -> list[Item]:
        if self._last is None or self._kept[-1] is self._last:
            return list(self._kept)
        return [*self._kept, self._last]
