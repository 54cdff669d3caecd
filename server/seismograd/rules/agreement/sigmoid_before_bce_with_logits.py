from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.rules.activation_edits import removal_fixes
from seismograd.rules.agreement._outputs import Output, outputs
from seismograd.rules.rule import FixAvailability, Rule

_LOSSES = frozenset({"bce", "bce_with_logits", "multi_label"})
_SQUASHING = frozenset({"hard_sigmoid", "log_sigmoid", "log_softmax", "sigmoid", "softmax"})


class SigmoidBeforeBceWithLogits(Rule):
    """
    ## What it does
    Finds a sigmoid (or softmax) whose result goes into a binary cross-entropy that applies a
    sigmoid itself: `nn.BCEWithLogitsLoss`, `F.binary_cross_entropy_with_logits`,
    `nn.MultiLabelSoftMarginLoss`, or a Keras binary cross-entropy with `from_logits=True`.

    ## Why is this bad?
    The loss squashes the values a second time. A probability between 0 and 1 taken as a score
    gives between 0.5 and 0.73, so the network can never say "no" with confidence: the loss stops
    far above zero and the gradients fade.

    ## Example
    ```python
    net = nn.Sequential(nn.Linear(20, 1), nn.Sigmoid())
    loss = nn.BCEWithLogitsLoss()(net(x), y)
    ```

    ## How to fix
    Hand the raw scores to the loss and apply the sigmoid only where probabilities are shown:
    ```python
    net = nn.Sequential(nn.Linear(20, 1))
    loss = nn.BCEWithLogitsLoss()(net(x), y)
    ```
    Or keep the sigmoid and use the loss for probabilities, `nn.BCELoss`, which is less stable.

    ## When to ignore
    Never known to be wanted.

    ## References
    - PyTorch documentation of `torch.nn.BCEWithLogitsLoss`: it combines a sigmoid layer and the
      binary cross-entropy in one class.
    - Keras documentation of `keras.losses.BinaryCrossentropy`, argument `from_logits`.
    """

    code = "SG102"
    name = "sigmoid-before-bce-with-logits"
    fault_type = FaultType.ARM
    alternatives = (FaultType.LCH, FaultType.ACH)
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            squashes = loss.kind in _LOSSES and loss.expects == "logits"
            if squashes and output.function in _SQUASHING:
                yield self._finding(loss, output)

    def _finding(self, loss: LossUse, output: Output) -> Finding:
        return self.finding(
            output.place.span,
            f"{output.function} here, although the loss applies a sigmoid itself: the values are "
            "squashed twice and the loss cannot come near zero.",
            because=f"The output of {output.function} reaches a loss that expects raw scores.",
            related=[Related(loss.place.span, "the loss that applies a sigmoid itself")],
            layer=output.index,
            fixes=removal_fixes(output.tensor),
        )
