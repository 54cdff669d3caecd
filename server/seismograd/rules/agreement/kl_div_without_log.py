from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.program.operations import through
from seismograd.rules.activation_edits import renaming_fixes
from seismograd.rules.agreement._outputs import Output, outputs
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Tensor

_NAMES = {"softmax": "log_softmax", "Softmax": "LogSoftmax"}


class KlDivWithoutLog(Rule):
    """
    ## What it does
    Finds a PyTorch Kullback-Leibler divergence whose first argument is a probability or a raw
    score instead of a log-probability, or whose target is a log-probability without
    `log_target=True`.

    ## Why is this bad?
    `nn.KLDivLoss` takes the logarithm of the target only; the input has to be in log space
    already. With probabilities the value is no divergence: it can be negative, its minimum is
    not where the distributions agree, and distillation drives the student away from the teacher.

    ## Example
    ```python
    loss = F.kl_div(F.softmax(student, dim=1), F.softmax(teacher, dim=1))
    ```

    ## How to fix
    ```python
    loss = F.kl_div(
        F.log_softmax(student, dim=1), F.softmax(teacher, dim=1), reduction="batchmean"
    )
    ```

    ## When to ignore
    Never known to be wanted.

    ## References
    - PyTorch documentation of `torch.nn.KLDivLoss`: the input is expected in the log-space.
    """

    code = "SG117"
    name = "kl-div-without-log"
    fault_type = FaultType.ACH
    alternatives = (FaultType.LCH, FaultType.API)
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            if loss.kind != "kl" or loss.framework != "torch":
                continue
            if output.function in ("linear", "sigmoid", "softmax"):
                yield self._of_input(loss, output)
            elif _is_log(loss):
                yield self._of_target(loss)

    def _of_input(self, loss: LossUse, output: Output) -> Finding:
        return self.finding(
            output.place.span,
            f"The first argument of the divergence is the result of {output.function}, but it has "
            "to be a log-probability: the loss is no divergence and can be negative.",
            because=f"The output of {output.function} reaches a loss that expects log space.",
            related=[Related(loss.place.span, "the divergence")],
            layer=output.index,
            fixes=renaming_fixes(output.tensor, _NAMES),
        )

    def _of_target(self, loss: LossUse) -> Finding:
        return self.finding(
            loss.place.span,
            "The target of the divergence is a log-probability, but log_target=True is not set: "
            "its logarithm is taken again and the loss becomes NaN.",
            because="The target comes from a log-softmax.",
        )


def _is_log(loss: LossUse) -> bool:
    target = through(loss.target)
    log_target = loss.settings.get("log_target")
    if log_target is not None and log_target.constant is not False:
        return False
    call = loss.call
    known = call is not None and not call.open
    return known and isinstance(target, Tensor) and target.op == "log_softmax"
