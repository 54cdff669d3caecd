"""Arithmetic on the sizes of axes: numbers, multiples of named unknowns, or nothing known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import count

from seismograd.source.evaluate.values import Dim, Shape, Size

UNNAMED = "?"
"""How the names of sizes begin that people have no name for."""
BATCH = Dim(1, ("batch",))
_numbers = count()


def fresh() -> Dim:
    """A size of which nothing is known but that it is the same wherever it is met again."""
    return Dim(1, (f"{UNNAMED}{next(_numbers)}",))


def known(size: Size) -> int | Dim:
    """A size to calculate with."""
    return fresh() if size is None else size


def is_unnamed(size: Size) -> bool:
    """Whether nothing is known of a size."""
    if isinstance(size, int):
        return False
    return size is None or any(name.startswith(UNNAMED) for name in size.names)


def times(left: Size, right: Size) -> Size:
    if left is None or right is None:
        return None
    if isinstance(left, int) and isinstance(right, int):
        return left * right
    return _size(_factor(left) * _factor(right), (*_names(left), *_names(right)))


def product(sizes: Iterable[Size]) -> Size:
    result: Size = 1
    for size in sizes:
        result = times(result, size)
    return result


def plus(left: Size, right: Size) -> Size:
    if isinstance(left, int) and isinstance(right, int):
        return left + right
    if left == 0:
        return right
    if right == 0:
        return left
    if isinstance(left, Dim) and isinstance(right, Dim) and left.names == right.names:
        return Dim(left.factor + right.factor, left.names)
    return None


def quotient(whole: Size, part: Size) -> Size:
    """How often a size goes into another; None where that is not known to be whole."""
    if whole is None or part is None:
        return None
    factor, divisor = _factor(whole), _factor(part)
    rest = Counter(_names(whole))
    rest.subtract(_names(part))
    if divisor <= 0 or factor % divisor or any(number < 0 for number in rest.values()):
        return None
    return _size(factor // divisor, tuple(rest.elements()))


def differ(left: Size, right: Size) -> bool:
    """Whether two sizes are certainly not the same."""
    if left is None or right is None or left == right:
        return False
    if isinstance(left, Dim) and isinstance(right, Dim):
        return left.names == right.names and left.factor != right.factor
    if isinstance(left, int) and isinstance(right, int):
        return True
    number, multiple = (left, right) if isinstance(left, int) else (right, left)
    return _factor(number) % max(_factor(multiple), 1) != 0


def window_count(size: Size, kernel: int, stride: int, padding: int, ceil: bool = False) -> Size:
    """How many windows fit along an axis; the numbers may come out below one."""
    if stride <= 0:
        return None
    if size is None or stride <= 0:
        return None
    if isinstance(size, Dim):
        if kernel == stride and not padding and size.factor % stride == 0:
            return _size(size.factor // stride, size.names)
        return size if stride == 1 and kernel - 1 == padding else None
    if size is None:
        return None
    room = size + padding - kernel
    return (-(-room // stride) if ceil else room // stride) + 1


def count_between(start: int, stop: int, step: int) -> int:
    """How many numbers a range has, however large it is."""
    return max(0, -((start - stop) // step)) if step > 0 else count_between(-start, -stop, -step)


def merged(shapes: list[Shape]) -> Shape:
    """What several shapes have in common."""
    first = shapes[0]
    if first is None or any(shape is None or len(shape) != len(first) for shape in shapes):
        return None
    columns = zip(*(shape for shape in shapes if shape is not None), strict=True)
    return tuple(
        column[0] if all(size == column[0] for size in column) else None for column in columns
    )


def _factor(size: int | Dim) -> int:
    return size if isinstance(size, int) else size.factor


def _names(size: int | Dim) -> tuple[str, ...]:
    return () if isinstance(size, int) else size.names


def _size(factor: int, names: tuple[str, ...]) -> Size:
    return Dim(factor, tuple(sorted(names))) if names else factor
