from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.gradients import (
    is_torch,
    passes_learned_layer,
    reaches_parameters,
    runs_without_gradients,
)
from seismograd.program.model import Program
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Place, Tensor

_SAVES_RESULT = frozenset({"exp", "log_softmax", "relu", "sigmoid", "softmax", "sqrt", "tanh"})
_CHANGES = frozenset(
    {"operator.iadd", "operator.imul", "operator.isub", "operator.idiv", "operator.setitem",
     "Tensor.add_", "Tensor.mul_", "Tensor.sub_", "Tensor.div_", "Tensor.zero_", "Tensor.fill_",
     "Tensor.copy_", "Tensor.clamp_", "Tensor.masked_fill_"}
)  # fmt: skip


class InplaceOnNeededValue(Rule):
    """
    ## What it does
    Finds an in-place change (`x += ...`, `x[...] = ...`, `x.mul_()`) of the result of a sigmoid,
    tanh, ReLU, exp or softmax that gradients have to pass.

    ## Why is this bad?
    These operations compute their gradient from their own result. Changed in place, it is gone:
    `backward()` raises "one of the variables needed for gradient computation has been modified by
    an inplace operation".

    ## Example
    ```python
    gate = torch.sigmoid(self.gate(x))
    gate *= 0.5
    ```

    ## How to fix
    ```python
    gate = gate * 0.5
    ```

    ## When to ignore
    In code that is never differentiated.

    ## References
    - PyTorch documentation, "Autograd mechanics", in-place operations with autograd.
    """

    code = "SG710"
    name = "inplace-on-needed-value"
    fault_type = FaultType.GRAPH
    severity = Severity.ERROR
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        changes: dict[Place, list[Call]] = {}
        for call in program.calls_to(*_CHANGES):
            if call.path in _CHANGES and call.receiver is not None:
                changes.setdefault(call.place, []).append(call)
        for calls in changes.values():
            # What is changed may be one thing or another: all of them have to be needed.
            needed = [call.receiver for call in calls if _is_needed(call)]
            if len(needed) == len(calls) and isinstance(needed[0], Tensor):
                yield self._finding(calls[0], needed[0])

    def _finding(self, call: Call, changed: Tensor) -> Finding:
        place = changed.place
        return self.finding(
            call.place.span,
            f"The result of {changed.op} is changed in place, but its gradient is computed from "
            "it: backward() fails.",
            because=f"{changed.op} keeps its result for backward, and gradients reach learned "
            "layers behind it.",
            related=[] if place is None else [Related(place.span, f"{changed.op} here")],
        )


def _is_needed(call: Call) -> bool:
    tensor = call.receiver
    if not isinstance(tensor, Tensor) or tensor.op not in _SAVES_RESULT or tensor.call is None:
        return False
    if not is_torch(tensor) or runs_without_gradients(call):
        return False
    return reaches_parameters(tensor) is True and passes_learned_layer(tensor)
