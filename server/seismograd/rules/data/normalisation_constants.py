from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.program.torch.datasets import IMAGE_SETS, dataset_name
from seismograd.rules.data._splits import Pipeline, pipelines
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Object, Sequence, number


class NormalisationConstants(Rule):
    """
    ## What it does
    Looks at the numbers of `Normalize` after `ToTensor`: a mean above 1 (given for pixels up to
    255), a standard deviation of zero, or more channels than the images have.

    ## Why is this bad?
    `ToTensor` already brings pixels to 0 to 1. Subtracting 127 from them leaves a constant, a
    deviation of zero divides by zero, and a wrong number of channels fails when loading.

    ## Example
    ```python
    transform = Compose([ToTensor(), Normalize((127.5,), (127.5,))])
    ```

    ## How to fix
    ```python
    transform = Compose([ToTensor(), Normalize((0.5,), (0.5,))])
    ```

    ## When to ignore
    When a step in between changes the range back.

    ## References
    - torchvision documentation of `ToTensor` and `Normalize`
    """

    code = "SG614"
    name = "normalisation-constants"
    fault_type = FaultType.CPP
    severity = Severity.ERROR
    confidence = 0.92

    def check(self, program: Program) -> Iterator[Finding]:
        for pipeline in pipelines(program):
            if not pipeline.find("ToTensor"):
                continue
            for step in pipeline.find("Normalize"):
                problem = _problem(pipeline, step)
                if problem is not None and step.place is not None:
                    yield self.finding(
                        step.place.span, problem, because="ToTensor gives values from 0 to 1."
                    )


def _problem(pipeline: Pipeline, step: Object) -> str | None:
    means = _listed(step, 0, "mean")
    deviations = _listed(step, 1, "std")
    if any(mean is not None and abs(mean) > 1 for mean in means):
        return "The mean is given for pixels up to 255, but ToTensor has brought them to 0 to 1."
    if 0 in deviations:
        return "A standard deviation of 0 divides by zero."
    name = dataset_name(pipeline.call.result)
    channels = None if name is None else IMAGE_SETS[name][0][0]
    changed = pipeline.find("Grayscale", "Lambda")
    if channels == 1 and len(means) > 1 and not changed:
        return f"{len(means)} means for images of one channel: loading fails."
    return None


def _listed(step: Object, index: int, name: str) -> list[float | None]:
    given = step.call.value(index, name)
    if isinstance(given, Sequence) and not given.open:
        return [number(item) for item in given.items]
    return [number(given)]
