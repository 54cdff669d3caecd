from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.program.operations import through
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Place, Tensor
from seismograd.source.rewrite import replace_call, source_of

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
        for loss in program.losses:
            tensor = through(loss.prediction)
            if loss.kind not in ("cross_entropy", "sparse_cross_entropy"):
                continue
            if loss.expects == "logits" and isinstance(tensor, Tensor):
                if tensor.op in _PROBABILITIES and tensor.place is not None:
                    yield self._finding(loss, tensor, tensor.place)

    def _finding(self, loss: LossUse, tensor: Tensor, place: Place) -> Finding:
        harmless = tensor.op == "log_softmax"
        return self.finding(
            place.span,
            f"{tensor.op} here, although the cross-entropy applies a softmax itself: "
            + ("the second one does nothing." if harmless else "the loss cannot come near zero."),
            because=f"The output of {tensor.op} reaches a cross-entropy that expects raw scores.",
            related=[Related(loss.place.span, "the loss that applies softmax itself")],
            severity=Severity.INFO if harmless else None,
            fixes=_fixes(tensor, place),
        )


def _fixes(tensor: Tensor, place: Place) -> list[Fix]:
    """Where the activation is a plain call, its input can take its place."""
    call = tensor.call
    if call is None or tensor.layer is not None or not call.positional or call.receiver is not None:
        return []
    inner = call.positional[0].place
    edit = replace_call(place, inner)
    return [Fix(f"Pass {source_of(inner)} on as it is", Safety.UNSAFE, (edit,))]
