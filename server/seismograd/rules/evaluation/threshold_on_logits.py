from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.program.operations import PASSING, through
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.values import Tensor, Value, number
from seismograd.source.rewrite import replace

_COMPARISONS = ("operator.ge", "operator.gt", "operator.le", "operator.lt")
_LOSSES = frozenset({"bce", "bce_with_logits", "multi_label"})


class ThresholdOnLogits(Rule):
    """
    ## What it does
    Finds raw scores that are compared with 0.5, or rounded, although the network is trained with
    a loss on raw scores (`nn.BCEWithLogitsLoss`, or Keras with `from_logits=True`).

    ## Why is this bad?
    A raw score of 0 stands for a probability of one half. With a threshold of 0.5 the network has
    to be 62 % sure before it says yes, so positives are missed and the metric is too low.

    ## Example
    ```python
    scores = net(x)
    loss = F.binary_cross_entropy_with_logits(scores, y)
    predicted = scores > 0.5
    ```

    ## How to fix
    ```python
    predicted = scores > 0
    ```
    This is the same as `torch.sigmoid(scores) > 0.5`.

    ## When to ignore
    Where the threshold on the scores was chosen on validation data.

    ## References
    - PyTorch documentation of `torch.nn.BCEWithLogitsLoss`.
    """

    code = "SG811"
    name = "threshold-on-logits"
    fault_type = FaultType.MET
    severity = Severity.WARNING
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        losses = {id(layer): loss for loss in program.losses if _takes_logits(loss)
                  if (layer := _last_layer(loss.prediction)) is not None}  # fmt: skip
        for call in program.calls_to(*_COMPARISONS) if losses else ():
            for scores, threshold in _sides(call):
                loss = losses.get(id(_last_layer(scores.value)))
                if loss is not None and number(threshold.value) == 0.5:
                    yield self._finding(call, threshold, loss)

    def _finding(self, call: Call, threshold: Argument, loss: LossUse) -> Finding:
        return self.finding(
            call.place.span,
            "Raw scores are compared with 0.5, but for them one half is at 0: "
            "too few examples are taken for positive.",
            because="The network is trained with a loss that applies the sigmoid itself, and no "
            "sigmoid stands before the comparison.",
            related=[Related(loss.place.span, "the loss takes the same raw scores")],
            fixes=_fixes(call, threshold),
        )


def _takes_logits(loss: LossUse) -> bool:
    return loss.kind in _LOSSES and loss.expects == "logits"


def _last_layer(value: Value | None) -> Value | None:
    """The learned layer whose plain sums a value is."""
    found = through(value, "detach", "numpy", *PASSING)
    return found.layer if isinstance(found, Tensor) and found.op in ("conv", "dense") else None


def _sides(call: Call) -> Iterator[tuple[Argument, Argument]]:
    if len(call.positional) == 2:
        left, right = call.positional
        yield left, right
        yield right, left


def _fixes(call: Call, threshold: Argument) -> list[Fix]:
    """Only a number that stands in the comparison itself is changed."""
    place, comparison = threshold.value.place, call.place.node
    if place is None or not isinstance(comparison, ast.Compare):
        return []
    if place.node not in (comparison.left, *comparison.comparators):
        return []
    return [Fix("Compare with 0", Safety.UNSAFE, (replace(place, "0"),))]
