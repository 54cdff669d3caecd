from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program
from seismograd.rules.data._generators import generator_place, measured_flows, random_changes
from seismograd.rules.data._splits import class_name, is_random, pipelines
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Place


class AugmentedTestData(Rule):
    """
    ## What it does
    Finds random transforms in the preparation of test or validation data.

    ## Why is this bad?
    The measured score is that of distorted examples, and it changes from run to run.

    ## Example
    ```python
    test_set = CIFAR10(root, train=False, transform=Compose([RandomCrop(32, 4), ToTensor()]))
    ```

    ## How to fix
    ```python
    test_set = CIFAR10(root, train=False, transform=ToTensor())
    ```

    ## When to ignore
    Test-time augmentation, where several distorted copies are averaged on purpose.

    ## References
    - torchvision documentation: transforming and augmenting images
    - Keras documentation of `ImageDataGenerator`: the validation data has a generator of its own
    """

    code = "SG607"
    name = "augmented-test-data"
    fault_type = FaultType.CPP
    severity = Severity.WARNING
    confidence = 0.88

    def check(self, program: Program) -> Iterator[Finding]:
        yield from self._transformed(program)
        for flow in measured_flows(program):
            names = ", ".join(random_changes(flow))
            if names:
                yield self._finding(
                    flow.place, names, [Related(generator_place(flow).span, "random")]
                )

    def _transformed(self, program: Program) -> Iterator[Finding]:
        for pipeline in pipelines(program):
            random = [step for step in pipeline.steps if is_random(step)]
            if pipeline.role != "test" or not random:
                continue
            names = ", ".join(class_name(step) for step in random)
            related = [Related(step.place.span, "random") for step in random if step.place]
            yield self._finding(pipeline.place, names, related)

    def _finding(self, place: Place, names: str, related: list[Related]) -> Finding:
        return self.finding(
            place.span,
            f"Test data is distorted at random ({names}): the score is not that of the data.",
            because="The data is measured on, and what prepares it is random.",
            related=related,
        )
