from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Loader, Program
from seismograd.program.operations import PASSING
from seismograd.program.unknown_names import name_of
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Tensor, Value
from seismograd.source.rewrite import replace, source_of

_LOADER = "torch.utils.data.DataLoader"
_SUMMING = PASSING | {"add", "detach", "item", "mul", "numpy"}
_LOADER_NAME = re.compile(r"loader|_dl$", re.IGNORECASE)


class AccuracyDividedByBatches(Rule):
    """
    ## What it does
    Finds a count of right answers that is divided by `len(loader)`, the number of batches.

    ## Why is this bad?
    The count goes up by up to the batch size for every batch, so the quotient is the number of
    right answers per batch, not an accuracy: it can be far above 1.

    ## Example
    ```python
    for x, y in loader:
        correct += (net(x).argmax(1) == y).sum().item()
    accuracy = correct / len(loader)
    ```

    ## How to fix
    ```python
    accuracy = correct / len(loader.dataset)
    ```
    With a sampler or `drop_last=True` count the examples instead.

    ## When to ignore
    Where each batch has exactly one example.

    ## References
    - PyTorch documentation of `torch.utils.data.DataLoader`: the length of a loader is its number
      of batches.
    """

    code = "SG808"
    name = "accuracy-divided-by-batches"
    fault_type = FaultType.MET
    severity = Severity.ERROR
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.calls_to("operator.div"):
            counted, length = (argument.value for argument in call.positional[:2])
            measured = _measured(length, program)
            if measured is None or _is_divided_again(call, program):
                continue
            matches = _matches(counted)
            if matches is not None:
                yield self._finding(call, matches, measured)

    def _finding(self, call: Call, matches: Tensor, length: Call) -> Finding:
        related = [] if matches.place is None else [Related(matches.place.span, "counted here")]
        return self.finding(
            call.place.span,
            f"The number of right answers is divided by {source_of(length.place)}, the number of "
            "batches: the result is right answers per batch, not an accuracy.",
            because="The numerator adds up matches of every example; the length of a loader is "
            "its number of batches.",
            related=related,
            fixes=_fixes(length),
        )


def _measured(value: Value, program: Program) -> Call | None:
    """The call of `len` on a loader with more than one example in a batch."""
    if not isinstance(value, Object) or value.path != "builtins.len" or not value.call.positional:
        return None
    loader = value.call.positional[0].value
    if isinstance(loader, Object) and loader.path == _LOADER:
        known = next((one for one in program.loaders if one.value is loader), None)
        return value.call if known is not None and _has_batches(known) else None
    return value.call if _LOADER_NAME.search(name_of(loader)) else None


def _has_batches(loader: Loader) -> bool:
    batched = loader.settings["batch_sampler"].is_none
    return batched and loader.settings["batch_size"].number != 1


def _matches(value: Value | None) -> Tensor | None:
    """The sum of comparisons that a count adds up."""
    while isinstance(value, Tensor) and value.inputs:
        if value.op == "sum" and isinstance(value.inputs[0], Tensor):
            inner = value.inputs[0]
            while inner.op in PASSING and isinstance(inner.inputs[0], Tensor):
                inner = inner.inputs[0]
            return inner if inner.op == "eq" and value.shape in (None, ()) else None
        if value.op not in _SUMMING:
            return None
        tensors = [one for one in value.inputs if isinstance(one, Tensor)]
        value = tensors[0] if len(tensors) == 1 else None
    return None


def _is_divided_again(call: Call, program: Program) -> bool:
    """Whether the quotient is divided further, as by the batch size."""
    return any(
        other.positional and other.positional[0].value is call.result
        for other in program.calls_to("operator.div")
    )


def _fixes(length: Call) -> list[Fix]:
    loader = length.positional[0].place
    edit = replace(loader, f"{source_of(loader)}.dataset")
    return unsafe_fix("Divide by the number of examples", edit)
