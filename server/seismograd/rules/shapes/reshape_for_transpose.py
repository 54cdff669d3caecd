from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.axis_order import joined_neighbours
from seismograd.program.model import Program
from seismograd.program.operations import ancestors
from seismograd.program.reshapes import (
    RESHAPES,
    is_reshaped_again,
    networks_flatten,
    ordered_source,
)
from seismograd.program.shapes import shape_text
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Size, Tensor

Sizes = tuple[int, ...]

_GROUPED = 4
"""Neighbours that may be joined on purpose: more are rare enough for a remark."""
_POSSIBLE = 0.4


class ReshapeForTranspose(Rule):
    """
    ## What it does
    Finds reshapes of data that put the sizes of its axes into another order, as a transpose would
    do: examples of [a, b] become [b, a].

    Where one size is a multiple of the other, neighbours may be joined on purpose: nothing is said
    of up to four, and of more it is only a remark.

    ## Why is this bad?
    A reshape leaves all numbers in their order and only counts them off anew. What was a channel
    with all its time steps is cut into pieces that are taken for time steps with all their
    channels: the shapes fit, and the network sees numbers side by side that do not belong together.

    ## Example
    ```python
    x = np.stack(recordings)  # [n, channels, steps]: [200, 5, 48]
    x = x.reshape(-1, 48, 5)
    ```

    ## How to fix
    ```python
    x = x.transpose(0, 2, 1)
    ```

    ## When to ignore
    Where the numbers of an example have no order, or were flattened from the other order before.
    Reshapes of random numbers are not reported, nor those that are flattened afterwards.

    ## References
    - NumPy documentation of `numpy.reshape`: gives a new shape to an array without changing its
      data; the elements are read and placed in index order.
    """

    code = "SG909"
    name = "reshape-for-transpose"
    fault_type = FaultType.SHAPE
    alternatives = (FaultType.CPP,)
    severity = Severity.WARNING
    confidence = 0.85
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        if networks_flatten(program):
            return
        for call in program.index.making(*RESHAPES):
            source = _ordered_data(call)
            swap = None if source is None else _swapped(source, call.result)
            if source is not None and swap is not None and not is_reshaped_again(program, call):
                yield from self._of_swap(call, source, *swap)

    def _of_swap(self, call: Call, source: Tensor, old: Sizes, new: Sizes) -> Iterator[Finding]:
        joined = joined_neighbours(old, new)
        if 0 < joined <= _GROUPED or not isinstance(call.result, Tensor):
            return
        yield self.finding(
            call.place.span,
            f"A reshape makes {shape_text(call.result.shape)} of {shape_text(source.shape)}: axes "
            "are not swapped by it, their numbers are mixed.",
            because="The sizes are the same in another order.",
            severity=Severity.INFO if joined else None,
            confidence=_POSSIBLE if joined else None,
        )


def _ordered_data(call: Call) -> Tensor | None:
    """What is reshaped, where its order matters, and no layer has had a part in it."""
    source = ordered_source(call)
    by_layers = any(one.layer is not None or one.op == "input" for one in ancestors(source))
    return None if by_layers else source


def _swapped(source: Tensor, made: object) -> tuple[Sizes, Sizes] | None:
    """The sizes of an example before and after, where their order differs."""
    before, after = source.shape, made.shape if isinstance(made, Tensor) else None
    if not before or not after or before[0] is None or before[0] != after[0]:
        return None
    old, new = _of_example(before), _of_example(after)
    if old is None or new is None:
        return None
    return (old, new) if old != new and sorted(old) == sorted(new) else None


def _of_example(shape: tuple[Size, ...]) -> Sizes | None:
    """Without axes of size one; None where a size is not known."""
    known = [size for size in shape[1:] if isinstance(size, int)]
    return tuple(size for size in known if size != 1) if len(known) == len(shape) - 1 else None
