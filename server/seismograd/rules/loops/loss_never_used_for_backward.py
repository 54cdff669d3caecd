from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.gradients import gradient_start
from seismograd.program.model import LossUse, Program
from seismograd.rules.loops._losses import assigned_name, reaches
from seismograd.rules.loops._round import Round, rounds
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Function, Tensor


class LossNeverUsedForBackward(Rule):
    """
    ## What it does
    Finds a loss that is computed in a training loop, given a name, and never used again, while
    `backward()` starts from something else.

    ## Why is this bad?
    The loss has no influence on training. Usually a term was forgotten in the sum, or the wrong
    variable was differentiated.

    ## Example
    ```python
    class_loss = criterion(scores, labels)
    box_loss = F.smooth_l1_loss(boxes, targets)
    class_loss.backward()
    ```

    ## How to fix
    ```python
    (class_loss + box_loss).backward()
    ```

    ## When to ignore
    When the name is kept for a debugger.

    ## References
    - PyTorch documentation of `torch.Tensor.backward`.
    """

    code = "SG225"
    name = "loss-never-used-for-backward"
    fault_type = FaultType.LOOP
    alternatives = (FaultType.LCH,)
    severity = Severity.WARNING
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program):
            starts = [gradient_start(step.call) for step in one.of_kind("backward")]
            if not starts or not all(isinstance(start, Tensor) for start in starts):
                continue
            for loss in one.training.losses:
                if not any(reaches(start, loss.result) for start in starts):
                    yield from self._unused(one, loss)

    def _unused(self, one: Round, loss: LossUse) -> Iterator[Finding]:
        name = assigned_name(loss)
        if name is None or _is_read(loss, name) or _is_passed(one, loss):
            return
        backward = one.of_kind("backward")[-1]
        yield self.finding(
            loss.place.span,
            f"{name} is computed but has no part in training: backward() starts from something "
            "else and nothing reads it.",
            because="The value is not part of what backward() is called on, and its name is not "
            "read anywhere.",
            related=[Related(backward.place.span, "backward() starts here")],
        )


def _is_read(loss: LossUse, name: str) -> bool:
    assert loss.call is not None
    function = loss.call.function
    scope: list[ast.AST] = [*loss.call.place.chunk.statements]
    if isinstance(function, Function):
        scope = [function.node]
    else:
        document = loss.call.place.chunk.document
        scope = [s for chunk in document.chunks for s in chunk.statements]
    return any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
        for part in scope
        for node in ast.walk(part)
    )


def _is_passed(one: Round, loss: LossUse) -> bool:
    return any(one.program.index.given(loss.result))
