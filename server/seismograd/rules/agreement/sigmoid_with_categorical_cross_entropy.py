from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.rules.activation_edits import other_name_edit
from seismograd.rules.agreement._labels import labels_of
from seismograd.rules.agreement._outputs import CATEGORICAL, Output, outputs
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule


class SigmoidWithCategoricalCrossEntropy(Rule):
    """
    ## What it does
    Finds a categorical cross-entropy over probabilities whose input comes from a sigmoid with
    several units. It is a warning where the labels are known to name one class per example, and
    a remark otherwise.

    ## Why is this bad?
    A sigmoid treats every unit by itself, so the values do not sum to one. The loss looks only at
    the unit of the right class (Keras divides by the sum first): for one class per example a
    softmax is meant, for several classes per example a binary cross-entropy.

    ## Example
    ```python
    model.add(Dense(10, activation="sigmoid"))
    model.compile(loss="categorical_crossentropy", optimizer="adam")
    ```

    ## How to fix
    One class per example:
    ```python
    model.add(Dense(10, activation="softmax"))
    model.compile(loss="categorical_crossentropy", optimizer="adam")
    ```
    Several classes per example: keep the sigmoid and use `binary_crossentropy`.

    ## When to ignore
    Where independent scores that are normalised by the loss are wanted on purpose.

    ## References
    - Keras documentation of `keras.losses.CategoricalCrossentropy`.
    - "Deep Learning" (Goodfellow, Bengio, Courville), section 6.2.2 on output units.
    """

    code = "SG108"
    name = "sigmoid-with-categorical-cross-entropy"
    fault_type = FaultType.ACH
    alternatives = (FaultType.LCH,)
    severity = Severity.WARNING
    confidence = 0.85
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            probabilities = loss.kind in CATEGORICAL and loss.expects == "probabilities"
            sigmoid = output.function in ("hard_sigmoid", "sigmoid")
            if probabilities and sigmoid and output.units != 1:
                yield self._finding(program, loss, output)

    def _finding(self, program: Program, loss: LossUse, output: Output) -> Finding:
        labels = labels_of(loss, program)
        single = loss.labels == "integer" or (labels is not None and labels.is_single)
        return self.finding(
            output.place.span,
            f"{output.function} treats each class by itself, but the categorical cross-entropy "
            "expects probabilities that sum to one: use softmax for one class per example.",
            because=f"The output function is {output.function} and the loss is categorical.",
            related=[Related(loss.built_at.span, "the categorical loss")],
            layer=output.index,
            severity=None if single else Severity.INFO,
            fixes=_fixes(output) if single else [],
        )


def _fixes(output: Output) -> list[Fix]:
    edit = other_name_edit(output.tensor, "softmax")
    return unsafe_fix("Use softmax", edit)
