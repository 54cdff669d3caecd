from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Safety, Severity, Span
from seismograd.program.keras.layers import spec_of as keras_spec
from seismograd.program.keras.names import SEQUENTIAL as KERAS_SEQUENTIAL
from seismograd.program.model import Program
from seismograd.program.operations import ACTIVATIONS
from seismograd.program.torch.containers import LISTS
from seismograd.program.torch.layers import spec_of as torch_spec
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Sequence, Symbol, Value

_CONTAINERS = LISTS | {KERAS_SEQUENTIAL}
_NEEDS_NOTHING = ACTIVATIONS - {"threshold"} | {"dropout", "flatten", "identity"}


class ActivationClassNotCalled(Rule):
    """
    ## What it does
    Finds a layer class among layers, where an object of it belongs: `nn.ReLU` for `nn.ReLU()`.

    ## Why is this bad?
    Containers take layers, not classes of layers. PyTorch raises "is not a Module subclass"; Keras
    raises an error of its own.

    ## Example
    ```python
    nn.Sequential(nn.Linear(784, 128), nn.ReLU, nn.Linear(128, 10))
    ```

    ## How to fix
    ```python
    nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))
    ```

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation of `torch.nn.Sequential`: modules will be added in the order they are
      passed in the constructor.
    """

    code = "SG332"
    name = "activation-class-not-called"
    fault_type = FaultType.API
    severity = Severity.ERROR
    confidence = 0.97
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.whole_index.to(*_CONTAINERS):
            for value in _given(call):
                if isinstance(value, Symbol):
                    spec = torch_spec(value.path) or keras_spec(value.path)
                    if spec is not None:
                        yield from self._finding(value, spec.op)

    def _finding(self, value: Symbol, kind: str) -> Iterator[Finding]:
        if value.place is None:
            return
        name = value.path.rpartition(".")[2]
        end = value.place.span.end
        edit = Edit(Span(value.place.span.file, end, end), "()")
        yield self.finding(
            value.place.span,
            f"`{name}` is a class, not a layer: the container needs `{name}(...)`.",
            because="The class itself is among the layers.",
            fixes=[Fix("Call it", Safety.SAFE, (edit,))] if kind in _NEEDS_NOTHING else [],
        )


def _given(call: Call) -> list[Value]:
    """The layers that a container is given, one by one or in a list."""
    found: list[Value] = []
    for argument in call.positional:
        value = argument.value
        found.extend(value.items if isinstance(value, Sequence) else [value])
    return found
