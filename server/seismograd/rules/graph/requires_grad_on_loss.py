from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.attribute_writes import sets_attribute
from seismograd.program.gradients import reaches_parameters
from seismograd.program.model import Program
from seismograd.rules.graph._backward import backward_calls, loop_data
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Const, Tensor, Value


class RequiresGradOnLoss(Rule):
    """
    ## What it does
    Finds `requires_grad_()` or `requires_grad = True` on a computed loss, right before
    `backward()`.

    ## Why is this bad?
    A loss that comes from a network requires gradients by itself. Where the flag is needed to make
    `backward()` run, the graph was cut earlier: the error is silenced, `backward()` stops at the
    loss, and the network is never trained.

    ## Example
    ```python
    loss = criterion(predictions, y)
    loss.requires_grad_(True)
    loss.backward()
    ```

    ## How to fix
    Take the line out and mend the place where the graph is cut (`detach()`, `.item()`, `argmax`,
    `.numpy()`, `torch.tensor(...)`).

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation of `torch.Tensor.requires_grad_`.
    """

    code = "SG716"
    name = "requires-grad-on-loss"
    fault_type = FaultType.GRAPH
    severity = Severity.WARNING
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.index.named("requires_grad_", "setattr"):
            flagged = _flagged(call)
            if flagged is None:
                continue
            for backward, start in backward_calls(program):
                if start is call.result or start is flagged:
                    yield self._finding(call, backward, flagged, loop_data(program))
                    break

    def _finding(self, call: Call, backward: Call, loss: Tensor, data: set[int]) -> Finding:
        cut = reaches_parameters(loss, data) is False
        return self.finding(
            call.place.span,
            _message(call, cut),
            because="The loss is the result of operations, and backward() starts from it.",
            related=[Related(backward.place.span, "backward() starts here")],
            severity=Severity.ERROR if cut else None,
        )


def _message(call: Call, cut: bool) -> str:
    silences = "requires_grad on a computed loss only silences the error: "
    if cut:
        return silences + "its graph is cut before, and the network is not trained."
    if sets_attribute(call, "requires_grad"):
        return (
            "requires_grad = True on a computed loss raises an error: only leaves of the graph "
            "take it, and a loss of a network has it anyway."
        )
    return silences + "a loss of a network has it anyway."


def _flagged(call: Call) -> Tensor | None:
    """The computed tensor that a call marks as requiring gradients."""
    by_name = sets_attribute(call, "requires_grad")
    if not by_name and call.method != "requires_grad_":
        return None
    value = call.receiver
    flag = call.positional[1].value if by_name else call.value(0, "requires_grad")
    if not isinstance(value, Tensor) or not _is_true(flag):
        return None
    computed = bool(value.inputs) and value.op != "parameter"
    return value if computed and _is_scalar(value) else None


def _is_true(value: Value | None) -> bool:
    return value is None or (isinstance(value, Const) and value.value is True)


def _is_scalar(tensor: Tensor) -> bool:
    """A loss, a mean or a sum, not an input that is prepared."""
    return tensor.op.startswith("loss:") or tensor.op in ("mean", "sum") or tensor.shape == ()
