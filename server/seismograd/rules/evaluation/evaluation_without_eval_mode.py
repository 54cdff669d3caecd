from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.escapes import is_unmodelled
from seismograd.program.model import EvaluationLoop, Layer, Program
from seismograd.rules.evaluation._measuring import (
    goes_over_data,
    is_managed,
    is_measured,
    mode_layers,
    receiver_text,
)
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Member, Unknown
from seismograd.source.rewrite import insert_before

_DIFFERS = "this {} behaves differently in eval mode"


class EvaluationWithoutEvalMode(Rule):
    """
    ## What it does
    Finds code that measures a network with dropout or batch normalisation while the network is
    certainly in training mode.

    ## Why is this bad?
    In training mode dropout switches off units at random and batch normalisation uses the
    statistics of the batch, and keeps updating its running ones. The measured accuracy is too low
    and noisy, it depends on the batch size, and the test data leak into the running statistics.

    ## Example
    ```python
    def evaluate(net, loader):
        correct = 0
        with torch.no_grad():
            for x, y in loader:
                correct += (net(x).argmax(1) == y).sum().item()
    ```

    ## How to fix
    ```python
    def evaluate(net, loader):
        correct = 0
        net.eval()
        with torch.no_grad():
            for x, y in loader:
                correct += (net(x).argmax(1) == y).sum().item()
    ```
    Call `net.train()` again before training goes on.

    ## When to ignore
    Where dropout is left on to sample predictions (Monte Carlo dropout).

    ## References
    - PyTorch documentation of `torch.nn.Module.eval`, and "Autograd mechanics", section
      "Evaluation Mode".
    """

    code = "SG801"
    name = "evaluation-without-eval-mode"
    fault_type = FaultType.LOOP
    severity = Severity.WARNING
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for evaluation in program.evaluations:
            if evaluation.eval_mode is not False or is_managed(evaluation.function):
                continue
            layer = next(
                (layer for network in evaluation.networks for layer in mode_layers(network)), None
            )
            if layer is None and not _is_unknown(evaluation):
                continue
            if _measures(program, evaluation):
                yield self._finding(evaluation, layer)

    def _finding(self, evaluation: EvaluationLoop, layer: Layer | None) -> Finding:
        kind = "batch normalisation"
        if layer is None:
            kind = "dropout or batch normalisation"
        elif layer.kind != "batch_norm":
            kind = "dropout"
        return self.finding(
            evaluation.forwards[0].place.span,
            f"The network is measured in training mode: its {kind} stays active, so the result "
            "is noisy and too low. Call eval() first.",
            because="No eval() is called between the building or the training of the network and "
            "this place.",
            related=[] if layer is None else [Related(layer.place.span, _DIFFERS.format(kind))],
            fixes=_fixes(evaluation),
        )


def _is_unknown(evaluation: EvaluationLoop) -> bool:
    """Whether nothing is known of the network; its mode is known from a call of train()."""
    return all(isinstance(call.receiver, Unknown | Member) for call in evaluation.forwards)


def _measures(program: Program, evaluation: EvaluationLoop) -> bool:
    if _may_be_switched(program, evaluation.forwards[0]):
        return False
    measured = any(is_measured(program, forward) for forward in evaluation.forwards)
    return measured and (goes_over_data(evaluation) or evaluation.no_grad)


def _may_be_switched(program: Program, forward: Call) -> bool:
    """Whether something that is not known, or an object that holds the network, had it before."""
    network = forward.receiver
    given = (call for call in program.index.given(network) if is_unmodelled(call))
    held = (call for call in program.index.on_holders(network) if call.method == "eval")
    return any(
        call.index < forward.index and call.receiver is not network for call in (*given, *held)
    )


def _fixes(evaluation: EvaluationLoop) -> list[Fix]:
    forward = evaluation.forwards[0]
    name = receiver_text(forward)
    same_file = evaluation.place.span.file == forward.place.span.file
    if name is None or not same_file:
        return []
    edit = insert_before(evaluation.place, f"{name}.eval()")
    return unsafe_fix(f"Call {name}.eval() first", edit)
