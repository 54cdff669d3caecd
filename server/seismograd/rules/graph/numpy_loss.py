from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.gradients import (
    followed,
    is_torch,
    passes_learned_layer,
    reaches_parameters,
    runs_without_gradients,
)
from seismograd.program.model import Program
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.values import Tensor

_HARMLESS = frozenset({"ndim", "result_type", "shape", "size"})


class NumpyLoss(Rule):
    """
    ## What it does
    Finds a NumPy function that is applied to the output of a PyTorch network with its graph.

    ## Why is this bad?
    NumPy knows nothing of gradients: PyTorch raises "Can't call numpy() on Tensor that requires
    grad", and where the tensor was detached first the loss cannot train anything.

    ## Example
    ```python
    loss = np.mean((model(x) - y) ** 2)
    ```

    ## How to fix
    ```python
    loss = torch.mean((model(x) - y) ** 2)
    ```
    For metrics, detach first: `np.mean(model(x).detach().numpy())`.

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation of `torch.Tensor.numpy`.
    """

    code = "SG717"
    name = "numpy-loss"
    fault_type = FaultType.GRAPH
    alternatives = (FaultType.LCH,)
    severity = Severity.ERROR
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.index.under("numpy."):
            if call.method in _HARMLESS:
                continue
            for argument in call.positional:
                if _carries_graph(argument) and not runs_without_gradients(call):
                    yield self._finding(call, argument)
                    break

    def _finding(self, call: Call, argument: Argument) -> Finding:
        place = argument.value.place
        return self.finding(
            call.place.span,
            f"{call.path} on the output of a network with its graph: NumPy cannot follow "
            "gradients, and PyTorch raises an error.",
            because="The argument comes from learned layers without detach().",
            related=[] if place is None else [Related(place.span, "computed here")],
        )


def _carries_graph(argument: Argument) -> bool:
    value = argument.value
    if not isinstance(value, Tensor) or not is_torch(value):
        return False
    arrays = any(t.call is not None and t.call.path.startswith("numpy.") for t in followed(value))
    return not arrays and reaches_parameters(value) is True and passes_learned_layer(value)
