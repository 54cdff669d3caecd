from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from operator import mul

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.program.operations import ACTIVATIONS, PASSING
from seismograd.program.shapes import shape_text
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Size, Tensor

_BETWEEN = PASSING | ACTIVATIONS | {"dropout"}


class BatchAxisFlattened(Rule):
    """
    ## What it does
    Finds reshapes to `(-1, k)` before a dense layer that change the number of examples, since `k`
    is not the size of one example.

    ## Why is this bad?
    `-1` takes what is left. If `k` is half the size of an example, the batch becomes twice as
    long: each row holds a half of an example. The loss then fails on the number of labels, or
    compares halves with labels of other examples.

    ## Example
    ```python
    x = x.view(-1, 512)  # x: [N, 32, 8, 8], 2048 numbers for each example
    x = self.fc(x)
    ```

    ## How to fix
    Keep the batch and let the rest follow:
    ```python
    x = x.flatten(1)
    ```

    ## When to ignore
    Where the rows are meant to be parts of examples. Reshapes that keep whole trailing axes, such
    as those of the features of each step, are not reported.

    ## References
    - PyTorch documentation of `torch.Tensor.view`: the size -1 is inferred from other dimensions.
    """

    code = "SG903"
    name = "batch-axis-flattened"
    fault_type = FaultType.SHAPE
    severity = Severity.WARNING
    confidence = 0.85

    def check(self, program: Program) -> Iterator[Finding]:
        for network in program.networks:
            for tensor in network.flow.tensors:
                cut = _cut_examples(tensor)
                path = network.flow.path(tensor, _BETWEEN) if cut is not None else []
                if cut is None or not path or path[-1].op != "dense" or tensor.place is None:
                    continue
                shape, example, row = cut
                yield self.finding(
                    tensor.place.span,
                    f"Each example of {shape_text(shape)} holds {example} numbers, but rows of "
                    f"{row} are made: the batch gets {example // row} times as long.",
                    because=f"{example} is not {row}, and -1 takes what is left.",
                )


def _cut_examples(tensor: Tensor) -> tuple[tuple[Size, ...], int, int] | None:
    """The shape before a reshape, the size of an example and of a row, where they differ."""
    source = tensor.inputs[0] if tensor.inputs else None
    if tensor.op not in ("reshape", "view") or not isinstance(source, Tensor):
        return None
    before, after = source.shape, tensor.shape
    if before is None or after is None or len(after) != 2 or isinstance(before[0], int):
        return None
    sizes = [size for size in before[1:] if isinstance(size, int)]
    row = after[1]
    if len(sizes) != len(before) - 1 or not isinstance(row, int) or not sizes:
        return None
    whole = list(accumulate(reversed(sizes), mul))
    return (before, whole[-1], row) if row not in whole and whole[-1] > row else None
