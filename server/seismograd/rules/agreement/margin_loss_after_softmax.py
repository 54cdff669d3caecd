from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.rules.agreement._labels import labels_of
from seismograd.rules.agreement._loss_edits import loss_name_fixes
from seismograd.rules.agreement._outputs import Output, outputs
from seismograd.rules.rule import FixAvailability, Rule

_SIGNED = frozenset({"hinge", "squared_hinge"})
_MARGINS = frozenset({"categorical_hinge", "hinge", "multi_margin", "squared_hinge"})
_CATEGORICAL = dict.fromkeys(("hinge", "squared_hinge"), "categorical_crossentropy")


class MarginLossAfterSoftmax(Rule):
    """
    ## What it does
    Finds a margin loss (hinge, squared hinge, categorical hinge, `nn.MultiMarginLoss`) whose
    input comes from a softmax over several classes.

    ## Why is this bad?
    A margin loss wants scores that may grow until the right class leads by the margin. A softmax
    keeps them between 0 and 1, so the margin is met only in the limit and the gradients fade. The
    Keras losses `hinge` and `squared_hinge` also want labels of -1 and 1: with one-hot labels
    the zeros count for nothing and the network is only rewarded for the right class.

    ## Example
    ```python
    model.add(Dense(46, activation="softmax"))
    model.compile(loss="hinge", optimizer="adam")
    ```

    ## How to fix
    ```python
    model.add(Dense(46, activation="softmax"))
    model.compile(loss="categorical_crossentropy", optimizer="adam")
    ```
    Or keep a margin loss on raw scores: `categorical_hinge` with a linear last layer.

    ## When to ignore
    Where calibrated outputs with a margin are studied on purpose.

    ## References
    - Keras documentation, "Hinge losses for maximum-margin classification".
    - PyTorch documentation of `torch.nn.MultiMarginLoss`.
    """

    code = "SG113"
    name = "margin-loss-after-softmax"
    fault_type = FaultType.LCH
    alternatives = (FaultType.ACH,)
    severity = Severity.WARNING
    confidence = 0.85
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            if loss.kind in _MARGINS and output.function == "softmax" and output.units != 1:
                yield self._finding(program, loss, output)

    def _finding(self, program: Program, loss: LossUse, output: Output) -> Finding:
        return self.finding(
            loss.built_at.span,
            f"The margin loss {loss.kind} gets probabilities from a softmax: they cannot lead by "
            "the margin, and training stays behind a cross-entropy.",
            because="A softmax output reaches a loss that wants scores without bounds.",
            related=[Related(output.place.span, "the softmax")],
            layer=output.index,
            severity=None if _is_plain(program, loss) else Severity.INFO,
            fixes=loss_name_fixes(loss, _CATEGORICAL),
        )


def _is_plain(program: Program, loss: LossUse) -> bool:
    """Whether the loss is surely wrong: labels of a class index or one-hot, not of -1 and 1."""
    if loss.framework == "torch":
        return True
    labels = labels_of(loss, program)
    return loss.kind in _SIGNED and labels is not None and labels.is_single
