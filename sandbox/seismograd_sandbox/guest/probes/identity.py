"""Values kept for objects that may not be hashable and must not be kept alive."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class ByIdentity(Generic[T]):
    """A mapping from living objects, told apart by what they are and not by what they equal."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[Any], T]] = {}

    def get(self, thing: Any) -> T | None:
        known = self._known.get(id(thing))
        return known[1] if known is not None and known[0]() is thing else None

    def set(self, thing: Any, value: T) -> None:
        key, known = id(thing), self._known
        try:
            known[key] = (weakref.ref(thing, lambda _: known.pop(key, None)), value)
        except TypeError:
            return  # nothing can be remembered about what cannot be referred to weakly

    def living(self) -> Iterator[tuple[Any, T]]:
        for reference, value in list(self._known.values()):
            thing = reference()
            if thing is not None:
                yield thing, value

    def __contains__(self, thing: Any) -> bool:
        return self.get(thing) is not None

    def __len__(self) -> int:
        return len(self._known)
