from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import LossUse, Program
from seismograd.program.operations import chain
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Place, Tensor, number

_CLASS_LOSSES = frozenset(
    {"bce", "bce_with_logits", "cross_entropy", "hinge", "nll", "sparse_cross_entropy"}
)


class ScaledLabels(Rule):
    """
    ## What it does
    Finds class labels that were divided by a number on their way into a classification loss.

    ## Why is this bad?
    Labels are names, not quantities. Divided by 255, classes 0 to 9 become fractions that are all
    cast to class 0: the network learns to answer 0.

    ## Example
    ```python
    x_train, y_train = x_train / 255, y_train / 255
    model.compile("adam", loss="sparse_categorical_crossentropy")
    ```

    ## How to fix
    ```python
    x_train = x_train / 255
    ```

    ## When to ignore
    Never for integer labels; soft labels that are normalised to sum up to one are not meant.

    ## References
    - Keras documentation of `SparseCategoricalCrossentropy`: labels are provided as integers
    """

    code = "SG603"
    name = "scaled-labels"
    fault_type = FaultType.CPP
    severity = Severity.ERROR
    confidence = 0.95

    def check(self, program: Program) -> Iterator[Finding]:
        for loss in program.losses:
            if loss.kind not in _CLASS_LOSSES:
                continue
            for step in chain(loss.target):
                amount = (
                    number(step.inputs[1]) if step.op == "div" and len(step.inputs) > 1 else None
                )
                if amount is not None and abs(amount) > 1 and _from_labels(step) and step.place:
                    yield self._finding(loss, step.place, amount)

    def _finding(self, loss: LossUse, place: Place, amount: float) -> Finding:
        return self.finding(
            place.span,
            f"Class labels are divided by {amount:g}: they become fractions, and as classes all of "
            "them are 0.",
            because="The result is used as the target of a classification loss.",
            related=[Related(loss.place.span, f"the loss {loss.kind}")],
        )


def _from_labels(step: Tensor) -> bool:
    """Whether what is divided was loaded as labels, one-hot vectors and averages excluded."""
    steps = chain(step)
    return steps[0].op == "labels" and not any(s.op in ("one_hot", "sum", "mean") for s in steps)
