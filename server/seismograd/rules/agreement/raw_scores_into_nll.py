from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.rules.agreement._loss_edits import logits_fixes
from seismograd.rules.agreement._outputs import UNBOUNDED, Output, outputs
from seismograd.rules.rule import FixAvailability, Rule

_LOGARITHMIC = frozenset({"log_sigmoid", "log_softmax"})


class RawScoresIntoNll(Rule):
    """
    ## What it does
    Finds a negative log-likelihood (`nn.NLLLoss`, `F.nll_loss`) whose input is no
    log-probability: the raw sums of a layer, or the result of an activation such as relu.

    ## Why is this bad?
    The loss only picks the value of the right class and negates it. Without a log-softmax nothing
    ties the classes together, so the network makes all values larger and larger: the loss falls
    without end below zero and nothing useful is learnt.

    ## Example
    ```python
    class Net(nn.Module):
        def forward(self, x):
            return self.fc(x)


    loss = F.nll_loss(net(x), y)
    ```

    ## How to fix
    Use the loss that takes raw scores, or end the network in a log-softmax:
    ```python
    loss = F.cross_entropy(net(x), y)
    ```

    ## When to ignore
    Where the network's output layer is a log-probability by construction.

    ## References
    - PyTorch documentation of `torch.nn.NLLLoss`: the input is expected to contain
      log-probabilities of each class.
    """

    code = "SG104"
    name = "raw-scores-into-nll"
    fault_type = FaultType.AAL
    alternatives = (FaultType.ACH, FaultType.LCH)
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            if loss.kind == "nll" and output.function in UNBOUNDED - _LOGARITHMIC:
                yield self._finding(loss, output)

    def _finding(self, loss: LossUse, output: Output) -> Finding:
        return self.finding(
            output.place.span,
            f"The negative log-likelihood gets {output.described}, not log-probabilities: the loss "
            "falls without end and nothing is learnt.",
            because=f"The output function is {output.function}; the loss expects the result of a "
            "log-softmax.",
            related=[Related(loss.built_at.span, "the loss that expects log-probabilities")],
            layer=output.index,
            fixes=logits_fixes(loss) if output.function == "linear" else [],
        )
