from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.gradients import (
    cut_points,
    passes_learned_layer,
    reaches_parameters,
)
from seismograd.program.model import Program
from seismograd.rules.graph._backward import backward_calls, loop_data
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Place, Tensor, Value

_WORDS = {
    "item": ".item()",
    "numpy": ".numpy()",
    "argmax": "argmax",
    "argmin": "argmin",
    "tensor": "torch.tensor()",
    "from_numpy": "a copy into a new tensor",
    "cast": "a cast to whole numbers",
    "one_hot": "one_hot",
}


class LossPathCut(Rule):
    """
    ## What it does
    Finds a loss from which no gradient can reach the network, because everything between them goes
    through `detach()`, `.data`, `.item()`, `.numpy()`, `argmax`, a comparison, a cast to integers
    or a rewrapping in `torch.tensor`.

    ## Why is this bad?
    `backward()` raises "element 0 of tensors does not require grad", or, where the error was
    silenced, runs and changes nothing: the network is never trained.

    ## Example
    ```python
    prediction = model(x).argmax(dim=1).float()
    loss = criterion(prediction, y)
    loss.backward()
    ```

    ## How to fix
    Compute the loss from the raw output of the network and keep `argmax`, `.item()` and the like
    for metrics:
    ```python
    loss = criterion(model(x), y)
    ```

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation, "Autograd mechanics".
    """

    code = "SG701"
    name = "loss-path-cut"
    fault_type = FaultType.GRAPH
    severity = Severity.ERROR
    confidence = 0.95

    def check(self, program: Program) -> Iterator[Finding]:
        for call, start in (*backward_calls(program), *_tape_calls(program)):
            cut = _cut(program, start) if isinstance(start, Tensor) else None
            if cut is not None and cut.place is not None and call.path != "torch.autograd.grad":
                yield self._finding(call, cut, cut.place)

    def _finding(self, call: Call, cut: Tensor, place: Place) -> Finding:
        word = _WORDS.get(cut.op, "a comparison" if len(cut.op) == 2 else cut.op)
        if cut.op == "detach" and cut.call is not None:
            word = cut.call.method
        return self.finding(
            place.span,
            f"No gradient reaches the network: {word} cuts the graph between it and the loss.",
            because="Every way from the value that is differentiated to the network's layers ends "
            "here.",
            related=[Related(call.place.span, "gradients are computed here")],
        )


def _tape_calls(program: Program) -> Iterator[tuple[Call, Value]]:
    for call in program.calls_to("tensorflow.GradientTape.gradient"):
        target = call.value(0, "target")
        if target is not None:
            yield call, target


def _cut(program: Program, start: Value) -> Tensor | None:
    """Where the graph ends, when it certainly ends everywhere before the network."""
    if reaches_parameters(start, loop_data(program)) is not False:
        return None
    return next((cut for cut in cut_points(start) if passes_learned_layer(cut)), None)
