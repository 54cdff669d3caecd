from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.gradients import is_torch, runs_without_gradients
from seismograd.program.model import Program
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Tensor


class DataAttribute(Rule):
    """
    ## What it does
    Finds the use of `.data` of a tensor.

    ## Why is this bad?
    `.data` shares the numbers but hides from autograd: a change through it is not noticed, and
    gradients that need the old numbers come out wrong without an error. `detach()` gives the same
    tensor with that check, and `torch.no_grad()` is the place for updates.

    ## Example
    ```python
    scores = model(x).data
    ```

    ## How to fix
    ```python
    scores = model(x).detach()
    ```

    ## When to ignore
    In old code that is known to work.

    ## References
    - PyTorch 0.4.0 Migration Guide: "What about .data?".
    """

    code = "SG715"
    name = "data-attribute"
    fault_type = FaultType.GRAPH
    severity = Severity.HINT
    confidence = 0.8

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.calls_to("operator.getattr"):
            base = call.receiver
            if isinstance(base, Tensor) and _is_tracked(base) and not runs_without_gradients(call):
                yield self._finding(call)

    def _finding(self, call: Call) -> Finding:
        return self.finding(
            call.place.span,
            ".data hides from autograd; use detach(), or torch.no_grad() for an update.",
            because="The attribute data of a tensor with gradients is read.",
        )


def _is_tracked(tensor: Tensor) -> bool:
    return tensor.op == "parameter" or (tensor.call is not None and is_torch(tensor))
