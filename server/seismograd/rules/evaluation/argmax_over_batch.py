from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import Program
from seismograd.program.operations import ancestors
from seismograd.program.torch.transformers_trainer import PREDICTIONS
from seismograd.rules.evaluation._argmax import axis, axis_argument, indices, searched
from seismograd.rules.evaluation._measuring import scores_behind
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Tensor
from seismograd.source.rewrite import replace


class ArgmaxOverBatch(Rule):
    """
    ## What it does
    Finds `argmax` (or `max` that gives indices) over axis 0 of a network's class scores, which
    have the examples on axis 0 and the classes on axis 1.

    ## Why is this bad?
    It answers which example has the highest score for each class, not which class each example
    has. The result has one number per class; comparing it with the labels fails, or gives an
    accuracy that means nothing.

    ## Example
    ```python
    predicted = net(images).argmax(dim=0)
    correct += (predicted == labels).sum().item()
    ```

    ## How to fix
    ```python
    predicted = net(images).argmax(dim=1)
    correct += (predicted == labels).sum().item()
    ```

    ## When to ignore
    Where the network gets one example without a batch axis, or the best example per class is
    wanted.

    ## References
    - PyTorch documentation of `torch.argmax`, argument `dim`.
    - NumPy documentation of `numpy.argmax`, argument `axis`.
    """

    code = "SG803"
    name = "argmax-over-batch"
    fault_type = FaultType.MET
    alternatives = (FaultType.SHAPE,)
    severity = Severity.ERROR
    confidence = 0.9
    needs_whole_file = False
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.calls:
            found = indices(call)
            if found is None or axis(call) != 0:
                continue
            scores = scores_behind(searched(call), program)
            if scores is not None and _is_batch(scores, found, program):
                yield self._finding(call)

    def _finding(self, call: Call) -> Finding:
        return self.finding(
            call.place.span,
            f"{call.method} over axis 0 picks the best example for each class, not the best "
            "class for each example: the classes are on axis 1.",
            because="The scores have the examples on axis 0 and the classes on axis 1.",
            fixes=_fixes(call),
        )


def _is_batch(scores: Tensor, indices: Tensor, program: Program) -> bool:
    """Two axes, or a loop over data whose labels the result is compared with."""
    compared = _is_compared(indices, program)
    if scores.op == PREDICTIONS:
        return True
    if scores.op == "unknown":
        # A network nothing is known of may get one example, unless matches are counted.
        return _is_called_on_data(scores) and _is_counted(indices, program)
    if scores.op != "dense":
        return False
    searches_only = indices.call is not None and indices.call.method == "argmax"
    if scores.shape is not None:
        return len(scores.shape) == 2 and (compared or searches_only)
    return _is_called_on_data(scores) and compared


def _is_called_on_data(scores: Tensor) -> bool:
    call = scores.call
    return call is not None and call.loop is not None and call.loop.iterable is not None


def _is_counted(indices: Tensor, program: Program) -> bool:
    """Whether matches with the labels are added up or averaged over the examples of a batch."""
    return any(
        isinstance(call.result, Tensor)
        and any(tensor.op == "eq" and _holds(tensor, indices) for tensor in ancestors(call.result))
        for call in program.index.making("sum", "mean")
    )


def _holds(tensor: Tensor, searched: Tensor) -> bool:
    return any(one is searched for one in ancestors(tensor))


def _is_compared(indices: Tensor, program: Program) -> bool:
    return any(
        isinstance(other.result, Tensor) and _holds(other.result, indices)
        for other in program.calls_to("operator.eq")
    )


def _fixes(call: Call) -> list[Fix]:
    found = axis_argument(call)
    if found is None:
        return []
    edit: Edit = replace(found.place, "1")
    return unsafe_fix("Search along axis 1", edit)
