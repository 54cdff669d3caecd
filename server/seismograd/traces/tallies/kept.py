"""Lists that stay short however much is put into them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Item = TypeVar("Item")
Key = Callable[[Item], Hashable]


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
    """Keeps the first items; of the others only their number.

    With a key, a later item about the same thing takes the place of the earlier one.
    """

    def __init__(self, most: int, budget: Budget, key: Key[Item] | None = None) -> None:
        self._most = most
        self._budget = budget
        self._key = key
        self._kept: dict[Hashable, tuple[Item, int]] = {}
        self.left_out = 0

    @property
    def items(self) -> list[Item]:
        return [item for item, _ in self._kept.values()]

    def offer(self, item: Item, size: int) -> None:
        key = len(self._kept) if self._key is None else self._key(item)
        known = self._kept.get(key)
        growth = size if known is None else max(size - known[1], 0)
        if (known is not None or len(self._kept) < self._most) and self._budget.grants(growth):
            self._kept[key] = (item, size)
        elif known is None:
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
