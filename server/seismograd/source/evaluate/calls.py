"""Calls of things outside the project: the facts that readers and rules work from."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from seismograd.source.evaluate.values import Place, Value, constant, integer, number, text

if TYPE_CHECKING:
    from seismograd.source.evaluate.interpreter import Interpreter
    from seismograd.source.evaluate.values import Function

T = TypeVar("T")


class Argument(NamedTuple):
    """A value as it stands in a call."""

    value: Value
    place: Place
    name: str | None = None


class Loop:
    """A loop that is being run once to stand for all its rounds."""

    __slots__ = ("before", "carried", "function", "iterable", "outer", "place", "target")

    def __init__(
        self, place: Place, iterable: Value | None, outer: Loop | None, function: Function | None
    ) -> None:
        self.place = place
        self.iterable = iterable
        self.outer = outer
        self.function = function
        """The function that it stands in."""
        self.target: Value | None = None
        self.before: dict[str, Value] = {}
        self.carried: dict[str, tuple[Value, Value]] = {}
        """Names that hold another value at the end of a round than at its start."""

    @property
    def node(self) -> ast.AST:
        return self.place.node

    def take_apart(self) -> None:
        self.before.clear()
        self.carried.clear()
        self.iterable = self.target = None


class Call:
    """One call: what was called, with what, in which order and surroundings.

    `path` names what was called: a library function by its canonical name, a method as the
    canonical name of its receiver's class and the method, or `?.method` on something unknown;
    `method` is its last part.
    """

    __slots__ = ("branches", "certain", "contexts", "function", "index", "interpreter", "keywords",
                 "loop", "method", "open", "path", "place", "positional", "receiver",
                 "result")  # fmt: skip

    def __init__(
        self,
        path: str,
        positional: list[Argument],
        keywords: dict[str, Argument],
        place: Place,
        interpreter: Interpreter,
        open_: bool = False,
    ) -> None:
        self.path = path
        self.method = path.rpartition(".")[2] if path else ""
        self.positional = positional
        self.keywords = keywords
        self.place = place
        self.interpreter = interpreter
        self.open = open_
        """Called with `*args` or `**kwargs` that could not be followed."""
        self.certain = len(positional)
        """How many positional arguments come before `*args` that could not be followed."""
        self.receiver: Value | None = None
        self.result: Value | None = None
        self.index = 0
        self.loop: Loop | None = None
        self.contexts: tuple[Value, ...] = ()
        self.branches: tuple[ast.AST, ...] = ()
        self.function: Function | None = None

    def __repr__(self) -> str:
        return f"Call({self.path})"

    def is_to(self, path: str, method: str | None = None) -> None:
        """Say what is called, once that is known."""
        self.path = path
        self.method = path.rpartition(".")[2] if method is None else method

    def take_apart(self) -> None:
        """Break the circles that lead through a call."""
        for value in (self.receiver, self.result):
            if value is not None:
                value.members = None
        self.result = None

    @property
    def arguments(self) -> list[Argument]:
        return [*self.positional, *self.keywords.values()]

    def argument(self, index: int | None, name: str) -> Argument | None:
        """The argument for a parameter, given by name or by position."""
        found = self.keywords.get(name)
        if found is None and index is not None and index < self.certain:
            found = self.positional[index]
        return found

    def value(self, index: int | None, name: str) -> Value | None:
        found = self.argument(index, name)
        return None if found is None else found.value

    def constant(self, index: int | None, name: str, default: object = None) -> object:
        found = self.value(index, name)
        return default if found is None else constant(found)

    def number(
        self, index: int | None, name: str, default: float | None = None
    ) -> int | float | None:
        """The number given for a parameter; the default only where nothing was given."""
        found = self.value(index, name)
        return self._default(default) if found is None else number(found)

    def integer(self, index: int | None, name: str, default: int | None = None) -> int | None:
        found = self.value(index, name)
        return self._default(default) if found is None else integer(found)

    def text(self, index: int | None, name: str, default: str | None = None) -> str | None:
        found = self.value(index, name)
        return self._default(default) if found is None else text(found)

    def flag(self, index: int | None, name: str, default: bool | None = None) -> bool | None:
        found = self.value(index, name)
        known = self._default(default) if found is None else constant(found)
        return known if isinstance(known, bool) else None

    def _default(self, default: T) -> T | None:
        return None if self.open else default

    def in_loop(self, loop: Loop) -> bool:
        current = self.loop
        while current is not None:
            if current is loop:
                return True
            current = current.outer
        return False

    def within(self, *paths: str) -> bool:
        """Whether a `with` block or decorator of one of these names surrounds the call."""
        return any(getattr(context, "path", None) in paths for context in self.contexts)
