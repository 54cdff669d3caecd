"""Functions of a framework that are replaced while a run is watched, and put back after it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import FunctionType
from typing import Any

Wrapping = Callable[[Any], Any]
UNSEEN = " (importlib _bootstrap)"
"""Warnings look for the caller's line past frames whose file has these words in its name."""


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
        wrapped = unseen(wrapping(plain))
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


def unseen(function: Any) -> Any:
    """The same function; its frame takes no part in where a warning is said to come from."""
    if isinstance(function, FunctionType):
        code = function.__code__
        function.__code__ = code.replace(co_filename=code.co_filename + UNSEEN)
    return function
