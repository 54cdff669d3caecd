from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Optimiser, Program
from seismograd.program.torch.read_training import parameter_owners
from seismograd.program.torch.stepped_optimiser import optimiser_value
from seismograd.rules.loops._round import Round, rounds
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Instance, Object, Unknown, Value


class OptimizerBuiltInLoop(Rule):
    """
    ## What it does
    Finds an optimiser that is built anew in every round of the loop in which it steps, for a
    network that lives longer.

    ## Why is this bad?
    Momentum, running averages and step counts start again at zero each time. Adam becomes a
    sign-like first step for ever, momentum does nothing, and schedulers lose their hold.

    ## Example
    ```python
    for x, y in loader:
        optimizer = torch.optim.Adam(model.parameters())
        ...
        optimizer.step()
    ```

    ## How to fix
    ```python
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        ...
        optimizer.step()
    ```

    ## When to ignore
    When a restart in every round is what is wanted.

    ## References
    - PyTorch documentation, `torch.optim`: the optimiser "will hold the current state".
    """

    code = "SG215"
    name = "optimizer-built-in-loop"
    fault_type = FaultType.LOOP
    alternatives = (FaultType.OCH,)
    severity = Severity.WARNING
    confidence = 0.95

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program, "torch", "keras"):
            stepped = {id(optimiser_value(step)) for step in one.of_kind("step")}
            for optimiser in program.optimisers:
                if id(optimiser.value) in stepped and _is_rebuilt(one, optimiser):
                    yield self._finding(one, optimiser)

    def _finding(self, one: Round, optimiser: Optimiser) -> Finding:
        return self.finding(
            optimiser.place.span,
            f"The optimiser ({optimiser.kind}) is built anew in every round: its momentum and "
            "averages are lost each time.",
            because="It is built and stepped in the same loop, and the network is built outside.",
            related=[Related(one.steps[-1].place.span, "trained in this loop")],
        )


def _is_rebuilt(one: Round, optimiser: Optimiser) -> bool:
    call = optimiser.call
    if call is None or one.loop is None or call.loop is not one.loop:
        return False
    owners = _owners(optimiser)
    outside = all(_is_built_outside(one, owner) for owner in owners)
    return bool(owners) and outside and one.conditions.always(call) and not _starts_again(one)


def _owners(optimiser: Optimiser) -> list[Value | None]:
    if optimiser.networks:
        return [network.value for network in optimiser.networks]
    return [*parameter_owners(optimiser.parameters)]


def _starts_again(one: Round) -> bool:
    """Whether each round puts the weights back, as adapting to one example at a time does."""
    return one.calls("load_state_dict", "set_weights", "load_weights")


def _is_built_outside(one: Round, owner: Value | None) -> bool:
    if isinstance(owner, Unknown):
        # What a function is given was there before its loops.
        return owner.place is not None and isinstance(owner.place.node, ast.arg)
    call = owner.call if isinstance(owner, Instance | Object) else None
    return call is not None and one.loop is not None and not call.in_loop(one.loop)
