from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program
from seismograd.program.operations import ACTIVATIONS, TRANSPARENT
from seismograd.rules.layer_facts import class_name
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object


class DropoutBeforeBatchNorm(Rule):
    """
    ## What it does
    Finds dropout directly before a batch normalisation, with at most an activation between.

    ## Why is this bad?
    Dropout changes the variance of what passes in training but not in evaluation. Batch
    normalisation learns the variance seen in training and applies it in evaluation, where it is
    another one: predictions are shifted, most with high rates.

    ## Example
    ```python
    nn.Sequential(nn.Linear(64, 64), nn.Dropout(0.5), nn.BatchNorm1d(64), nn.ReLU())
    ```

    ## How to fix
    Normalise first, drop afterwards:
    ```python
    nn.Sequential(nn.Linear(64, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Dropout(0.5))
    ```

    ## When to ignore
    With small rates in wide networks the shift is small.

    ## References
    - X. Li et al., Understanding the Disharmony between Dropout and Batch Normalization by
      Variance Shift.
    """

    code = "SG308"
    name = "dropout-before-batch-norm"
    fault_type = FaultType.LAD
    alternatives = (FaultType.RCD,)
    severity = Severity.INFO
    confidence = 0.7

    def check(self, program: Program) -> Iterator[Finding]:
        for network in program.networks:
            for layer in network.layers:
                if layer.kind != "dropout" or layer.tensor is None or _is_off(layer.tensor.call):
                    continue
                path = network.flow.path(layer.tensor, TRANSPARENT | ACTIVATIONS)
                norm = path[-1] if path else None
                if norm is not None and norm.op == "batch_norm" and norm.place is not None:
                    yield self.finding(
                        layer.place.span,
                        f"{class_name(layer)} directly before batch normalisation: the variance "
                        "it learns in training is not the one it meets in evaluation.",
                        because="The output of dropout goes into batch normalisation.",
                        related=[Related(norm.place.span, "the batch normalisation")],
                        layer=layer.index,
                    )


def _is_off(call: Call | None) -> bool:
    """Whether a rate of zero is given."""
    if call is None:
        return True
    built = call.receiver.call if isinstance(call.receiver, Object) else call
    return built.number(0, "p") == 0 or built.number(0, "rate") == 0
