from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.conditions import Conditions
from seismograd.program.model import Program
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object

_GIVES_GENERATOR = frozenset({"parameters", "named_parameters", "children", "modules"})
_CONSUMES = ("torch.optim.", "torch.nn.utils.clip_grad", "builtins.list", "builtins.sum")


class ExhaustedParameters(Rule):
    """
    ## What it does
    Finds a variable that holds `model.parameters()` and is handed to two consumers, such as an
    optimiser and gradient clipping.

    ## Why is this bad?
    `parameters()` gives a generator, which is empty after its first use: the second consumer gets
    nothing, so nothing is clipped, or the optimiser refuses an empty list.

    ## Example
    ```python
    params = model.parameters()
    optimizer = torch.optim.SGD(params, lr=0.1)
    torch.nn.utils.clip_grad_norm_(params, 1.0)
    ```

    ## How to fix
    ```python
    params = list(model.parameters())
    ```

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation of `torch.nn.Module.parameters`: returns an iterator
    """

    code = "SG519"
    name = "exhausted-parameters"
    fault_type = FaultType.REG
    severity = Severity.ERROR
    confidence = 0.95

    def check(self, program: Program) -> Iterator[Finding]:
        first: dict[int, Call] = {}
        for call in program.index.matching(_consumes):
            given = call.positional[0].value if call.positional else None
            if not _is_generator(given):
                continue
            before = first.setdefault(id(given), call)
            if before is not call and _both_run(before, call):
                yield self.finding(
                    call.positional[0].place.span,
                    "This generator of parameters was used up before: nothing is left for "
                    f"{call.method}.",
                    because="`parameters()` gives a generator, which can be gone through once.",
                    related=[Related(before.place.span, "used up here")],
                )


def _consumes(path: str) -> bool:
    return path.startswith(_CONSUMES)


def _both_run(first: Call, second: Call) -> bool:
    """Whether the first consumer has certainly run when the second one does."""
    optimisers = all(call.path.startswith("torch.optim.") for call in (first, second))
    if optimisers and first.function is not second.function:
        # Functions that build an optimiser each are mostly there to choose from.
        return False
    return Conditions(None, (first, second)).implies(second, first)


def _is_generator(value: object) -> bool:
    return (
        isinstance(value, Object)
        and value.call.method in _GIVES_GENERATOR
        and value.path.startswith("returned:")
    )
