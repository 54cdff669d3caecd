from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.rules.activation_edits import removal_fixes
from seismograd.rules.agreement._outputs import CATEGORICAL, Output, outputs
from seismograd.rules.rule import FixAvailability, Rule

_RECTIFIERS = frozenset({"relu", "relu6", "softplus"})
_BINARY = frozenset({"bce", "bce_with_logits", "multi_label"})


class ReluOnLogits(Rule):
    """
    ## What it does
    Finds a relu (or relu6, softplus) as the last thing before a loss that expects raw scores: a
    cross-entropy or a binary cross-entropy with logits.

    ## Why is this bad?
    Scores have to be able to be negative. After a relu the binary loss can only see
    probabilities of one half or more; with several classes all units that should be low share
    the score zero and get no gradient, and a unit that is zero for every input never recovers.

    ## Example
    ```python
    def forward(self, x):
        return F.relu(self.fc2(F.relu(self.fc1(x))))


    loss = F.cross_entropy(net(x), y)
    ```

    ## How to fix
    ```python
    def forward(self, x):
        return self.fc2(F.relu(self.fc1(x)))
    ```

    ## When to ignore
    Where the scores are counts or distances that cannot be negative by their meaning.

    ## References
    - PyTorch documentation of `torch.nn.CrossEntropyLoss`: the input is expected to contain
      unnormalised scores, which need not be positive.
    """

    code = "SG123"
    name = "relu-on-logits"
    fault_type = FaultType.ARM
    alternatives = (FaultType.ACH,)
    severity = Severity.WARNING
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            takes_scores = loss.kind in CATEGORICAL | _BINARY and loss.expects == "logits"
            if takes_scores and output.function in _RECTIFIERS:
                yield self._finding(loss, output)

    def _finding(self, loss: LossUse, output: Output) -> Finding:
        binary = loss.kind in _BINARY
        effect = (
            "the network can never give a probability below one half."
            if binary
            else "scores cannot be negative, and units at zero get no gradient."
        )
        return self.finding(
            output.place.span,
            f"{output.function} on the scores that go into the loss: {effect}",
            because=f"The output of {output.function} reaches a loss that expects raw scores.",
            related=[Related(loss.place.span, "the loss that expects raw scores")],
            layer=output.index,
            severity=Severity.ERROR if binary else None,
            fixes=removal_fixes(output.tensor),
        )
