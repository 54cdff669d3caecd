from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.rules.agreement._labels import Labels, labels_of
from seismograd.rules.agreement._loss_edits import loss_name_fixes
from seismograd.rules.agreement._metrics import measures_accuracy
from seismograd.rules.agreement._outputs import REGRESSION, Output, outputs
from seismograd.rules.rule import FixAvailability, Rule

_CATEGORICAL = dict.fromkeys(
    ("mae", "mean_absolute_error", "mean_squared_error", "mse"), "categorical_crossentropy"
)


class RegressionLossOnClassOutput(Rule):
    """
    ## What it does
    Finds a regression loss (mean squared or absolute error and their kin) where classes are
    learnt: the network ends in a softmax, or it is trained on one-hot labels with accuracy as
    the metric and a linear last layer.

    ## Why is this bad?
    Behind a softmax the gradient of a squared or absolute error almost vanishes just where the
    network is sure and wrong, so training is slow and stalls. With a linear last layer large
    learning rates make the values diverge. A cross-entropy has neither problem.

    ## Example
    ```python
    y_train = to_categorical(y_train, 10)
    model.add(Dense(10, activation="softmax"))
    model.compile(loss="mean_absolute_error", optimizer="adam", metrics=["accuracy"])
    ```

    ## How to fix
    ```python
    model.add(Dense(10, activation="softmax"))
    model.compile(loss="categorical_crossentropy", optimizer="adam", metrics=["accuracy"])
    ```

    ## When to ignore
    Where the Brier score is the aim, or soft targets of another network are matched.

    ## References
    - "Understanding the difficulty of training deep feedforward neural networks" (Glorot and
      Bengio, 2010), section 4.1 on the cost function.
    - "Deep Learning" (Goodfellow, Bengio, Courville), section 6.2.1.
    """

    code = "SG112"
    name = "regression-loss-on-class-output"
    fault_type = FaultType.LCH
    alternatives = (FaultType.ACH,)
    severity = Severity.WARNING
    confidence = 0.8
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            if loss.kind not in REGRESSION or output.units == 1:
                continue
            labels = labels_of(loss, program)
            if labels is None or labels.is_made_up:
                continue
            if _learns_classes(program, loss, output, labels):
                yield self._finding(loss, output, labels)

    def _finding(self, loss: LossUse, output: Output, labels: Labels) -> Finding:
        softmax = output.function == "softmax"
        made = "a softmax" if softmax else "a linear layer"
        related = [Related(output.place.span, "the output")]
        if labels.place is not None:
            related.append(Related(labels.place.span, "the labels are classes"))
        return self.finding(
            loss.built_at.span,
            f"The regression loss {loss.kind} on {made} that learns classes: wrong answers give "
            "small gradients and training stalls. Use a cross-entropy.",
            because=f"The labels are {labels.encoding.replace('_', '-')} and the output function "
            f"is {output.function}.",
            related=related,
            layer=None if softmax else output.index,
            fixes=loss_name_fixes(loss, _CATEGORICAL) if softmax else [],
        )


def _learns_classes(program: Program, loss: LossUse, output: Output, labels: Labels) -> bool:
    if output.function == "softmax":
        return labels.is_single
    counted = labels.encoding == "one_hot" and measures_accuracy(program, loss)
    return output.function == "linear" and counted
