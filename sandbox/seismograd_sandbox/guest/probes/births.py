"""Where layers, losses and optimisers were built: noted when an instance is made."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

from ..places import Places
from .identity import ByIdentity
from .replacements import Replacements

Place = dict[str, Any]
MAKERS = ("__init__", "__new__", "__call__")


class Births:
    """Remembers a place for every living instance of the classes that it watches."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._known: ByIdentity[Place] = ByIdentity()
        self._replacements = Replacements()

    def watch(self, kind: type) -> None:
        """By `__new__` where a class has one: its signature is less often looked at."""
        if any("__new__" in vars(base) for base in kind.__mro__[:-1]):
            self._replacements.replace(kind, "__new__", self._noting_new)
        else:
            self._replacements.replace(kind, "__init__", self._noting_init)

    def stop(self) -> None:
        self._replacements.undo()

    def place_of(self, instance: Any) -> Place | None:
        return self._known.get(instance)

    def living(self) -> Iterator[Any]:
        """All that are known, and still there."""
        return (instance for instance, _ in self._known.living())

    def _noting_new(self, plain: Any) -> Any:
        @functools.wraps(plain)
        def noting(*arguments: Any, **options: Any) -> Any:
            instance = plain(*arguments, **options)
            self._note(instance)
            return instance

        return noting

    def _noting_init(self, plain: Any) -> Any:
        @functools.wraps(plain)
        def noting(instance: Any, *arguments: Any, **options: Any) -> None:
            self._note(instance)
            plain(instance, *arguments, **options)

        return noting

    def _note(self, instance: Any) -> None:
        place = self._place(instance) if instance not in self._known else None
        if place is not None:
            self._known.set(instance, place)

    def _place(self, instance: Any) -> Place | None:
        """The innermost line of the project that is not part of the instance's own making."""
        frame: FrameType | None = sys._getframe(3)
        own: Place | None = None
        while frame is not None:
            file = self._places.in_project(frame.f_code.co_filename)
            if file is not None:
                place = {"file": file, "line": frame.f_lineno}
                if not _makes(frame, instance):
                    return place
                own = own or place
            frame = frame.f_back
        return own


def _makes(frame: FrameType, instance: Any) -> bool:
    code = frame.f_code
    if code.co_name not in MAKERS or not code.co_varnames:
        return False
    maker = frame.f_locals.get(code.co_varnames[0])
    return maker is instance or maker is type(instance)
