from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Related, Safety, Severity, Span
from seismograd.program.model import LossUse, Program
from seismograd.program.shapes import shape_text
from seismograd.program.shapes.losses import stretches
from seismograd.program.shapes.mismatch import LOSS_BROADCAST
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Place, Tensor

_BY_ELEMENT = frozenset({"bce", "bce_with_logits", "huber", "mae", "mse"})


class LossBroadcast(Rule):
    """
    ## What it does
    Finds losses that compare a prediction of shape [N, 1] with a target of shape [N], or the
    other way round.

    ## Why is this bad?
    Both are stretched to [N, N]: each prediction is compared with the targets of all examples.
    Nothing raises an error (PyTorch gives a warning), but the network learns the mean target, and
    no better.

    ## Example
    ```python
    prediction = nn.Linear(8, 1)(x)  # [N, 1]
    loss = F.mse_loss(prediction, y)  # y: [N]
    ```

    ## How to fix
    ```python
    loss = F.mse_loss(prediction, y.unsqueeze(1))
    ```

    ## When to ignore
    Never, unless all pairs are meant to be compared.

    ## References
    - PyTorch documentation, "Broadcasting semantics".
    - PyTorch documentation of `torch.nn.MSELoss`: input and target have the same shape.
    """

    code = "SG902"
    name = "loss-broadcast"
    fault_type = FaultType.SHAPE
    alternatives = (FaultType.LCH,)
    severity = Severity.ERROR
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        noted = {m.place for m in program.mismatches if m.what == LOSS_BROADCAST}
        for loss in program.losses:
            shapes = _stretched(loss)
            if shapes is not None:
                noted.discard(loss.place)
                yield self._finding(loss.place, loss.built_at, *shapes, loss.call)
        for mismatch in program.mismatches:
            if mismatch.place in noted:
                texts = mismatch.expected, mismatch.got
                yield self._finding(mismatch.place, mismatch.declared_at, *texts, None)

    def _finding(
        self, place: Place, built_at: Place, prediction: str, target: str, call: Call | None
    ) -> Finding:
        return self.finding(
            place.span,
            f"The prediction has the shape {prediction}, the target {target}: both are stretched "
            "and every prediction is compared with every target.",
            because="The shapes differ by an axis of size one.",
            related=[Related(built_at.span, "the loss")] if built_at != place else [],
            fixes=_fixes(prediction, target, call),
        )


def _stretched(loss: LossUse) -> tuple[str, str] | None:
    """The shapes of prediction and target, where they are stretched."""
    prediction, target = loss.prediction, loss.target
    if loss.framework != "torch" or loss.kind not in _BY_ELEMENT:
        return None
    if not isinstance(prediction, Tensor) or not isinstance(target, Tensor):
        return None
    left, right = prediction.shape, target.shape
    if left is None or right is None or not (stretches(left, right) or stretches(right, left)):
        return None
    return shape_text(left), shape_text(right)


def _fixes(prediction: str, target: str, call: Call | None) -> list[Fix]:
    """Give the shorter of the two the axis that it lacks."""
    if call is None or len(call.positional) != 2 or call.open:
        return []
    shorter = 0 if prediction.count(",") < target.count(",") else 1
    axis = min(prediction.count(","), target.count(",")) + 1
    end = call.positional[shorter].place.span.end
    edit = Edit(Span(call.place.span.file, end, end), f".unsqueeze({axis})")
    return unsafe_fix(f"Add axis {axis} with unsqueeze", edit)
