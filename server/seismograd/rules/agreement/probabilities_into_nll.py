from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import Program
from seismograd.rules.activation_edits import renaming_fixes
from seismograd.rules.agreement._outputs import outputs
from seismograd.rules.rule import FixAvailability, Rule

_NAMES = {"softmax": "log_softmax", "Softmax": "LogSoftmax"}


class ProbabilitiesIntoNll(Rule):
    """
    ## What it does
    Finds a softmax or sigmoid whose result goes into a negative log-likelihood (`nn.NLLLoss`,
    `F.nll_loss`), which expects log-probabilities.

    ## Why is this bad?
    The loss does not take the logarithm itself. It becomes minus the probability of the right
    class: it never falls below -1, and examples that are badly wrong give almost no gradient, so
    training is slow and ends early.

    ## Example
    ```python
    loss = F.nll_loss(F.softmax(scores, dim=1), y)
    ```

    ## How to fix
    ```python
    loss = F.nll_loss(F.log_softmax(scores, dim=1), y)
    ```
    This is the same as `F.cross_entropy(scores, y)`.

    ## When to ignore
    Hardly ever: minus the expected accuracy is sometimes wanted as a loss on purpose.

    ## References
    - PyTorch documentation of `torch.nn.NLLLoss`: obtaining log-probabilities is done by adding a
      LogSoftmax layer.
    """

    code = "SG105"
    name = "probabilities-into-nll"
    fault_type = FaultType.ACH
    alternatives = (FaultType.LCH,)
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            if loss.kind == "nll" and output.function in ("sigmoid", "softmax"):
                yield self.finding(
                    output.place.span,
                    f"{output.function} gives probabilities, but the negative log-likelihood "
                    "expects their logarithm: wrong answers give almost no gradient.",
                    because=f"The output of {output.function} reaches a loss that expects "
                    "log-probabilities.",
                    related=[Related(loss.place.span, "the loss that expects log-probabilities")],
                    layer=output.index,
                    fixes=renaming_fixes(output.tensor, _NAMES),
                )
