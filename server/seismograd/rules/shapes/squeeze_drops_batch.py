from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.program.operations import ACTIVATIONS, PASSING
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Tensor, Value
from seismograd.source.rewrite import source_of

_PASSED = PASSING | ACTIVATIONS


class SqueezeDropsBatch(Rule):
    """
    ## What it does
    Finds predictions that are squeezed without saying which axis, on their way to a loss.

    ## Why is this bad?
    `squeeze()` removes every axis of size one. When the last batch of an epoch holds one example,
    it removes the batch axis as well: the loss then compares a single number with a vector of
    one, or fails, once every epoch.

    ## Example
    ```python
    loss = criterion(model(x).squeeze(), y)
    ```

    ## How to fix
    ```python
    loss = criterion(model(x).squeeze(-1), y)
    ```

    ## When to ignore
    Where every batch certainly holds several examples.

    ## References
    - PyTorch documentation of `torch.squeeze`: if the tensor has a batch dimension of size 1,
      then it will also be removed, which can lead to unexpected errors.
    """

    code = "SG906"
    name = "squeeze-drops-batch"
    fault_type = FaultType.SHAPE
    severity = Severity.INFO
    confidence = 0.8
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss in program.losses:
            tensor = _squeezed(loss.prediction)
            call = None if tensor is None else tensor.call
            both = _squeezed(loss.target) is not None
            if loss.framework == "torch" and tensor is not None and call is not None and not both:
                yield self._finding(loss, tensor, call)

    def _finding(self, loss: LossUse, tensor: Tensor, call: Call) -> Finding:
        return self.finding(
            call.place.span,
            "squeeze() without an axis also removes the batch axis when a batch holds one example.",
            because="The prediction of a loss is squeezed on every axis of size one.",
            related=[Related(loss.place.span, "the loss")],
            fixes=_fixes(tensor, call),
        )


def _squeezed(value: Value | None) -> Tensor | None:
    """The squeeze of all axes that a value went through last."""
    while isinstance(value, Tensor) and value.op in _PASSED and value.inputs:
        value = value.inputs[0]
    if not isinstance(value, Tensor) or value.op != "squeeze" or value.call is None:
        return None
    call = value.call
    given = len(call.positional) - (call.receiver is None)
    source = value.inputs[0] if value.inputs else None
    whole = isinstance(source, Tensor) and source.shape is not None and len(source.shape) < 2
    return None if given or call.keywords or call.open or whole else value


def _fixes(tensor: Tensor, call: Call) -> list[Fix]:
    """The last axis, where a dense layer of one unit made it."""
    source = tensor.inputs[0] if tensor.inputs else None
    while isinstance(source, Tensor) and source.op in _PASSED and source.inputs:
        source = source.inputs[0]
    layer = source.layer if isinstance(source, Tensor) and source.op == "dense" else None
    one = isinstance(layer, Object) and layer.call.integer(1, "out_features") == 1
    text = source_of(call.place)
    if not one or not text.endswith("squeeze()"):
        return []
    edit = Edit(call.place.span, f"{text[:-1]}-1)")
    return safe_fix("Squeeze the last axis only", edit)
