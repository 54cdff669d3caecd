"""Enumerations of the project: their members are constants that know their name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seismograd.source.evaluate.literals import NotPlain, plain
from seismograd.source.evaluate.values import (
    Class,
    Const,
    EnumMember,
    Function,
    Object,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_ENUMS = frozenset({"enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag"})


def is_enumeration(cls: Class) -> bool:
    return not _ENUMS.isdisjoint(cls.library_bases)


def make_members(cls: Class) -> None:
    """Turn the constants in the body of an enumeration into its members."""
    last: object = 0
    for name, value in list(cls.namespace.items()):
        if name.startswith("_") or isinstance(value, Function | Class):
            continue
        try:
            last = _automatic(cls, name, last) if _is_auto(value) else plain(value)
            hash(last)
        except (NotPlain, TypeError):
            continue
        cls.namespace[name] = EnumMember(last, cls, name, value.place)


def _is_auto(value: Value) -> bool:
    return isinstance(value, Object) and value.path == "enum.auto"


def _automatic(cls: Class, name: str, last: object) -> object:
    if "enum.StrEnum" in cls.library_bases:
        return name.lower()
    return last + 1 if isinstance(last, int) else 1


def members_of(cls: Class) -> Iterator[EnumMember]:
    for value in cls.namespace.values():
        if isinstance(value, EnumMember):
            yield value


def member_of(cls: Class, value: Value) -> EnumMember | None:
    """The member that `Colour(value)` gives."""
    if not isinstance(value, Const):
        return None
    found = (member for member in members_of(cls) if member.value == value.value)
    return next(found, None)


def equals_plain_constants(member: EnumMember) -> bool:
    """Whether members of the class are numbers or text as well."""
    bases = set(member.cls.library_bases)
    return not bases.isdisjoint({"builtins.int", "builtins.str", "enum.IntEnum", "enum.StrEnum"})
