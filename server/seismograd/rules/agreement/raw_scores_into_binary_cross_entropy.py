from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.rules.agreement._loss_edits import logits_fixes
from seismograd.rules.agreement._outputs import UNBOUNDED, Output, outputs
from seismograd.rules.rule import FixAvailability, Rule


class RawScoresIntoBinaryCrossEntropy(Rule):
    """
    ## What it does
    Finds a binary cross-entropy over probabilities (`nn.BCELoss`, `F.binary_cross_entropy`, Keras
    `binary_crossentropy` without `from_logits=True`) whose input is no probability: the raw sums
    of a layer, or the result of an activation such as relu or tanh.

    ## Why is this bad?
    The loss takes the logarithm of its input and of one minus it. Outside of 0 to 1 PyTorch
    stops with an error; Keras clips the values, and where it clips no gradient flows, so the
    network stops learning or predicts one class.

    ## Example
    ```python
    model.add(Dense(1))
    model.compile(loss="binary_crossentropy", optimizer="adam")
    ```

    ## How to fix
    ```python
    model.add(Dense(1, activation="sigmoid"))
    model.compile(loss="binary_crossentropy", optimizer="adam")
    ```
    In PyTorch prefer the loss that takes raw scores, `nn.BCEWithLogitsLoss`.

    ## When to ignore
    Where the values are made probabilities in a way that cannot be seen in the source.

    ## References
    - PyTorch documentation of `torch.nn.BCELoss`.
    - Keras documentation of `keras.losses.BinaryCrossentropy`, argument `from_logits`.
    """

    code = "SG103"
    name = "raw-scores-into-binary-cross-entropy"
    fault_type = FaultType.ACH
    alternatives = (FaultType.AAL, FaultType.LCH)
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            wants_probabilities = loss.kind == "bce" and loss.expects == "probabilities"
            if wants_probabilities and output.function in UNBOUNDED:
                yield self._finding(loss, output)

    def _finding(self, loss: LossUse, output: Output) -> Finding:
        return self.finding(
            output.place.span,
            f"The binary cross-entropy gets {output.described}, not probabilities: values outside "
            "of 0 to 1 are an error or are clipped, and learning stops.",
            because=f"The output function is {output.function}; the loss expects probabilities.",
            related=[Related(loss.built_at.span, "the loss that expects probabilities")],
            layer=output.index,
            fixes=logits_fixes(loss) if output.function == "linear" else [],
        )
