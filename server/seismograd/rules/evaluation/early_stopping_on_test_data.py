from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Fit, Program
from seismograd.rules.evaluation._callbacks import validation_pair, watchers
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call


class EarlyStoppingOnTestData(Rule):
    """
    ## What it does
    Finds a Keras training that stops early, or keeps the best weights, by the same data on which
    the model is evaluated afterwards.

    ## Why is this bad?
    The number of epochs is then chosen to suit the test data. The reported result is too good:
    it is the best of many looks at the test data, not an estimate for new data.

    ## Example
    ```python
    model.fit(x_train, y_train, validation_data=(x_test, y_test),
              callbacks=[EarlyStopping(patience=3)])
    model.evaluate(x_test, y_test)
    ```

    ## How to fix
    Hold out a third part for the callbacks:
    ```python
    model.fit(x_train, y_train, validation_split=0.2, callbacks=[EarlyStopping(patience=3)])
    model.evaluate(x_test, y_test)
    ```

    ## When to ignore
    Where the result is not reported as a test result.

    ## References
    - "The Elements of Statistical Learning" (Hastie, Tibshirani, Friedman), section 7.2.
    """

    code = "SG807"
    name = "early-stopping-on-test-data"
    fault_type = FaultType.VRM
    alternatives = (FaultType.CPP,)
    severity = Severity.INFO
    confidence = 0.8
    preview = True

    def check(self, program: Program) -> Iterator[Finding]:
        for fit in program.fits:
            callbacks = fit.settings.get("callbacks")
            watching = next(watchers(callbacks.value), None) if callbacks is not None else None
            evaluation = _evaluation(program, fit)
            if watching is not None and evaluation is not None:
                yield self._finding(fit, evaluation, watching.kind)

    def _finding(self, fit: Fit, evaluation: Call, kind: str) -> Finding:
        return self.finding(
            fit.settings["validation_data"].span,
            f"{kind} chooses the weights by the same data on which the model is evaluated "
            "afterwards: the result is too good. Hold out a third part.",
            because="The same arrays are validation data and test data.",
            related=[Related(evaluation.place.span, "evaluated on the same data")],
        )


def _evaluation(program: Program, fit: Fit) -> Call | None:
    """The evaluation after a training that uses its validation data."""
    pair = validation_pair(fit)
    for call in program.calls_to("*.evaluate") if pair is not None else ():
        same_model = call.receiver is fit.call.receiver and call.index > fit.call.index
        if same_model and pair is not None and call.value(0, "x") is pair[0]:
            return call
    return None
