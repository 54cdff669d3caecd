from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Network, Program
from seismograd.program.operations import through
from seismograd.program.scores import width_of
from seismograd.rules.evaluation._measuring import predicted
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Tensor, Value, number

_COMPARISONS = frozenset({"operator.ge", "operator.gt"})


class RoundedSoftmax(Rule):
    """
    ## What it does
    Finds probabilities of a softmax over more than two classes that are rounded or compared with
    0.5 to get the predicted class.

    ## Why is this bad?
    The most likely class need not have a probability above one half. Such examples get no class
    at all and count as wrong, so the result is too low, the more so the more classes there are.

    ## Example
    ```python
    probabilities = model.predict(x_test)
    predicted = np.round(probabilities)
    ```

    ## How to fix
    ```python
    predicted = np.argmax(probabilities, axis=1)
    ```

    ## When to ignore
    Where "none of the classes" is a wanted answer for examples that are not certain.

    ## References
    - NumPy documentation of `numpy.argmax`.
    """

    code = "SG810"
    name = "rounded-softmax"
    fault_type = FaultType.MET
    severity = Severity.WARNING
    confidence = 0.85

    def check(self, program: Program) -> Iterator[Finding]:
        rounding = program.index.making("round")
        for call in (*program.calls_to(*_COMPARISONS), *rounding):
            softmax = _softmax(call, program)
            if softmax is None:
                continue
            classes = max((_classes(softmax, network) for network in program.networks), default=0)
            if classes > 2:
                yield self._finding(call, softmax, classes)

    def _finding(self, call: Call, softmax: Tensor, classes: int) -> Finding:
        related = [] if softmax.place is None else [Related(softmax.place.span, "the softmax")]
        rounded = call.path not in _COMPARISONS
        return self.finding(
            call.place.span,
            f"Probabilities over {classes} classes are {'rounded' if rounded else 'cut at 0.5'}: "
            "examples whose best class stays below one half get no class. Use argmax.",
            because=f"The values come from a softmax over {classes} classes.",
            related=related,
            severity=None if rounded else Severity.INFO,
        )


def _classes(softmax: Tensor, network: Network) -> int:
    return width_of(softmax, network) or 0


def _softmax(call: Call, program: Program) -> Tensor | None:
    """The softmax whose values a call cuts at one half."""
    if call.path in _COMPARISONS and len(call.positional) == 2:
        left, right = (argument.value for argument in call.positional)
        return _behind(left, program) if number(right) == 0.5 else None
    result = call.result
    if isinstance(result, Tensor) and result.op == "round" and result.call is call:
        return _behind(result.inputs[0], program) if result.inputs else None
    return None


def _behind(value: Value | None, program: Program) -> Tensor | None:
    found = through(predicted(through(value, "detach", "numpy"), program))
    return found if isinstance(found, Tensor) and found.op == "softmax" else None
