from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program
from seismograd.program.numpy.sources import part_of
from seismograd.program.operations import chain
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.values import Place, Sequence, Tensor, Value


class LabelsOfAnotherSplit(Rule):
    """
    ## What it does
    Finds inputs and labels that are given together, although one split made the inputs a part for
    training and the labels a part for testing, or the other way round.

    ## Why is this bad?
    The labels belong to other examples. Where the parts have different sizes it stops with an
    error; where they do not, the network learns, or is measured by, answers to other questions.

    ## Example
    ```python
    x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.5)
    model.fit(x_train, y_test, epochs=20)
    ```

    ## How to fix
    ```python
    model.fit(x_train, y_train, epochs=20)
    ```

    ## When to ignore
    Never known to be wanted.

    ## References
    - scikit-learn documentation of `train_test_split`: it gives the parts of each array in turn.
    """

    code = "SG619"
    name = "labels-of-another-split"
    fault_type = FaultType.CPP
    severity = Severity.ERROR
    confidence = 0.95
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        for place, inputs, labels in _pairs(program):
            parts, other = _split(inputs), _split(labels)
            if parts is None or other is None or parts[0] is not other[0]:
                continue
            if parts[1] != other[1]:
                yield self._finding(place, parts, other[1])

    def _finding(self, place: Place, inputs: tuple[Call, str], labels: str) -> Finding:
        return self.finding(
            place.span,
            f"The inputs are the {inputs[1]} part of a split, but the labels are the {labels} "
            "part: they belong to other examples.",
            because="Both go back to one split.",
            related=[Related(inputs[0].place.span, "split here")],
        )


def _pairs(program: Program) -> Iterator[tuple[Place, Value, Value]]:
    """Inputs and labels that are given together, with the place of the labels."""
    for fit in program.fits:
        yield from _given(fit.call)
        validation = fit.settings.get("validation_data")
        pair = None if validation is None else validation.value
        if validation is not None and isinstance(pair, Sequence) and len(pair.items) >= 2:
            yield validation.place, pair.items[0], pair.items[1]
    for call in program.calls_to("*.evaluate"):
        yield from _given(call)


def _given(call: Call) -> Iterator[tuple[Place, Value, Value]]:
    inputs: Argument | None = call.argument(0, "x")
    labels: Argument | None = call.argument(1, "y")
    if inputs is not None and labels is not None:
        yield labels.place, inputs.value, labels.value


def _split(value: Value) -> tuple[Call, str] | None:
    """The last split on the way of a value, and which part it is."""
    for step in reversed(chain(value)):
        part = part_of(step) if isinstance(step, Tensor) else None
        if part is not None and step.call is not None:
            return step.call, part
    return None
