from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.program.scores import width_of
from seismograd.rules.agreement._labels import Labels, encoding_of, labels_of
from seismograd.rules.agreement._loss_edits import loss_name_fixes
from seismograd.rules.agreement._outputs import CATEGORICAL
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Tensor

_OTHER = {
    "categorical_crossentropy": "sparse_categorical_crossentropy",
    "sparse_categorical_crossentropy": "categorical_crossentropy",
}
_WORDS = {"integer": "class numbers", "one_hot": "one-hot rows"}
_PROBABILITIES = frozenset({"bfloat16", "float16", "float32", "float64"})


class LabelEncodingMismatch(Rule):
    """
    ## What it does
    Finds labels that are written in another way than the loss reads them: one-hot rows with a
    loss for class numbers (`sparse_categorical_crossentropy`, `nn.NLLLoss`), or class numbers
    with a loss for one-hot rows (`categorical_crossentropy`).

    ## Why is this bad?
    The shapes do not fit, so training stops with an error, or the labels are broadcast and the
    loss is computed from nonsense.

    ## Example
    ```python
    y_train = to_categorical(y_train, 10)
    model.compile(loss="sparse_categorical_crossentropy", optimizer="adam")
    model.fit(x_train, y_train)
    ```

    ## How to fix
    ```python
    y_train = to_categorical(y_train, 10)
    model.compile(loss="categorical_crossentropy", optimizer="adam")
    model.fit(x_train, y_train)
    ```
    Or leave the class numbers as they are and use the sparse loss. `nn.CrossEntropyLoss` takes
    both, but one-hot rows have to be floating point.

    ## When to ignore
    Where the labels are changed on their way in a way that cannot be seen in the source.

    ## References
    - Keras documentation of `CategoricalCrossentropy` and `SparseCategoricalCrossentropy`.
    - PyTorch documentation of `torch.nn.CrossEntropyLoss`, "Target".
    """

    code = "SG111"
    name = "label-encoding-mismatch"
    fault_type = FaultType.LCH
    alternatives = (FaultType.CPP,)
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss in program.losses:
            if loss.kind not in CATEGORICAL | {"nll"} or _is_one_unit(loss):
                continue
            labels = _torch_labels(loss) if loss.framework == "torch" else labels_of(loss, program)
            if labels is not None and _clash(loss, labels):
                yield self._finding(loss, labels)

    def _finding(self, loss: LossUse, labels: Labels) -> Finding:
        related = [] if labels.place is None else [Related(labels.place.span, "the labels")]
        got, wanted = _WORDS[labels.encoding], _WORDS[loss.labels or "integer"]
        return self.finding(
            loss.built_at.span,
            f"The labels are {got}, but this loss takes {wanted}: training stops with an error or "
            "learns nonsense.",
            because=f"The labels are traced back to {got}.",
            related=related,
            fixes=_fixes(loss),
        )


def _is_one_unit(loss: LossUse) -> bool:
    """One unit is a fault of its own, SG110."""
    return width_of(loss.prediction, loss.network) == 1


def _clash(loss: LossUse, labels: Labels) -> bool:
    return {loss.labels, labels.encoding} == {"integer", "one_hot"}


def _torch_labels(loss: LossUse) -> Labels | None:
    """One-hot rows; floating-point rows are allowed where they can be probabilities."""
    labels = encoding_of(loss.target)
    if labels is None or labels.encoding != "one_hot" or not isinstance(loss.target, Tensor):
        return None
    probabilities = loss.kind == "cross_entropy" and _is_floating(loss.target)
    return None if probabilities else labels


def _is_floating(target: Tensor) -> bool:
    """One-hot rows that nothing casts are integers."""
    return target.dtype in _PROBABILITIES or target.op != "one_hot"


def _fixes(loss: LossUse) -> list[Fix]:
    return loss_name_fixes(loss, _OTHER)
