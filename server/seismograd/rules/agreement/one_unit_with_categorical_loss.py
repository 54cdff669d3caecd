from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.rules.agreement._loss_edits import loss_name_fixes
from seismograd.rules.agreement._outputs import CATEGORICAL, Output, outputs
from seismograd.rules.rule import FixAvailability, Rule

_BINARY = {
    "categorical_crossentropy": "binary_crossentropy",
    "sparse_categorical_crossentropy": "binary_crossentropy",
}


class OneUnitWithCategoricalLoss(Rule):
    """
    ## What it does
    Finds a categorical cross-entropy (`nn.CrossEntropyLoss`, `nn.NLLLoss` after a log-softmax,
    Keras `categorical_crossentropy` and `sparse_categorical_crossentropy`) on a network whose
    last layer has one unit.

    ## Why is this bad?
    A categorical loss compares classes with one another. With one unit there is only one class,
    its probability is always 1, the loss is zero from the start, and nothing is learnt. Labels
    other than 0 are an error.

    ## Example
    ```python
    net = nn.Linear(20, 1)
    loss = nn.CrossEntropyLoss()(net(x), y)
    ```

    ## How to fix
    For two classes use a binary loss, or give the layer one unit per class:
    ```python
    net = nn.Linear(20, 1)
    loss = nn.BCEWithLogitsLoss()(net(x).squeeze(1), y.float())
    ```

    ## When to ignore
    Never: the loss is constant.

    ## References
    - PyTorch documentation of `torch.nn.CrossEntropyLoss`.
    - Keras documentation, "Probabilistic losses".
    """

    code = "SG110"
    name = "one-unit-with-categorical-loss"
    fault_type = FaultType.LCH
    alternatives = (FaultType.LCN,)
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            # A softmax over one unit is a fault of its own, SG107.
            softmax = output.function in ("log_softmax", "softmax")
            if loss.kind in CATEGORICAL and output.units == 1 and not softmax:
                yield self._finding(loss, output)

    def _finding(self, loss: LossUse, output: Output) -> Finding:
        place = output.layer.place if output.layer is not None else output.place
        sigmoid = output.function == "sigmoid"
        return self.finding(
            loss.built_at.span,
            "A categorical cross-entropy needs one unit per class, but the last layer has one "
            "unit: the loss is constant and nothing is learnt.",
            because="The learned layer that makes the prediction has 1 unit.",
            related=[Related(place.span, "the layer with one unit")],
            layer=output.index,
            fixes=loss_name_fixes(loss, _BINARY) if sigmoid else [],
        )
