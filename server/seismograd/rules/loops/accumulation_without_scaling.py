from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.gradients import followed, gradient_start
from seismograd.program.model import Program, Step
from seismograd.rules.loops._round import Round, rounds
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Tensor

_SCALING = frozenset({"div", "floordiv", "mul", "sum"})


class AccumulationWithoutScaling(Rule):
    """
    ## What it does
    Finds gradient accumulation (a step every few batches) in which the loss is not divided by the
    number of batches.

    ## Why is this bad?
    The gradients of several batches are added up, so the step is as many times larger as with one
    batch: the effective learning rate grows with the number of accumulated batches.

    ## Example
    ```python
    loss.backward()
    if (i + 1) % 4 == 0:
        optimizer.step()
        optimizer.zero_grad()
    ```

    ## How to fix
    ```python
    (loss / 4).backward()
    ```

    ## When to ignore
    When the learning rate was chosen with the sum in mind, or with Adam-like optimisers, which
    are nearly indifferent to the scale of gradients.

    ## References
    - PyTorch documentation, "Automatic Mixed Precision examples", gradient accumulation.
    """

    code = "SG220"
    name = "accumulation-without-scaling"
    fault_type = FaultType.HLR
    alternatives = (FaultType.LOOP,)
    severity = Severity.INFO
    confidence = 0.7
    preview = True

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program):
            steps = [step for step in one.of_kind("step") if _every_few(one, step)]
            for backward in one.of_kind("backward"):
                if steps and one.conditions.always(backward.call) and _is_unscaled(backward):
                    yield self._finding(backward, steps[0])

    def _finding(self, backward: Step, step: Step) -> Finding:
        return self.finding(
            backward.place.span,
            "Gradients of several batches are added up, but the loss is not divided by their "
            "number: steps are that many times larger.",
            because="The optimiser steps only every few rounds and the loss is used as it is.",
            related=[Related(step.place.span, "steps only every few rounds")],
        )


def _every_few(one: Round, step: Step) -> bool:
    """Whether a step depends on a remainder, as in `if i % 4 == 0`."""
    return any(
        isinstance(node, ast.If)
        and any(isinstance(part, ast.BinOp) and isinstance(part.op, ast.Mod)
                for part in ast.walk(node.test))
        for node, _ in one.conditions.of(step.call)
    )  # fmt: skip


def _is_unscaled(backward: Step) -> bool:
    value = gradient_start(backward.call)
    if not isinstance(value, Tensor):
        return False
    above: list[Tensor] = []
    for tensor in followed(value):
        if tensor.op.startswith("loss:"):
            reduction = tensor.call.value(None, "reduction") if tensor.call else None
            return reduction is None and not any(t.op in _SCALING for t in above)
        above.append(tensor)
    return False
