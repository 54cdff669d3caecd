from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.program.operations import PASSING
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Place, Tensor, Value
from seismograd.source.rewrite import replace, source_of

_ELEMENTWISE = PASSING | {"add", "div", "getitem", "mul", "neg", "sub"}


class UnreducedLossBackward(Rule):
    """
    ## What it does
    Finds `loss.backward()` on a loss that was built with `reduction="none"` and that nothing
    reduced to one number.

    ## Why is this bad?
    With `reduction="none"` the loss is one value per example. PyTorch can only start from a single
    number: `backward()` stops with "grad can be implicitly created only for scalar outputs".

    ## Example
    ```python
    criterion = nn.CrossEntropyLoss(reduction="none")
    loss = criterion(net(x), y)
    loss.backward()
    ```

    ## How to fix
    ```python
    loss = criterion(net(x), y)
    loss.mean().backward()
    ```

    ## When to ignore
    Where every batch has exactly one example.

    ## References
    - PyTorch documentation of `torch.Tensor.backward`: if the tensor is non-scalar, the function
      additionally requires a gradient.
    """

    code = "SG118"
    name = "unreduced-loss-backward"
    fault_type = FaultType.LCH
    alternatives = (FaultType.API,)
    severity = Severity.ERROR
    confidence = 0.95
    needs_whole_file = True
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        unreduced = {id(loss.result): loss for loss in program.losses if _is_unreduced(loss)}
        for call in program.calls_to("*.backward") if unreduced else ():
            loss = unreduced.get(id(_behind(call.receiver)))
            if loss is not None and not call.positional and not call.keywords:
                yield self._finding(call, loss)

    def _finding(self, call: Call, loss: LossUse) -> Finding:
        return self.finding(
            call.place.span,
            'backward() on a loss with reduction="none": it is one value per example, and '
            "backward() stops with an error unless it is reduced first.",
            because="Nothing reduces the loss to one number before backward().",
            related=[Related(loss.settings["reduction"].span, "the loss is not reduced")],
            fixes=_fixes(call),
        )


def _is_unreduced(loss: LossUse) -> bool:
    reduction = loss.settings.get("reduction")
    return loss.framework == "torch" and reduction is not None and reduction.text == "none"


def _behind(value: Value | None) -> Value | None:
    """The loss behind operations that keep one value per example."""
    while isinstance(value, Tensor) and value.op in _ELEMENTWISE and value.inputs:
        if value.op == "getitem":
            return None
        value = value.inputs[0]
    return value


def _fixes(call: Call) -> list[Fix]:
    node = call.place.node
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return []
    receiver = Place(call.place.chunk, node.func.value)
    if not isinstance(receiver.node, ast.Name | ast.Attribute | ast.Call):
        return []
    edit = replace(receiver, f"{source_of(receiver)}.mean()")
    return unsafe_fix("Take the mean first", edit)
