from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.gradients import is_torch, reaches_parameters, runs_without_gradients
from seismograd.program.model import Program
from seismograd.program.operations import through
from seismograd.rules.graph._backward import differentiated
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Const, Tensor, Value

_SUMS = frozenset({"mean", "sum"})
_ZEROS = frozenset({"abs", "loss:mae", "loss:mse", "relu", "square"})


class SqrtAtZero(Rule):
    """
    ## What it does
    Finds a square root of something that can be exactly zero (a sum of squares, a squared-error
    loss, the output of a ReLU) in a value that is differentiated, without a small constant.

    ## Why is this bad?
    The slope of the square root at zero is infinite. The gradient becomes infinite or, after
    multiplication with a zero, NaN, and one NaN spoils all weights.

    ## Example
    ```python
    distance = torch.sqrt((a - b).pow(2).sum(dim=1))
    ```

    ## How to fix
    ```python
    distance = torch.sqrt((a - b).pow(2).sum(dim=1) + 1e-12)
    ```

    ## When to ignore
    When the value cannot become zero in practice, as with the error of noisy data.

    ## References
    - PyTorch documentation, "Autograd mechanics", gradients for non-differentiable functions.
    """

    code = "SG706"
    name = "sqrt-at-zero"
    fault_type = FaultType.GRAPH
    alternatives = (FaultType.LCH,)
    severity = Severity.INFO
    confidence = 0.7
    preview = True

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.index.making("sqrt"):
            result = call.result
            assert isinstance(result, Tensor)
            source = _may_be_zero(result.inputs[0]) if result.inputs else None
            if source is None or runs_without_gradients(call) or not is_torch(result):
                continue
            if id(result) in differentiated(program) and reaches_parameters(source) is True:
                yield self._finding(call, source)

    def _finding(self, call: Call, source: Tensor) -> Finding:
        related = [] if source.place is None else [Related(source.place.span, "zero is possible")]
        return self.finding(
            call.place.span,
            "The gradient of this square root is infinite at zero; add a small constant inside.",
            because=f"Its argument ({source.op}) can be exactly zero, and backward() passes here.",
            related=related,
        )


def _may_be_zero(value: Value) -> Tensor | None:
    given = through(value)
    if not isinstance(given, Tensor):
        return None
    inner = given
    while inner.op in _SUMS and inner.inputs:
        below = through(inner.inputs[0])
        if not isinstance(below, Tensor):
            return None
        inner = below
    return given if inner.op in _ZEROS or _is_square(inner) else None


def _is_square(tensor: Tensor) -> bool:
    if tensor.op == "pow" and len(tensor.inputs) == 2:
        power = tensor.inputs[1]
        return isinstance(power, Const) and power.value in (2, 2.0)
    return tensor.op == "mul" and len(tensor.inputs) == 2 and tensor.inputs[0] is tensor.inputs[1]
