from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program
from seismograd.program.torch.datasets import transform_steps
from seismograd.rules.data._splits import class_name
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Object


class NormaliseBeforeToTensor(Rule):
    """
    ## What it does
    Finds a composed transform in which `Normalize` stands before `ToTensor`.

    ## Why is this bad?
    `Normalize` works on tensors; before `ToTensor` there is an image, and loading fails.

    ## Example
    ```python
    transform = Compose([Normalize((0.5,), (0.5,)), ToTensor()])
    ```

    ## How to fix
    ```python
    transform = Compose([ToTensor(), Normalize((0.5,), (0.5,))])
    ```

    ## When to ignore
    Never.

    ## References
    - torchvision documentation of `Normalize`: it does not support PIL images
    """

    code = "SG609"
    name = "normalise-before-to-tensor"
    fault_type = FaultType.CPP
    severity = Severity.ERROR
    confidence = 0.97

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.index.named("Compose"):
            if not isinstance(call.result, Object):
                continue
            steps = [
                step for step in transform_steps(call.result) or [] if isinstance(step, Object)
            ]
            names = [class_name(step) for step in steps]
            if "Normalize" not in names or "ToTensor" not in names:
                continue
            early, late = steps[names.index("Normalize")], steps[names.index("ToTensor")]
            if names.index("Normalize") < names.index("ToTensor") and early.place and late.place:
                yield self.finding(
                    early.place.span,
                    "Normalize comes before ToTensor, but it needs a tensor.",
                    because="The steps of a composed transform run in order.",
                    related=[Related(late.place.span, "becomes a tensor here")],
                )
