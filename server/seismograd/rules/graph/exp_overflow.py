from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program
from seismograd.program.operations import LEARNED, through
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Tensor, Unknown, Value

_EXP = frozenset({"exp", "exponential"})
_SCORES = LEARNED | {"data", "dot", "einsum", "input", "matmul", "unknown"}


class ExpOverflow(Rule):
    """
    ## What it does
    Finds a softmax written by hand, `exp(x) / exp(x).sum()`, without taking the maximum away
    first.

    ## Why is this bad?
    `exp` overflows for scores above 88 in single precision, above 11 in half precision. The
    quotient is then NaN, and so are the gradients.

    ## Example
    ```python
    p = torch.exp(scores) / torch.exp(scores).sum(dim=1, keepdim=True)
    ```

    ## How to fix
    ```python
    p = torch.softmax(scores, dim=1)
    ```

    ## When to ignore
    When scores are known to be small.

    ## References
    - Goodfellow, Bengio, Courville: "Deep Learning", section 4.1, overflow and underflow.
    """

    code = "SG718"
    name = "exp-overflow"
    fault_type = FaultType.GRAPH
    alternatives = (FaultType.ACH,)
    severity = Severity.INFO
    confidence = 0.85

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.index.making("div"):
            result = call.result
            assert isinstance(result, Tensor)
            exponential = _handmade(result)
            if exponential is not None:
                yield self._finding(call, exponential)

    def _finding(self, call: Call, exponential: Tensor) -> Finding:
        place = exponential.place
        return self.finding(
            call.place.span,
            "A softmax by hand without taking the maximum away: exp overflows for large scores. "
            "Use the library's softmax.",
            because="exp of the scores is divided by its own sum.",
            related=[] if place is None else [Related(place.span, "overflows here")],
        )


def _handmade(quotient: Tensor) -> Tensor | None:
    above = through(quotient.inputs[0]) if quotient.inputs else None
    below = through(quotient.inputs[1]) if len(quotient.inputs) == 2 else None
    if not isinstance(above, Tensor) or above.op not in _EXP or not isinstance(below, Tensor):
        return None
    summed = through(below.inputs[0]) if below.op == "sum" and below.inputs else None
    if not isinstance(summed, Tensor) or summed.op not in _EXP:
        return None
    same = summed is above or (
        bool(above.inputs) and bool(summed.inputs) and above.inputs[0] is summed.inputs[0]
    )
    return above if same and above.inputs and _are_scores(above.inputs[0]) else None


def _are_scores(value: Value, depth: int = 0) -> bool:
    """Raw scores, which may be of any size, also divided by a temperature; a parameter of a
    function is taken for that."""
    given = through(value)
    if isinstance(given, Unknown):
        return bool(given.hint)
    if not isinstance(given, Tensor) or depth > 4:
        return False
    if given.op in ("div", "mul", "add") and given.inputs:
        return _are_scores(given.inputs[0], depth + 1)
    return given.op in _SCORES
