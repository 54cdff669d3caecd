from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Safety, Severity, Span
from seismograd.program.model import Program
from seismograd.program.torch.containers import SEQUENTIAL
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Argument
from seismograd.source.evaluate.values import Instance, Object, Sequence


class SequentialMissingSplat(Rule):
    """
    ## What it does
    Finds `nn.Sequential` of PyTorch with a list of layers as its argument.

    ## Why is this bad?
    PyTorch takes the layers one by one; a list is no module, and it raises "list is not a Module
    subclass". (The `Sequential` of Keras does take a list.)

    ## Example
    ```python
    nn.Sequential([nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10)])
    ```

    ## How to fix
    ```python
    nn.Sequential(*[nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10)])
    ```

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation of `torch.nn.Sequential`: it takes modules as arguments or an
      OrderedDict of modules.
    """

    code = "SG333"
    name = "sequential-missing-splat"
    fault_type = FaultType.API
    severity = Severity.ERROR
    confidence = 0.97
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.whole_index.to(SEQUENTIAL):
            if len(call.positional) == 1 and not call.open:
                argument = call.positional[0]
                if _is_plain_list(argument) and argument.place.node is not call.place.node:
                    yield self._finding(argument)

    def _finding(self, argument: Argument) -> Finding:
        start = argument.place.span.start
        edit = Edit(Span(argument.place.span.file, start, start), "*")
        return self.finding(
            argument.place.span,
            "nn.Sequential gets a list here, but takes the layers one by one: this raises an "
            "error.",
            because="Its only argument is a list of layers.",
            fixes=[Fix("Unpack the list with *", Safety.SAFE, (edit,))],
        )


def _is_plain_list(argument: Argument) -> bool:
    value = argument.value
    if not isinstance(value, Sequence) or value.kind not in ("list", "tuple"):
        return False
    return bool(value.items) and all(isinstance(item, Object | Instance) for item in value.items)
