from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.made_up import is_made_up
from seismograd.program.model import EvaluationLoop, Fit, Loader, Program
from seismograd.rules.evaluation._callbacks import validation_pair
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call, Loop
from seismograd.source.evaluate.values import Object, Value

_WRAPPERS = frozenset(
    {"builtins.enumerate", "builtins.iter", "tqdm.auto.tqdm", "tqdm.notebook.tqdm", "tqdm.tqdm"}
)


class EvaluationOnTrainingData(Rule):
    """
    ## What it does
    Finds results that are measured on the data that the network was trained on: Keras
    `validation_data` or `evaluate` with the training arrays and nothing else to compare with, and
    PyTorch evaluation loops that only run over the training loader while a loader of test data
    is built and never used.

    ## Why is this bad?
    A network can know its training data by heart. The result says nothing about new data, and
    overfitting cannot be seen.

    ## Example
    ```python
    model.fit(x_train, y_train, validation_data=(x_train, y_train))
    ```

    ## How to fix
    ```python
    model.fit(x_train, y_train, validation_data=(x_val, y_val))
    ```

    ## When to ignore
    Where the training error in evaluation mode is wanted.

    ## References
    - scikit-learn user guide, "Cross-validation: evaluating estimator performance".
    """

    code = "SG804"
    name = "evaluation-on-training-data"
    fault_type = FaultType.VRM
    alternatives = (FaultType.CPP,)
    severity = Severity.WARNING
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for fit in program.fits:
            if is_made_up(fit.inputs):
                continue
            pair = validation_pair(fit)
            if pair is not None and pair[0] is fit.inputs:
                yield self._validated(fit)
            elif pair is None:
                yield from self._evaluated(program, fit)
        yield from self._loops(program)

    def _evaluated(self, program: Program, fit: Fit) -> Iterator[Finding]:
        """`evaluate` on the training arrays, where nothing else is ever measured."""
        calls = [call for call in program.calls_to("*.evaluate", "*.predict")
                 if call.receiver is fit.call.receiver]  # fmt: skip
        if len(calls) == 1 and calls[0].method == "evaluate" and _is_trained_on(calls[0], fit):
            yield self.finding(
                calls[0].place.span,
                "The model is only evaluated on the data it was trained on: the result says "
                "nothing about new data.",
                because="The same array goes into fit and evaluate.",
                related=[Related(fit.place.span, "trained on the same data")],
                severity=Severity.INFO,
            )

    def _validated(self, fit: Fit) -> Finding:
        return self.finding(
            fit.settings["validation_data"].span,
            "The validation data are the training data: overfitting cannot be seen and the result "
            "says nothing about new data.",
            because="The same array goes into fit as training and as validation data.",
            related=[Related(fit.place.span, "trained on the same data")],
        )

    def _loops(self, program: Program) -> Iterator[Finding]:
        unused = [
            one for one in program.loaders if one.role == "test" and not _is_used(program, one)
        ]
        trained = {id(one.loader.value) for one in program.loops if one.loader is not None}
        for evaluation in program.evaluations if unused else ():
            if id(_iterated(evaluation.loop)) in trained:
                yield self._of_loop(evaluation, unused[0])

    def _of_loop(self, evaluation: EvaluationLoop, unused: Loader) -> Finding:
        return self.finding(
            evaluation.place.span,
            "The network is measured on the loader it is trained with, while the loader of test "
            "data is never used: the result says nothing about new data.",
            because="Training and evaluation go over the same loader.",
            related=[Related(unused.place.span, "never used")],
        )


def _is_trained_on(call: Call, fit: Fit) -> bool:
    given = call.value(0, "x")
    return given is not None and given is fit.inputs


def _iterated(loop: Loop | None) -> Value | None:
    value = None if loop is None else loop.iterable
    while isinstance(value, Object) and value.path in _WRAPPERS and value.call.positional:
        value = value.call.positional[0].value
    return value


def _is_used(program: Program, loader: Loader) -> bool:
    """Whether a loader goes into anything at all."""
    if any(_iterated(loop) is loader.value for loop in program.all_loops):
        return True
    return any(
        argument.value is loader.value
        for call in program.index.given(loader.value)
        for argument in call.arguments
    )
