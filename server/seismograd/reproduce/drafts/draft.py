"""A script in the making: its parts apart, so that each can be changed alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from seismograd.reproduce.candidate import Switch


@dataclass(frozen=True, slots=True)
class Constant:
    """An assignment at the top of a script; with a control value it is a switch."""

    name: str
    value: str
    """A Python literal."""
    control: str | None = None


@dataclass(frozen=True, slots=True)
class Measurement:
    """A number that a script has in a variable, and when it is bad."""

    name: str
    """Of the variable, and of what is measured."""
    bad: str
    """An expression."""
    what: str
    """What a person reads when it is bad."""


@dataclass(frozen=True, slots=True)
class Draft:
    idea: str
    imports: tuple[str, ...] = ()
    constants: tuple[Constant, ...] = ()
    setup: tuple[str, ...] = ()
    """Statements that must succeed, as source; each may have several lines."""
    exercise: tuple[str, ...] = ()
    """Statements that may raise what was reported."""
    measurement: Measurement | None = None
    seed: str = ""
    """The kind of draft that this one came from."""
    is_baseline: bool = False
    """Whether it is there to run clean: with the trigger it becomes a reproduction."""
    repairs: int = 0
    environment: tuple[tuple[str, str], ...] = ()
    """Variables that must be set before anything is imported."""
    made_up: tuple[str, ...] = ()
    """Constants that neither the report nor the project gives: any other ordinary value would do
    as well."""
    guessed: tuple[str, ...] = ()
    """Variables whose very kind is a guess: a failure may be the fault of the draft itself."""

    files: tuple[str, ...] = ()
    """Small files that it writes: what is in them is made up."""

    def changed(self, **parts: object) -> Self:
        return replace(self, **parts)  # type: ignore[arg-type]

    def with_import(self, statement: str) -> Self:
        if statement in self.imports:
            return self
        return self.changed(imports=(*self.imports, statement))

    @property
    def switches(self) -> tuple[Switch, ...]:
        return tuple(
            Switch(one.name, one.value, one.control)
            for one in self.constants
            if one.control is not None
        )
