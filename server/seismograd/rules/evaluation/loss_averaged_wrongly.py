from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import LossUse, Program
from seismograd.program.operations import PASSING
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Member, Object, Tensor, Value

_SUMMING = PASSING | {"add", "detach", "item", "numpy"}


class LossAveragedWrongly(Rule):
    """
    ## What it does
    Finds a sum of mean batch losses that is divided by the number of examples instead of the
    number of batches.

    ## Why is this bad?
    The loss of a batch is already a mean over its examples. Dividing the sum by the number of
    examples gives a value that is too small by the batch size; runs with different batch sizes
    cannot be compared, and thresholds on the loss mean something else.

    ## Example
    ```python
    for x, y in loader:
        total += criterion(net(x), y).item()
    print(total / len(loader.dataset))
    ```

    ## How to fix
    ```python
    for x, y in loader:
        total += criterion(net(x), y).item() * x.size(0)
    print(total / len(loader.dataset))
    ```
    Or divide by `len(loader)`.

    ## When to ignore
    Where only the course of the value is looked at.

    ## References
    - PyTorch documentation, "Loss Functions", argument `reduction`.
    """

    code = "SG814"
    name = "loss-averaged-wrongly"
    fault_type = FaultType.MET
    severity = Severity.INFO
    confidence = 0.85
    preview = True

    def check(self, program: Program) -> Iterator[Finding]:
        means = {id(loss.result): loss for loss in program.losses if _is_mean(loss)}
        for call in program.calls_to("operator.div"):
            summed, length = (argument.value for argument in call.positional[:2])
            loss = means.get(id(_loss_behind(summed)))
            if loss is not None and _is_example_count(length):
                yield self._finding(call, loss)

    def _finding(self, call: Call, loss: LossUse) -> Finding:
        return self.finding(
            call.place.span,
            "A sum of batch means is divided by the number of examples: the result is too small "
            "by the batch size. Divide by the number of batches.",
            because="Each summand is a loss with the default reduction, the mean.",
            related=[Related(loss.place.span, "already a mean over the batch")],
        )


def _is_mean(loss: LossUse) -> bool:
    reduction = loss.settings.get("reduction")
    return loss.framework == "torch" and (reduction is None or reduction.text == "mean")


def _loss_behind(value: Value | None) -> Value | None:
    """The one loss that a running sum adds up."""
    while isinstance(value, Tensor) and value.op in _SUMMING:
        tensors = [one for one in value.inputs if isinstance(one, Tensor)]
        value = tensors[0] if len(tensors) == 1 else None
    return value


def _is_example_count(value: Value) -> bool:
    if not isinstance(value, Object) or value.path != "builtins.len" or not value.call.positional:
        return False
    counted = value.call.positional[0].value
    return isinstance(counted, Member) and counted.name == "dataset"
