from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Optimiser, Program
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Symbol


class OptimizerBeforeDeviceMove(Rule):
    """
    ## What it does
    Finds a network that is moved to another device after its optimiser was built.

    ## Why is this bad?
    Where moving replaces the parameters (as on XLA devices, or with
    `torch.__future__.set_overwrite_module_params_on_conversion`), the optimiser keeps updating the
    old ones. State that the optimiser already holds stays on the old device.

    ## Example
    ```python
    optimizer = torch.optim.Adam(model.parameters())
    model.to("cuda")
    ```

    ## How to fix
    ```python
    model.to("cuda")
    optimizer = torch.optim.Adam(model.parameters())
    ```

    ## When to ignore
    On CPU and CUDA today's PyTorch moves parameters in place, so the order does no harm there.

    ## References
    - PyTorch documentation, `torch.optim`, "Constructing it": move a model to its device before
      constructing optimisers.
    """

    code = "SG217"
    name = "optimizer-before-device-move"
    fault_type = FaultType.API
    severity = Severity.INFO
    confidence = 0.8

    def check(self, program: Program) -> Iterator[Finding]:
        for optimiser in program.optimisers:
            first = _first_step(program, optimiser)
            if first is None:
                continue
            for network in optimiser.networks:
                for call in program.index.on(network.value):
                    if call.index < first.index and _is_late_move(call, optimiser):
                        yield self._finding(call, optimiser)

    def _finding(self, call: Call, optimiser: Optimiser) -> Finding:
        return self.finding(
            call.place.span,
            "The network is moved to a device after its optimiser was built; move it first.",
            because="The optimiser took the parameters before this call.",
            related=[Related(optimiser.place.span, "the optimiser is built here")],
        )


def _first_step(program: Program, optimiser: Optimiser) -> Call | None:
    return next((c for c in program.index.on(optimiser.value) if c.method == "step"), None)


def _is_late_move(call: Call, optimiser: Optimiser) -> bool:
    built = optimiser.call
    if built is None or call.interpreter is not built.interpreter or call.index < built.index:
        return False
    if call.branches:
        return False
    if call.method == "cuda":
        return True
    given = call.value(0, "device")
    names_type = isinstance(given, Symbol) and given.path.startswith("torch.")
    return call.method == "to" and given is not None and not names_type and not call.keywords
