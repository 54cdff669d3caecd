from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.rules.activation_edits import other_name_edit
from seismograd.rules.agreement._labels import Labels, labels_of
from seismograd.rules.agreement._loss_edits import literal_of
from seismograd.rules.agreement._outputs import CATEGORICAL, Output, outputs
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.rewrite import replace


class MultiHotLabelsWithSoftmax(Rule):
    """
    ## What it does
    Finds labels with several ones in a row (multi-hot) on a network that ends in a softmax, or
    with a categorical cross-entropy, which are both made for one class per example.

    ## Why is this bad?
    Softmax makes the classes compete for a sum of one: two labels that are both right can at best
    get one half each, and an example without any label cannot be expressed. Each label is a
    yes-or-no question of its own.

    ## Example
    ```python
    y = MultiLabelBinarizer().fit_transform(tags)
    model.add(Dense(20, activation="softmax"))
    model.compile(loss="categorical_crossentropy", optimizer="adam")
    ```

    ## How to fix
    ```python
    y = MultiLabelBinarizer().fit_transform(tags)
    model.add(Dense(20, activation="sigmoid"))
    model.compile(loss="binary_crossentropy", optimizer="adam")
    ```

    ## When to ignore
    Where the labels are divided by their sum to be a distribution.

    ## References
    - Keras documentation of `keras.losses.BinaryCrossentropy`.
    - scikit-learn user guide, "Multilabel classification".
    """

    code = "SG122"
    name = "multi-hot-labels-with-softmax"
    fault_type = FaultType.ACH
    alternatives = (FaultType.LCH,)
    severity = Severity.WARNING
    confidence = 0.85
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss, output in outputs(program):
            competing = output.function in ("log_softmax", "softmax") or _normalises(loss)
            labels = labels_of(loss, program) if competing and output.units != 1 else None
            several = labels is not None and labels.encoding == "multi_hot"
            if labels is not None and several and not labels.is_made_up:
                yield self._finding(loss, output, labels)

    def _finding(self, loss: LossUse, output: Output, labels: Labels) -> Finding:
        related = [Related(loss.built_at.span, "the loss")]
        if labels.place is not None:
            related.append(Related(labels.place.span, "several labels may be 1"))
        return self.finding(
            output.place.span,
            "The labels are multi-hot, but softmax and the categorical cross-entropy are made for "
            "one class per example: use a sigmoid and a binary cross-entropy.",
            because="The labels are rows in which several values can be 1.",
            related=related,
            layer=output.index,
            fixes=_fixes(loss, output),
        )


def _normalises(loss: LossUse) -> bool:
    return loss.kind in CATEGORICAL and loss.expects == "logits"


def _fixes(loss: LossUse, output: Output) -> list[Fix]:
    """Activation and loss have to change together."""
    activation, literal = other_name_edit(output.tensor, "sigmoid"), literal_of(loss)
    if output.function != "softmax" or activation is None or literal is None:
        return []
    edits = (activation, replace(literal, '"binary_crossentropy"'))
    return [Fix("Use sigmoid and binary_crossentropy", Safety.UNSAFE, edits)]
