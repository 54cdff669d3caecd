from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Compile, LossUse, Program
from seismograd.program.settings import Setting
from seismograd.rules.agreement._labels import labels_of
from seismograd.rules.agreement._metrics import metric_name
from seismograd.rules.agreement._outputs import REGRESSION, output_of
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.rewrite import replace

_ACCURACIES = frozenset({"acc", "accuracy", "binary_accuracy", "categorical_accuracy"})


class AccuracyForRegression(Rule):
    """
    ## What it does
    Finds accuracy as the metric of a Keras model that learns real numbers: a regression loss on
    one linear unit, or on targets that are known to be real numbers.

    ## Why is this bad?
    Accuracy counts exact hits (or hits after a cut at 0.5). Predicted real numbers hardly ever
    equal the target, so the metric stays near zero however good the model is, and says nothing.

    ## Example
    ```python
    model.add(Dense(1))
    model.compile(loss="mse", optimizer="adam", metrics=["accuracy"])
    ```

    ## How to fix
    ```python
    model.add(Dense(1))
    model.compile(loss="mse", optimizer="adam", metrics=["mae"])
    ```

    ## When to ignore
    Where the targets are 0 and 1 and the regression is a classifier in disguise.

    ## References
    - Keras documentation, "Accuracy metrics" and "Regression metrics".
    """

    code = "SG115"
    name = "accuracy-for-regression"
    fault_type = FaultType.MET
    severity = Severity.WARNING
    confidence = 0.85
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for compiled in program.compiles:
            loss = compiled.loss
            if loss is None or loss.kind not in REGRESSION or not _is_regression(program, loss):
                continue
            for metric in compiled.metrics:
                if metric_name(metric) in _ACCURACIES:
                    yield self._finding(compiled, loss, metric)

    def _finding(self, compiled: Compile, loss: LossUse, metric: Setting) -> Finding:
        return self.finding(
            metric.span,
            f"Accuracy as the metric of a regression with the loss {loss.kind}: predicted numbers "
            "hardly ever hit the target exactly, so it says nothing.",
            because="The output is real numbers and the loss is a regression loss.",
            related=[Related(loss.built_at.span, "the regression loss")],
            fixes=_fixes(compiled, metric),
        )


def _is_regression(program: Program, loss: LossUse) -> bool:
    labels = labels_of(loss, program)
    if labels is not None:
        return labels.encoding == "float" and not labels.is_made_up
    output = output_of(loss)
    return output is not None and output.function == "linear" and output.units == 1


def _fixes(compiled: Compile, metric: Setting) -> list[Fix]:
    measured = {metric_name(other) for other in compiled.metrics}
    if metric.text is None or measured & {"mae", "mean_absolute_error"}:
        return []
    edit = replace(metric.place, '"mae"')
    return unsafe_fix("Measure the mean absolute error", edit)
