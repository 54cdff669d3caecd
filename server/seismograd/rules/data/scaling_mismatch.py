from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.keras.pipelines import inputs_and_targets, is_dataset
from seismograd.program.model import Fit, Program
from seismograd.program.numpy.provenance import is_scaled
from seismograd.program.numpy.sources import data_source
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Argument
from seismograd.source.evaluate.values import Sequence, Unknown, Value


class ScalingMismatch(Rule):
    """
    ## What it does
    Compares how the inputs of training and those of validation, evaluation or prediction were
    prepared: one scaled, the other as it was loaded.

    ## Why is this bad?
    The network is asked about numbers it has never seen the like of: a good network scores like
    chance.

    ## Example
    ```python
    x_train = x_train / 255
    model.fit(x_train, y_train)
    model.evaluate(x_test, y_test)
    ```

    ## How to fix
    ```python
    x_train, x_test = x_train / 255, x_test / 255
    ```

    ## When to ignore
    When the difference is what is being studied.

    ## References
    - Breck et al.: Data validation for machine learning (2019), on training-serving skew
    """

    code = "SG602"
    name = "scaling-mismatch"
    fault_type = FaultType.CPP
    severity = Severity.ERROR
    confidence = 0.92
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        for fit in program.fits:
            trained = is_scaled(fit.inputs)
            for given in _other_inputs(program, fit):
                scaled = is_scaled(given.value)
                if trained is None or scaled is None or trained is scaled:
                    continue
                if _same_source(fit, given):
                    yield self._finding(fit, given, scaled)

    def _finding(self, fit: Fit, given: Argument, scaled: bool) -> Finding:
        here = "scaled" if scaled else "not scaled"
        there = "was not" if scaled else "was"
        return self.finding(
            given.place.span,
            f"These inputs are {here}, but what the network was trained on {there}.",
            because="Both were followed back to the data set they were loaded from.",
            related=[Related(fit.place.span, "trained here")],
        )


def _other_inputs(program: Program, fit: Fit) -> Iterator[Argument]:
    validation = fit.settings.get("validation_data")
    if validation is not None and isinstance(validation.value, Sequence) and validation.value.items:
        yield Argument(validation.value.items[0], validation.place)
    elif validation is not None:
        yield Argument(_fed(validation.value), validation.place)
    for call in program.calls_to("*.evaluate", "*.predict"):
        if fit.network is not None and call.receiver is fit.network.value:
            given = call.argument(0, "x")
            if given is not None:
                yield Argument(_fed(given.value), given.place)


def _fed(value: Value | None) -> Value:
    """The inputs themselves, where a pipeline brings them."""
    fed = inputs_and_targets(value) if is_dataset(value) else None
    return (value if fed is None else fed[0]) or Unknown()


def _same_source(fit: Fit, given: Argument) -> bool:
    trained, other = data_source(fit.inputs), data_source(given.value)
    return trained is not None and other is not None and trained.name == other.name
