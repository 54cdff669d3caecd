from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.program.settings import Setting
from seismograd.rules.agreement._labels import labels_of
from seismograd.rules.agreement._metrics import metric_name
from seismograd.rules.agreement._outputs import CATEGORICAL, Output, output_of
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.rewrite import replace

_FOR_ROWS = frozenset({"categorical_accuracy", "top_kcategorical_accuracy",
                       "top_k_categorical_accuracy"})  # fmt: skip
_FOR_NUMBERS = frozenset({"sparse_categorical_accuracy", "sparse_top_k_categorical_accuracy",
                          "sparse_top_kcategorical_accuracy"})  # fmt: skip


class MetricDoesNotFitLabels(Rule):
    """
    ## What it does
    Finds Keras metrics that read the labels or the output in another way than the loss:
    `categorical_accuracy` with class numbers, `sparse_categorical_accuracy` with one-hot rows,
    `binary_accuracy` on a softmax over several classes, and the class `keras.metrics.Accuracy`,
    which compares for equality, on probabilities or scores.

    ## Why is this bad?
    The metric is an error, near zero, or far too high, whatever the model has learnt: binary
    accuracy on ten classes is 0.9 for a model that says "no" to everything.

    ## Example
    ```python
    model.compile(
        loss="sparse_categorical_crossentropy", optimizer="adam", metrics=["categorical_accuracy"]
    )
    ```

    ## How to fix
    The string "accuracy" chooses the fitting one:
    ```python
    model.compile(loss="sparse_categorical_crossentropy", optimizer="adam", metrics=["accuracy"])
    ```

    ## When to ignore
    Where several outputs share the list of metrics.

    ## References
    - Keras documentation, "Accuracy metrics".
    """

    code = "SG116"
    name = "metric-does-not-fit-labels"
    fault_type = FaultType.MET
    severity = Severity.WARNING
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for compiled in program.compiles:
            loss = compiled.loss
            for metric in compiled.metrics if loss is not None else ():
                problem = _problem(program, loss, metric_name(metric)) if loss else None
                if problem is not None and loss is not None:
                    yield self._finding(loss, metric, problem)

    def _finding(self, loss: LossUse, metric: Setting, problem: str) -> Finding:
        return self.finding(
            metric.span,
            f"This metric does not fit: {problem}.",
            because="Loss, labels and output together say how the metric has to read them.",
            related=[Related(loss.built_at.span, "the loss")],
            fixes=_fixes(metric),
        )


def _problem(program: Program, loss: LossUse, name: str | None) -> str | None:
    """Why a metric does not fit, in words."""
    encoding = _encoding(program, loss)
    if name in _FOR_ROWS and encoding == "integer":
        return "it takes one-hot rows, but the labels are class numbers"
    if name in _FOR_NUMBERS and encoding == "one_hot":
        return "it takes class numbers, but the labels are one-hot rows"
    output = output_of(loss)
    if output is not None and output.units is not None:
        return _problem_of_output(name, loss, output, output.units)
    return None


def _encoding(program: Program, loss: LossUse) -> str | None:
    if loss.kind in CATEGORICAL and loss.labels is not None:
        return loss.labels
    labels = labels_of(loss, program)
    return None if labels is None else labels.encoding


def _problem_of_output(name: str | None, loss: LossUse, output: Output, units: int) -> str | None:
    if name == "binary_accuracy" and output.function == "softmax" and units > 2:
        return f"it counts {units} yes-or-no answers for each example, most of which are no"
    if name == "exact_accuracy" and (loss.kind in CATEGORICAL or loss.kind == "bce"):
        return "it compares for equality, but the output is scores, not classes"
    return None


def _fixes(metric: Setting) -> list[Fix]:
    if "top_k" in (metric_name(metric) or ""):
        return []
    edit = replace(metric.place, '"accuracy"')
    return safe_fix('Use "accuracy"', edit)
