from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program
from seismograd.program.operations import ACTIVATIONS, LEARNED, ancestors, through
from seismograd.program.scores import layer_of
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Tensor, Value

_NORMALISING = frozenset({"batch_norm", "group_norm", "instance_norm", "layer_norm"})
_REGRESSION = frozenset({"huber", "mae", "mse"})
_CLASSIFICATION = frozenset(
    {"bce", "bce_with_logits", "cross_entropy", "nll", "sparse_cross_entropy"}
)


class NormalisedOutputScores(Rule):
    """
    ## What it does
    Finds a normalisation layer between the last learned layer and the loss.

    ## Why is this bad?
    Normalisation forces the outputs to a fixed mean and spread, over the batch or over the
    outputs of one example. A regression can then no longer say how large a value is but for one
    learned scale, and the scores of a classifier depend on the other examples of the batch.

    ## Example
    ```python
    nn.Sequential(nn.Linear(64, 1), nn.BatchNorm1d(1))
    ```

    ## How to fix
    Let the last learned layer make the output:
    ```python
    nn.Sequential(nn.BatchNorm1d(64), nn.Linear(64, 1))
    ```

    ## When to ignore
    Embeddings that are compared with one another are normalised on purpose.

    ## References
    - S. Ioffe, C. Szegedy, Batch Normalization: the transform is applied before the
      non-linearity of hidden layers.
    """

    code = "SG319"
    name = "normalised-output-scores"
    fault_type = FaultType.LAD
    severity = Severity.WARNING
    confidence = 0.8

    def check(self, program: Program) -> Iterator[Finding]:
        for loss in program.losses:
            tensor = through(loss.prediction, "dropout", *ACTIVATIONS)
            if not isinstance(tensor, Tensor) or tensor.op not in _NORMALISING:
                continue
            made = through(tensor.inputs[0] if tensor.inputs else None)
            is_last = isinstance(made, Tensor) and made.op in ("conv", "dense")
            known = loss.kind in _REGRESSION | _CLASSIFICATION
            if is_last and known and tensor.place is not None and not _is_learned(loss.target):
                layer = layer_of(tensor, loss.network)
                yield self.finding(
                    tensor.place.span if layer is None else layer.place.span,
                    f"{tensor.op} on the output: the {loss.kind} loss gets values with a mean "
                    "and spread that the network cannot choose.",
                    because="Nothing learned stands between the normalisation and the loss.",
                    related=[Related(loss.place.span, "the loss")],
                    layer=None if layer is None else layer.index,
                    severity=None if loss.kind in _REGRESSION else Severity.INFO,
                )


def _is_learned(target: Value | None) -> bool:
    """Then two things that are learned are brought together, and neither is the answer."""
    return any(tensor.op in LEARNED or tensor.op == "parameter" for tensor in ancestors(target))
