from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.rules.activation_edits import removal_fixes
from seismograd.rules.agreement._outputs import CATEGORICAL, Output, outputs
from seismograd.rules.rule import FixAvailability, Rule

_PROBABILITIES = frozenset({"log_softmax", "sigmoid", "softmax"})


class SoftmaxBeforeCrossEntropy(Rule):
    """
    ## What it does
    Finds a softmax, log-softmax or sigmoid whose result goes into a cross-entropy that applies a
    softmax itself (`nn.CrossEntropyLoss`, `F.cross_entropy`, or a Keras cross-entropy with
    `from_logits=True`).

    ## Why is this bad?
    The loss normalises the scores a second time. Probabilities lie between 0 and 1, so after the
    second softmax no class can get a probability near 1: the loss cannot come near zero, gradients
    are small, and training is slow or stalls at a poor accuracy. Log-softmax is harmless in value
    but done twice.

    ## Example
    ```python
    class Net(nn.Module):
        def forward(self, x):
            return F.softmax(self.fc(x), dim=1)


    loss = nn.CrossEntropyLoss()(net(x), y)
    ```

    ## How to fix
    Hand the raw scores to the loss, and apply softmax only where probabilities are shown:
    ```python
    class Net(nn.Module):
        def forward(self, x):
            return self.fc(x)
    ```

    ## When to ignore
    Hardly ever; a temperature or label-smoothing scheme that wants two softmaxes is rare.

    ## References
    - PyTorch documentation of `torch.nn.CrossEntropyLoss`: the input is expected to contain
      unnormalised scores.
    """

    code = "SG101"
    name = "softmax-before-cross-entropy"
    fault_type = FaultType.ARM
    alternatives = (FaultType.LCH, FaultType.ACH)
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            normalises = loss.kind in CATEGORICAL and loss.expects == "logits"
            if normalises and output.function in _PROBABILITIES:
                yield self._finding(loss, output)

    def _finding(self, loss: LossUse, output: Output) -> Finding:
        harmless = output.function == "log_softmax"
        return self.finding(
            output.place.span,
            f"{output.function} here, although the cross-entropy applies a softmax itself: "
            + ("the second one does nothing." if harmless else "the loss cannot come near zero."),
            because=f"The output of {output.function} reaches a loss that expects raw scores.",
            related=[Related(loss.place.span, "the loss that applies softmax itself")],
            layer=output.index,
            severity=Severity.INFO if harmless else None,
            fixes=removal_fixes(output.tensor),
        )
