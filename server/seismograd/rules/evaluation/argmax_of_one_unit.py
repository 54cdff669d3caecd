from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program
from seismograd.rules.evaluation._argmax import axis, indices, searched
from seismograd.rules.evaluation._measuring import scores_behind
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Tensor


class ArgmaxOfOneUnit(Rule):
    """
    ## What it does
    Finds `argmax` over the classes of a network whose last layer has one unit.

    ## Why is this bad?
    The highest of one value is always the first: every example gets class 0, no matter what the
    network has learned. The measured accuracy is the share of class 0.

    ## Example
    ```python
    model = keras.Sequential([layers.Dense(16), layers.Dense(1, activation="sigmoid")])
    predicted = np.argmax(model.predict(x_test), axis=1)
    ```

    ## How to fix
    ```python
    predicted = (model.predict(x_test) > 0.5).astype(int).ravel()
    ```

    ## When to ignore
    Never known to be wanted.

    ## References
    - NumPy documentation of `numpy.argmax`, argument `axis`.
    """

    code = "SG815"
    name = "argmax-of-one-unit"
    fault_type = FaultType.MET
    severity = Severity.ERROR
    confidence = 0.95
    needs_whole_file = False

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.index.named("argmax", "max"):
            if indices(call) is None or axis(call) not in (1, -1):
                continue
            scores = scores_behind(searched(call), program)
            if scores is not None and _is_one_column(scores):
                yield self._finding(call, scores)

    def _finding(self, call: Call, scores: Tensor) -> Finding:
        made = scores.place
        return self.finding(
            call.place.span,
            "argmax over one value is always 0: every example gets the first class. Compare the "
            "value with a threshold.",
            because="The network gives one value for each example.",
            related=[] if made is None else [Related(made.span, "one unit")],
        )


def _is_one_column(scores: Tensor) -> bool:
    shape = scores.shape
    return scores.op == "dense" and shape is not None and len(shape) == 2 and shape[1] == 1
