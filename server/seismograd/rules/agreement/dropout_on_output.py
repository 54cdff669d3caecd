from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.program.operations import ACTIVATIONS, through
from seismograd.program.scores import function_of, layer_of
from seismograd.rules.activation_edits import removal_fixes
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Place, Tensor

_OUTPUTS = frozenset({"linear", "log_softmax", "sigmoid", "softmax"})


class DropoutOnOutput(Rule):
    """
    ## What it does
    Finds a dropout after the last learned layer whose result goes into the loss.

    ## Why is this bad?
    While training, the dropout sets random scores (or predicted values) to zero and scales up the
    others. The loss then punishes the network for noise that it cannot avoid, no matter how good
    its answer is: the training loss stays high and predictions are biased.

    ## Example
    ```python
    net = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10), nn.Dropout(0.5))
    loss = F.cross_entropy(net(x), y)
    ```

    ## How to fix
    Put the dropout before the last layer:
    ```python
    net = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Dropout(0.5), nn.Linear(32, 10))
    ```

    ## When to ignore
    Where noise on the output is wanted, as in some contrastive methods.

    ## References
    - "Dropout: A Simple Way to Prevent Neural Networks from Overfitting" (Srivastava et al.,
      2014): dropout is applied to input and hidden units.
    """

    code = "SG124"
    name = "dropout-on-output"
    fault_type = FaultType.LAD
    alternatives = (FaultType.RCD,)
    severity = Severity.WARNING
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss in program.losses:
            dropout = _last_dropout(loss)
            if dropout is not None and dropout.place is not None:
                yield self._finding(loss, dropout, dropout.place)

    def _finding(self, loss: LossUse, dropout: Tensor, place: Place) -> Finding:
        layer = layer_of(dropout, loss.network)
        return self.finding(
            place.span,
            "Dropout after the last learned layer: it zeroes predictions at random just before "
            "the loss, which the network cannot learn to avoid.",
            because="Between this dropout and the loss there is no learned layer.",
            related=[Related(loss.place.span, "the loss")],
            layer=None if layer is None else layer.index,
            fixes=removal_fixes(dropout),
        )


def _last_dropout(loss: LossUse) -> Tensor | None:
    """A dropout between the last layer and the loss, activations of the output looked through."""
    value = through(loss.prediction)
    while isinstance(value, Tensor) and value.op in ACTIVATIONS and value.inputs:
        value = through(value.inputs[0])
    if not isinstance(value, Tensor) or value.op != "dropout" or not value.inputs:
        return None
    behind = through(value.inputs[0])
    return value if isinstance(behind, Tensor) and function_of(behind) in _OUTPUTS else None
