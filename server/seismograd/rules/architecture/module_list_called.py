from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Program
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Sequence
from seismograd.source.rewrite import rename_function, splat_argument

_LISTS = frozenset({"torch.nn.ModuleDict.__call__", "torch.nn.ModuleList.__call__"})


class ModuleListCalled(Rule):
    """
    ## What it does
    Finds an `nn.ModuleList` or `nn.ModuleDict` that is called like a network.

    ## Why is this bad?
    These only keep modules; they do not know in which order data passes them, and raise
    NotImplementedError when called.

    ## Example
    ```python
    self.layers = nn.ModuleList([nn.Linear(64, 64), nn.ReLU()])
    ...
    return self.layers(x)
    ```

    ## How to fix
    Apply the modules one by one, or keep them in an `nn.Sequential`:
    ```python
    for layer in self.layers:
        x = layer(x)
    ```

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation of `torch.nn.ModuleList`: it can be indexed like a regular list.
    """

    code = "SG334"
    name = "module-list-called"
    fault_type = FaultType.API
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.whole_index.to(*_LISTS):
            container = call.receiver
            # Built under a condition, it may not be what is called here.
            if isinstance(container, Object) and not container.call.branches:
                yield self._finding(call, container)

    def _finding(self, call: Call, container: Object) -> Finding:
        name = container.path.rpartition(".")[2]
        built = container.place
        return self.finding(
            call.place.span,
            f"{name} cannot be called: it keeps modules, but has no forward.",
            because=f"What is called here was built as {name}.",
            related=[] if built is None else [Related(built.span, f"the {name}")],
            fixes=_fixes(container),
        )


def _fixes(container: Object) -> list[Fix]:
    """`nn.Sequential(*layers)` in the place of `nn.ModuleList(layers)`."""
    given = container.call.positional
    if container.path != "torch.nn.ModuleList" or len(given) != 1:
        return []
    edit = rename_function(container.call.place, "ModuleList", "Sequential")
    if edit is None or not isinstance(given[0].value, Sequence):
        return []
    edits = (edit, *splat_argument(container.call.place, given[0].place))
    return [Fix("Keep the modules in an nn.Sequential", Safety.UNSAFE, edits)]
