"""Hyperparameters: what they were resolved to, where they are used and where they come from."""

from __future__ import annotations

from typing import NamedTuple

from seismograd.faults import Span
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.values import (
    ConfigConst,
    Const,
    Place,
    Symbol,
    Value,
    is_none,
    number,
    text,
)


class Setting(NamedTuple):
    """A named value of the program. `value` is None where the program leaves the default."""

    name: str
    value: Value | None
    place: Place
    """Where it is used; the call itself where the program leaves the default."""
    default: object = None
    """What the library takes where nothing is given and that is known."""

    @property
    def is_default(self) -> bool:
        return self.value is None

    @property
    def is_overridable(self) -> bool:
        """Whether this is a default, the library's or the program's, which may not be what runs."""
        return self.is_default or (isinstance(self.value, Const) and self.value.soft)

    @property
    def constant(self) -> object:
        """The Python constant it comes down to, defaults included; None where not known."""
        if self.value is None:
            return self.default
        return self.value.value if isinstance(self.value, Const) else None

    @property
    def number(self) -> int | float | None:
        if self.value is not None:
            return number(self.value)
        is_number = isinstance(self.default, int | float) and not isinstance(self.default, bool)
        return self.default if is_number else None  # type: ignore[return-value]

    @property
    def integer(self) -> int | None:
        known = self.number
        return known if isinstance(known, int) else None

    @property
    def text(self) -> str | None:
        if self.value is not None:
            return text(self.value)
        return self.default if isinstance(self.default, str) else None

    @property
    def flag(self) -> bool | None:
        known = self.constant
        return known if isinstance(known, bool) else None

    @property
    def is_none(self) -> bool:
        """Certainly None: given as None, or left to a default of None."""
        return self.default is None if self.value is None else is_none(self.value)

    @property
    def is_known(self) -> bool:
        return self.value is None or isinstance(self.value, Const | Symbol)

    @property
    def span(self) -> Span:
        return self.place.span

    @property
    def source(self) -> Place:
        """Where the literal stands, when there is one; else where it is used."""
        value = self.value
        if isinstance(value, ConfigConst) or not isinstance(value, Const) or value.place is None:
            return self.place
        return value.place


def setting(call: Call, index: int | None, name: str, default: object = None) -> Setting:
    """A parameter of a call as a setting."""
    found = call.argument(index, name)
    if found is None:
        unknown = call.open
        return Setting(name, Symbol("?") if unknown else None, call.place, default)
    return Setting(name, found.value, found.place, default)


def from_argument(name: str, argument: Argument) -> Setting:
    return Setting(name, argument.value, argument.place)
