from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Fit, Program
from seismograd.program.shapes.mismatch import shape_text
from seismograd.program.shapes.sizes import differ
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Size, Tensor


class DataDoesNotFitInput(Rule):
    """
    ## What it does
    Compares the shape of the data that `fit` gets with the shape that the network was built for.

    ## Why is this bad?
    Training stops with an error before the first step.

    ## Example
    ```python
    (x_train, y_train), _ = keras.datasets.mnist.load_data()  # images of 28 by 28
    model = keras.Sequential([keras.Input((784,)), layers.Dense(10, activation="softmax")])
    model.fit(x_train / 255, y_train)
    ```

    ## How to fix
    Bring the data into shape, or build the network for the shape that it has:
    ```python
    model.fit(x_train.reshape(-1, 784) / 255, y_train)
    ```

    ## When to ignore
    Where the data has another shape at run time than the source says. An axis of size one at the
    end may be missing or too many: Keras adds and removes it.

    ## References
    - Keras documentation of `keras.Input`, argument `shape`: the batch size is not part of it.
    """

    code = "SG907"
    name = "data-does-not-fit-input"
    fault_type = FaultType.SHAPE
    severity = Severity.ERROR
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for fit in program.fits:
            given = fit.call.argument(0, "x")
            data = None if given is None else given.value
            wanted = fit.network.input if fit.network is not None else None
            if given is None or fit.inputs is not data or not _is_entrance(fit, wanted):
                continue
            if isinstance(data, Tensor) and isinstance(wanted, Tensor) and not _fits(data, wanted):
                yield self._finding(fit, data, wanted)

    def _finding(self, fit: Fit, data: Tensor, wanted: Tensor) -> Finding:
        given = fit.call.argument(0, "x")
        declared = wanted.place
        return self.finding(
            (fit.place if given is None else given.place).span,
            f"The network takes {shape_text(wanted.shape)}, but the data is "
            f"{shape_text(data.shape)}: training stops with an error.",
            because="Both shapes follow from the source.",
            related=[]
            if declared is None
            else [Related(declared.span, "the input of the network")],
        )


def _is_entrance(fit: Fit, wanted: object) -> bool:
    """Whether the network was built for a stated shape, not run on the data to see what it does."""
    return fit.framework == "keras" and isinstance(wanted, Tensor) and wanted.op == "input"


def _fits(data: Tensor, wanted: Tensor) -> bool:
    """Whether data passes the entrance of a network; the batch is of any size."""
    if data.shape is None or wanted.shape is None or not data.shape or not wanted.shape:
        return True
    got, expected = data.shape[1:], wanted.shape[1:]
    if abs(len(got) - len(expected)) == 1:
        got, expected = _without_last_one(got, expected), _without_last_one(expected, got)
    return len(got) == len(expected) and not any(map(differ, got, expected))


def _without_last_one(longer: tuple[Size, ...], other: tuple[Size, ...]) -> tuple[Size, ...]:
    """A shape without the axis of size one at its end, where it has one more than the other."""
    may_be_one = len(longer) > len(other) and not isinstance(longer[-1], int)
    is_one = len(longer) > len(other) and longer[-1] == 1
    return longer[:-1] if is_one or may_be_one else longer
