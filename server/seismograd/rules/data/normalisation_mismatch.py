from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program
from seismograd.rules.data._splits import Pipeline, pipelines
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Object, Sequence, number


class NormalisationMismatch(Rule):
    """
    ## What it does
    Compares the `Normalize` step of training and test transforms of the same data set: missing in
    one of them, or with other numbers.

    ## Why is this bad?
    The network is measured on inputs that are shifted against those it was trained on.

    ## Example
    ```python
    train_set = CIFAR10(root, train=True, transform=Compose([ToTensor(), Normalize(mean, std)]))
    test_set = CIFAR10(root, train=False, transform=ToTensor())
    ```

    ## How to fix
    ```python
    transform = Compose([ToTensor(), Normalize(mean, std)])
    train_set = CIFAR10(root, train=True, transform=transform)
    test_set = CIFAR10(root, train=False, transform=transform)
    ```

    ## When to ignore
    When the two sets were stored in different ranges.

    ## References
    - Breck et al.: Data validation for machine learning (2019), on training-serving skew
    """

    code = "SG608"
    name = "normalisation-mismatch"
    fault_type = FaultType.CPP
    severity = Severity.ERROR
    confidence = 0.92

    def check(self, program: Program) -> Iterator[Finding]:
        found = pipelines(program)
        for train in (item for item in found if item.role == "train"):
            for test in (item for item in found if item.role == "test"):
                if train.call.path == test.call.path and _differ(train, test):
                    yield self._finding(train, test)

    def _finding(self, train: Pipeline, test: Pipeline) -> Finding:
        lacking = not train.find("Normalize") or not test.find("Normalize")
        return self.finding(
            test.place.span,
            "Training and test data are "
            + ("not both normalised." if lacking else "normalised with different numbers."),
            because="The transforms of both splits were compared.",
            related=[Related(train.place.span, "the training data")],
        )


def _differ(train: Pipeline, test: Pipeline) -> bool:
    left, right = train.find("Normalize"), test.find("Normalize")
    if bool(left) != bool(right):
        return True
    if not left:
        return False
    numbers = _numbers(left[0]), _numbers(right[0])
    return None not in numbers and numbers[0] != numbers[1]


def _numbers(step: Object) -> tuple[float | None, ...] | None:
    values: list[float | None] = []
    for index, name in enumerate(("mean", "std")):
        given = step.call.value(index, name)
        if not isinstance(given, Sequence) or given.open:
            return None
        values.extend(number(item) for item in given.items)
    return None if None in values else tuple(values)
