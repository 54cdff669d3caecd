from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.program.operations import LEARNED, ancestors
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Place, Tensor, Value
from seismograd.source.rewrite import replace, source_of

_ONE_WAY = frozenset(
    {"bce", "bce_with_logits", "cross_entropy", "nll", "sparse_cross_entropy", "squared_hinge",
     "hinge", "poisson"}
)  # fmt: skip
_LABELS = frozenset({"labels", "one_hot", "randint"})
"""Losses for which the order matters and labels are never made by a network."""


class SwappedLossArguments(Rule):
    """
    ## What it does
    Finds a loss that gets the labels where the prediction belongs and the prediction where the
    labels belong. PyTorch takes the prediction first, Keras takes the labels first.

    ## Why is this bad?
    Cross-entropies are not symmetric: the loss takes the logarithm of the labels, which has no
    gradient, and the network learns nothing, or the call fails because of the types.

    ## Example
    ```python
    loss = F.binary_cross_entropy(y, torch.sigmoid(net(x)))
    ```

    ## How to fix
    ```python
    loss = F.binary_cross_entropy(torch.sigmoid(net(x)), y)
    ```

    ## When to ignore
    Where the "labels" are themselves trained, and the prediction is the fixed side.

    ## References
    - PyTorch documentation, "Loss Functions": the first argument is the input.
    - Keras documentation, "Losses": the signature is `loss(y_true, y_pred)`.
    """

    code = "SG119"
    name = "swapped-loss-arguments"
    fault_type = FaultType.API
    alternatives = (FaultType.LCH,)
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss in program.losses:
            known = loss.call is not None and loss.kind in _ONE_WAY
            if known and _is_labels(loss.prediction) and _is_predicted(loss.target):
                yield self._finding(loss)

    def _finding(self, loss: LossUse) -> Finding:
        order = "labels first" if loss.framework == "keras" else "prediction first"
        return self.finding(
            loss.place.span,
            f"The arguments of the loss are swapped: it takes the {order}, so here the labels are "
            "taken for the prediction and no gradient reaches the network.",
            because="The network's output stands where the labels belong.",
            fixes=_fixes(loss),
        )


def _is_labels(value: Value | None) -> bool:
    """Data that no network made, as far back as can be seen."""
    tensors = list(ancestors(value))
    if not tensors:
        return False
    untouched = all(tensor.op not in LEARNED and tensor.op != "unknown" for tensor in tensors)
    return untouched and any(tensor.op in _LABELS for tensor in tensors)


def _is_predicted(value: Value | None) -> bool:
    return (
        isinstance(value, Tensor)
        and value.tracked
        and any(tensor.op in LEARNED for tensor in ancestors(value))
    )


def _fixes(loss: LossUse) -> list[Fix]:
    call = loss.place.node
    if not isinstance(call, ast.Call) or len(call.args) < 2:
        return []
    first, second = (Place(loss.place.chunk, argument) for argument in call.args[:2])
    if isinstance(first.node, ast.Starred) or isinstance(second.node, ast.Starred):
        return []
    edits = (replace(first, source_of(second)), replace(second, source_of(first)))
    return [Fix("Swap the arguments", Safety.SAFE, edits)]
