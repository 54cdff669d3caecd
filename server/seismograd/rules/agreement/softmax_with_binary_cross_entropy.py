from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.rules.agreement._loss_edits import loss_name_fixes
from seismograd.rules.agreement._outputs import Output, outputs
from seismograd.rules.rule import FixAvailability, Rule

_CATEGORICAL = {"binary_crossentropy": "categorical_crossentropy"}


class SoftmaxWithBinaryCrossEntropy(Rule):
    """
    ## What it does
    Finds a binary cross-entropy whose input comes from a softmax over several classes.

    ## Why is this bad?
    The binary loss treats every class as a yes-or-no question of its own, while the softmax makes
    them compete. Training works worse than with the categorical loss, and in Keras `accuracy`
    becomes the binary accuracy, which is high even for a network that has learnt nothing. With
    two classes the loss is the same up to a factor, which is only a remark.

    ## Example
    ```python
    model.add(Dense(10, activation="softmax"))
    model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])
    ```

    ## How to fix
    One class per example:
    ```python
    model.add(Dense(10, activation="softmax"))
    model.compile(loss="categorical_crossentropy", optimizer="adam", metrics=["accuracy"])
    ```
    Several classes per example: use a sigmoid and keep the binary loss.

    ## When to ignore
    Where soft targets per class are fitted on purpose.

    ## References
    - Keras documentation of `keras.losses.BinaryCrossentropy`.
    - "Deep Learning" (Goodfellow, Bengio, Courville), section 6.2.2 on output units.
    """

    code = "SG109"
    name = "softmax-with-binary-cross-entropy"
    fault_type = FaultType.LCH
    alternatives = (FaultType.ACH,)
    severity = Severity.WARNING
    confidence = 0.85
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            binary = loss.kind == "bce" and loss.expects == "probabilities"
            several = output.units is None or output.units > 1
            if binary and several and output.function == "softmax":
                yield self._finding(loss, output)

    def _finding(self, loss: LossUse, output: Output) -> Finding:
        debatable = output.units is None or output.units == 2
        count = "all" if output.units is None else output.units
        return self.finding(
            loss.built_at.span,
            f"The binary cross-entropy gets a softmax over {count} classes: it takes each "
            "class for a question of its own, although softmax makes them compete.",
            because=f"A softmax over {count} units reaches a binary loss.",
            related=[Related(output.place.span, "the softmax")],
            layer=output.index,
            severity=Severity.INFO if debatable else None,
            fixes=loss_name_fixes(loss, _CATEGORICAL),
        )
