"""Names of exceptions and of files, compared as reports write them."""

from __future__ import annotations

import builtins
from collections.abc import Iterable

_ALSO = {
    "OutOfMemoryError": ("RuntimeError",),
    "AcceleratorError": ("RuntimeError",),
    "DistBackendError": ("RuntimeError",),
    "LinAlgError": ("ValueError", "RuntimeError"),
    "AxisError": ("ValueError", "IndexError"),
    "JSONDecodeError": ("ValueError",),
    "UnpicklingError": ("PickleError",),
    "MisconfigurationException": ("Exception",),
    "PackageNotFoundError": ("ModuleNotFoundError",),
    "ParserError": ("ValueError",),
    "UFuncTypeError": ("TypeError",),
    "UnboundLocalError": ("NameError",),
}
"""What exceptions of common packages descend from, for runs without a trace; those of Python
itself are asked."""


def short_name(name: str) -> str:
    return name.strip().rpartition(".")[2]


def is_a(seen: str, wanted: str, bases: Iterable[str] = ()) -> bool:
    """Whether an exception of the one name is caught by `except` with the other.

    `bases` are the classes it was seen to descend from, where the run says so.
    """
    target = _canonical(wanted)
    return target == "BaseException" or target in _lineage(seen, bases)


def are_related(one: str, other: str, bases: Iterable[str] = ()) -> bool:
    """Whether one descends from the other, or both from something more telling than Exception."""
    common = _lineage(one, bases) & _lineage(other)
    return bool(common - {"Exception", "BaseException", "object"})


def _lineage(name: str, bases: Iterable[str] = ()) -> set[str]:
    lineage = _known_lineage(name)
    for base in bases:
        lineage |= _known_lineage(base)
    return lineage


def _known_lineage(name: str) -> set[str]:
    short = _canonical(name)
    lineage = {short}
    kind = getattr(builtins, short, None)
    if isinstance(kind, type) and issubclass(kind, BaseException):
        return lineage | {ancestor.__name__ for ancestor in kind.__mro__}
    for parent in _ALSO.get(short, ()):
        lineage |= _known_lineage(parent)
    return lineage | {"Exception", "BaseException"}


def _canonical(name: str) -> str:
    """`IOError` is `OSError` by another name."""
    short = short_name(name)
    kind = getattr(builtins, short, None)
    return kind.__name__ if isinstance(kind, type) else short


def same_file(one: str, other: str) -> bool:
    """Whether one path is the end of the other."""
    first, second = _parts(one), _parts(other)
    shared = min(len(first), len(second))
    return shared > 0 and first[-shared:] == second[-shared:]


def _parts(path: str) -> list[str]:
    return [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]
