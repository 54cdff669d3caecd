from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.rules.activation_edits import other_name_edit
from seismograd.rules.agreement._loss_edits import logits_fixes
from seismograd.rules.agreement._outputs import CATEGORICAL, UNBOUNDED, Output, outputs
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.rewrite import set_argument


class RawScoresIntoCategoricalCrossEntropy(Rule):
    """
    ## What it does
    Finds a Keras categorical or sparse categorical cross-entropy without `from_logits=True` whose
    input is no probability distribution: the last layer is linear, or has an activation such as
    relu, tanh or softsign.

    ## Why is this bad?
    The loss takes the logarithm of what it gets. Negative values are clipped to almost zero, and
    where values are clipped no gradient flows. The loss stays large or becomes NaN, and the
    accuracy stays near chance.

    ## Example
    ```python
    model.add(Dense(10))
    model.compile(loss="categorical_crossentropy", optimizer="adam")
    ```

    ## How to fix
    ```python
    model.add(Dense(10, activation="softmax"))
    model.compile(loss="categorical_crossentropy", optimizer="adam")
    ```
    Or keep the raw scores and say so:
    `loss=keras.losses.CategoricalCrossentropy(from_logits=True)`.

    ## When to ignore
    Where the values are made probabilities in a way that cannot be seen in the source.

    ## References
    - Keras documentation of `keras.losses.CategoricalCrossentropy`, argument `from_logits`.
    - "Repairing Deep Neural Networks: Fix Patterns and Challenges" (Islam et al., ICSE 2020).
    """

    code = "SG106"
    name = "raw-scores-into-categorical-cross-entropy"
    fault_type = FaultType.ACH
    alternatives = (FaultType.AAL, FaultType.LCH)
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            takes_logarithm = loss.kind in CATEGORICAL and loss.expects == "probabilities"
            if takes_logarithm and output.function in UNBOUNDED and output.units != 1:
                yield self._finding(loss, output)

    def _finding(self, loss: LossUse, output: Output) -> Finding:
        return self.finding(
            output.place.span,
            f"The categorical cross-entropy gets {output.described}, not probabilities: negative "
            "values are clipped, and the network hardly learns.",
            because=f"The output function is {output.function}; the loss expects probabilities.",
            related=[Related(loss.built_at.span, "the loss that expects probabilities")],
            layer=output.index,
            fixes=_fixes(loss, output),
        )


def _fixes(loss: LossUse, output: Output) -> list[Fix]:
    """Softmax in place of what stands there; for raw scores the loss may be told as well."""
    found: list[Fix] = []
    edit = other_name_edit(output.tensor, "softmax")
    if edit is None and output.function == "linear" and output.layer is not None:
        edit = set_argument(output.layer.place, "activation", '"softmax"')
    if edit is not None:
        found.append(Fix("Use softmax as the last activation", Safety.UNSAFE, (edit,)))
    return found or (logits_fixes(loss) if output.function == "linear" else [])
