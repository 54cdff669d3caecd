from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.gradients import passes_learned_layer, runs_without_gradients
from seismograd.program.model import Program
from seismograd.program.operations import through
from seismograd.rules.graph._probabilities import is_written_as_one
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Const, Tensor, Value

_MAY_BE_ZERO = {
    "relu": "relu gives exact zeros",
    "relu6": "relu6 gives exact zeros",
    "hard_sigmoid": "a hard sigmoid gives exact zeros",
    "sparsemax": "sparsemax gives exact zeros",
    "softmax": "a softmax rounds to zero for unlikely classes",
    "sigmoid": "a sigmoid rounds to zero for strongly negative scores",
}
_ROUNDS_TO_ONE = frozenset({"sigmoid", "softmax"})


class LogWithoutGuard(Rule):
    """
    ## What it does
    Finds a logarithm of something that can be exactly zero: the output of a ReLU, a probability
    that a network computed, or one minus such a probability, without a clamp or a small constant.

    ## Why is this bad?
    Probabilities round to 0 or 1 in floating point. The logarithm is then minus infinity and its
    gradient infinite or NaN; one such value makes all weights NaN.

    ## Example
    ```python
    p = model(x)  # ends in a sigmoid
    loss = -(y * torch.log(p) + (1 - y) * torch.log(1 - p)).mean()
    ```

    ## How to fix
    Use the loss that works on raw scores (`F.binary_cross_entropy_with_logits`,
    `F.cross_entropy`), or guard the logarithm: `torch.log(p.clamp_min(1e-8))`.

    ## When to ignore
    When something else keeps the value away from zero.

    ## References
    - PyTorch documentation of `torch.nn.BCEWithLogitsLoss`: the log-sum-exp trick for numerical
      stability.
    """

    code = "SG705"
    name = "log-without-guard"
    fault_type = FaultType.LCH
    alternatives = (FaultType.GRAPH,)
    severity = Severity.WARNING
    confidence = 0.85

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.index.making("log"):
            result = call.result
            assert isinstance(result, Tensor)
            reason = None if runs_without_gradients(call) else _reason(result)
            if reason is not None and not is_written_as_one(result):
                yield self._finding(call, *reason)

    def _finding(self, call: Call, source: Tensor, reason: str) -> Finding:
        related = [] if source.place is None else [Related(source.place.span, f"{source.op} here")]
        return self.finding(
            call.place.span,
            f"log without a guard: {reason}, and the logarithm becomes minus infinity.",
            because=f"The argument comes from {source.op} with nothing that keeps it above zero.",
            related=related,
            severity=None if passes_learned_layer(source) else Severity.INFO,
        )


def _reason(log: Tensor) -> tuple[Tensor, str] | None:
    given = through(log.inputs[0] if log.inputs else None, "gather")
    if not isinstance(given, Tensor):
        return None
    if given.op in _MAY_BE_ZERO:
        return given, _MAY_BE_ZERO[given.op]
    inner = _one_minus(given)
    if isinstance(inner, Tensor) and inner.op in _ROUNDS_TO_ONE:
        return inner, f"1 - {inner.op} rounds to zero for confident scores"
    return None


def _one_minus(tensor: Tensor) -> Value | None:
    """What is taken away from one."""
    if tensor.op != "sub" or len(tensor.inputs) != 2:
        return None
    one = tensor.inputs[0]
    is_one = isinstance(one, Const) and one.value in (1, 1.0)
    return through(tensor.inputs[1], "gather") if is_one else None
