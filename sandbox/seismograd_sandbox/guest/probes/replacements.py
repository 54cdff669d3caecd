"""Functions of a framework that are replaced while a run is watched, and put back after it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

Wrapping = Callable[[Any], Any]


class Replacements:
    """Wraps attributes of classes and modules; undone in reverse order."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], None]] = []

    def __bool__(self) -> bool:
        return bool(self._undo)

    def replace(self, owner: Any, name: str, wrapping: Wrapping) -> None:
        """Put a wrapped function in its place; what the owner does not have stays away."""
        plain = getattr(owner, name, None)
        if plain is None:
            return
        before = vars(owner).get(name)
        wrapped = wrapping(plain)
        wrapped.autograph_info__ = {}  # TensorFlow would otherwise rewrite it for its graphs
        static = name == "__new__" or isinstance(before, staticmethod)
        setattr(owner, name, staticmethod(wrapped) if static else wrapped)
        if before is None:
            self._undo.append(partial(delattr, owner, name))
        else:
            self._undo.append(partial(setattr, owner, name, before))

    def undo(self) -> None:
        while self._undo:
            self._undo.pop()()
