from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.gradients import is_torch, reaches_parameters, runs_without_gradients
from seismograd.program.model import Program
from seismograd.program.operations import through
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Tensor, Value

_NORMS = frozenset({"norm", "std", "var"})
_ZEROS = frozenset({"abs", "relu", "relu6"})


class DivisionWithoutGuard(Rule):
    """
    ## What it does
    Finds a division by a norm, a standard deviation or a sum of ReLU outputs that a network
    computed, without a small constant in the divisor.

    ## Why is this bad?
    All of these can be zero: a dead ReLU layer, a constant feature, a zero vector. The quotient is
    then infinite or NaN, and so are the gradients.

    ## Example
    ```python
    embedding = z / z.norm(dim=1, keepdim=True)
    ```

    ## How to fix
    ```python
    embedding = F.normalize(z, dim=1)  # or add 1e-8 to the divisor
    ```

    ## When to ignore
    When the divisor cannot be zero, for example after an added bias.

    ## References
    - PyTorch documentation of `torch.nn.functional.normalize`, parameter `eps`.
    """

    code = "SG707"
    name = "division-without-guard"
    fault_type = FaultType.GRAPH
    severity = Severity.INFO
    confidence = 0.6
    preview = True

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.index.making("div"):
            result = call.result
            assert isinstance(result, Tensor)
            divisor = _may_be_zero(result.inputs[1]) if len(result.inputs) == 2 else None
            if divisor is None or runs_without_gradients(call) or not is_torch(divisor):
                continue
            if reaches_parameters(divisor) is True:
                yield self._finding(call, divisor)

    def _finding(self, call: Call, divisor: Tensor) -> Finding:
        place = divisor.place
        return self.finding(
            call.place.span,
            f"Division by {divisor.op}, which can be zero, without a small constant.",
            because=f"The divisor is the {divisor.op} of what a network computed.",
            related=[] if place is None else [Related(place.span, "zero is possible here")],
        )


def _may_be_zero(value: Value) -> Tensor | None:
    given = through(value)
    if not isinstance(given, Tensor):
        return None
    if given.op in _NORMS:
        return given
    inner = through(given.inputs[0]) if given.op == "sum" and given.inputs else None
    return given if isinstance(inner, Tensor) and inner.op in _ZEROS else None
