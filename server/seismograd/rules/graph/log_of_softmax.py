from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.gradients import is_torch, runs_without_gradients
from seismograd.program.model import Program
from seismograd.rules.graph._probabilities import ONE_STEP, is_written_as_one
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Place, Tensor
from seismograd.source.rewrite import source_of


class LogOfSoftmax(Rule):
    """
    ## What it does
    Finds a logarithm taken right on a softmax or a sigmoid.

    ## Why is this bad?
    In two steps the probability first rounds to zero and the logarithm then gives minus infinity,
    with NaN gradients behind it. In one step (`log_softmax`, `logsigmoid`) the result is exact and
    finite.

    ## Example
    ```python
    log_p = torch.log(F.softmax(scores, dim=1))
    ```

    ## How to fix
    ```python
    log_p = F.log_softmax(scores, dim=1)
    ```

    ## When to ignore
    When scores are known to be small.

    ## References
    - PyTorch documentation of `torch.nn.functional.log_softmax`: "doing these two operations
      separately is slower and numerically unstable".
    """

    code = "SG713"
    name = "log-of-softmax"
    fault_type = FaultType.LCH
    alternatives = (FaultType.GRAPH,)
    severity = Severity.WARNING
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.index.making("log"):
            result = call.result
            assert isinstance(result, Tensor)
            if is_written_as_one(result) and not runs_without_gradients(call):
                inner = result.inputs[0]
                assert isinstance(inner, Tensor)
                yield self._finding(call, inner)

    def _finding(self, call: Call, inner: Tensor) -> Finding:
        better = ONE_STEP[inner.op]
        related = [] if inner.place is None else [Related(inner.place.span, f"{inner.op} here")]
        return self.finding(
            call.place.span,
            f"log of {inner.op} in two steps becomes minus infinity where the probability rounds "
            f"to zero; {better} is exact.",
            because=f"The logarithm is taken right on the result of {inner.op}.",
            related=related,
            fixes=_fixes(call, inner),
        )


def _fixes(call: Call, inner: Tensor) -> list[Fix]:
    """`torch.log(F.softmax(x, dim=1))` to `F.log_softmax(x, dim=1)`, where both stand together."""
    made = inner.call
    node = None if made is None else made.place.node
    if made is None or not isinstance(node, ast.Call) or not _is_inside(call, node):
        return []
    function = node.func
    plain = made.path in ("torch.nn.functional.softmax", "torch.softmax", "Tensor.softmax")
    if not isinstance(function, ast.Attribute) or not plain or call.path == "torch.log2":
        return []
    if call.method != "log" or not (made.path == "Tensor.softmax" or is_torch(inner)):
        return []
    head = source_of(Place(call.place.chunk, function.value))
    rest = source_of(made.place)[len(source_of(Place(call.place.chunk, function))) :]
    text = f"{head}.log_softmax{rest}"
    return [Fix("Use log_softmax", Safety.SAFE, (Edit(call.place.span, text),))]


def _is_inside(call: Call, inner: ast.Call) -> bool:
    """Whether the softmax is the argument, or the receiver, of the log itself."""
    node = call.place.node
    if not isinstance(node, ast.Call):
        return False
    given = node.args[0] if node.args else getattr(node.func, "value", None)
    return given is inner
