from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.contents import leaves
from seismograd.program.gradients import is_torch, reaches_parameters
from seismograd.program.model import Program
from seismograd.rules.graph._backward import behind_backward, text_with
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.values import Sequence, Tensor, Value
from seismograd.source.rewrite import source_of

_NUMBERS = frozenset({"item", "ndim", "numel", "numpy", "size"})
_COPIES = ("torch.tensor", "torch.FloatTensor", "torch.Tensor", "torch.LongTensor")


class TensorRewrapped(Rule):
    """
    ## What it does
    Finds `torch.tensor(...)` around something that is a tensor already, or around a list of
    tensors.

    ## Why is this bad?
    The numbers are copied into a new tensor without history. In a loss this cuts the graph: with
    `requires_grad=True` nothing complains and nothing is learned.

    ## Example
    ```python
    loss = torch.tensor(criterion(model(x), y), requires_grad=True)
    loss.backward()
    ```

    ## How to fix
    Use the tensor itself; for a list of tensors use `torch.stack`. Where a copy without history is
    wanted, say so with `x.detach().clone()`.

    ## When to ignore
    Outside the loss, when the warning that PyTorch prints does not matter.

    ## References
    - PyTorch documentation of `torch.tensor`: prefer `x.detach().clone()` for tensors.
    """

    code = "SG708"
    name = "tensor-rewrapped"
    fault_type = FaultType.GRAPH
    severity = Severity.INFO
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.calls_to(*_COPIES):
            if not call.positional:
                continue
            given = call.positional[0]
            tensors = [value for value in _tensors(given.value) if is_torch(value)]
            graph = any(reaches_parameters(tensor) is True for tensor in tensors)
            if graph or (tensors and isinstance(given.value, Tensor)):
                flagged = "requires_grad" in call.keywords
                in_loss = (graph or flagged) and id(call.result) in behind_backward(program)
                yield self._finding(call, given, graph, in_loss)

    def _finding(self, call: Call, given: Argument, graph: bool, in_loss: bool) -> Finding:
        effect = (
            "the graph is cut and the loss cannot train the network."
            if in_loss
            else "its graph is lost."
            if graph
            else "use detach().clone() for a copy."
        )
        listed = isinstance(given.value, Sequence)
        what = "a list of tensors" if listed else f"{source_of(given.place)}, a tensor already"
        place = given.value.place
        return self.finding(
            call.place.span,
            f"{call.path} copies {what}: {effect}",
            because="The argument is made by PyTorch operations.",
            related=[Related(place.span, "made here")] if place and place != call.place else [],
            severity=Severity.ERROR if in_loss else Severity.WARNING if graph and listed else None,
            fixes=_fixes(call, given, in_loss),
        )


def _tensors(value: Value) -> list[Tensor]:
    found = [part for part in leaves(value, (Sequence,)) if isinstance(part, Tensor)]
    return [tensor for tensor in found if tensor.op not in _NUMBERS]


def _fixes(call: Call, given: Argument, in_loss: bool) -> list[Fix]:
    if isinstance(given.value, Sequence):
        return []
    text = source_of(given.place) if in_loss else text_with(given.place, ".detach().clone()")
    if not in_loss and (call.keywords or call.path != "torch.tensor"):
        return []
    return [Fix(f"Use {text}", Safety.UNSAFE, (Edit(call.place.span, text),))]
