"""The questions that are put to tensors, and the letters that bring numbers from a device."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

WIDTH = 2048
"""Elements of a tensor that are looked at."""
ROWS = 128
COLUMNS = 128
HALF = 2
"""Bytes; of the two kinds of half precision, NumPy knows one."""


class Letter(Protocol):
    """Numbers on their way to the host."""

    def arrived(self) -> bool: ...
    def content(self) -> Any:
        """A flat NumPy array of float32; waits where it has not arrived."""


class Backend:
    """Tensors of one framework. Samples are small copies that stay on their device."""

    def __init__(self, framework: Any, numpy: Any) -> None:
        self.framework = framework
        self.numpy = numpy

    def may_look(self) -> bool:
        """Not while code is traced or compiled: what we do would become a part of it."""
        return True

    def aside(self) -> AbstractContextManager[Any]:
        """Outside of whatever the user's code records."""
        return nullcontext()

    def keeps_gradients(self) -> bool:
        """Whether what is computed now may be learnt from."""
        return True

    def is_concrete(self, value: Any) -> bool:
        raise NotImplementedError

    def native(self, variable: Any) -> Any:
        """The tensor inside of a Keras variable, or a tensor itself."""
        value = getattr(variable, "value", variable)
        return variable if callable(value) else value

    def array(self, tensor: Any) -> Any:
        """A copy of all of it as a NumPy array; half precision as single."""
        is_here = isinstance(tensor, self.numpy.ndarray)
        array = self.numpy.array(tensor if is_here else self.host(tensor))
        is_half = array.dtype.itemsize == HALF and array.dtype.kind not in "iu"
        return array.astype("float32") if is_half else array

    def host(self, tensor: Any) -> Any:
        """The tensor as a NumPy array."""
        return self.numpy.asarray(tensor)

    def with_chance(self) -> AbstractContextManager[Any]:
        """What is drawn at random inside is the same every time, and not missed afterwards."""
        return nullcontext()

    def sample(self, tensor: Any) -> Any:
        """At most `WIDTH` elements, spread evenly, as a flat tensor."""
        raise NotImplementedError

    def grid(self, tensor: Any, axis: int) -> tuple[Any, tuple[int, int]]:
        """Some examples by some units (along an axis), flat, with the two lengths."""
        raise NotImplementedError

    def norm(self, tensors: list[Any]) -> Any:
        """The L2 norm of all elements of all tensors."""
        raise NotImplementedError

    def join(self, parts: list[Any]) -> Any:
        """One flat copy of flat tensors and numbers, which later changes do not reach."""
        raise NotImplementedError

    def post(self, joined: list[Any]) -> Letter:
        raise NotImplementedError


def stride(size: int, most: int = WIDTH) -> int:
    """An odd distance does not fall in step with dimensions, which are mostly even."""
    return 1 if size <= most else -(-size // most) | 1
