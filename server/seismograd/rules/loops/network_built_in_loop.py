from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Network, Program, Step
from seismograd.rules.loops._round import Round, rounds
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Instance, Object


class NetworkBuiltInLoop(Rule):
    """
    ## What it does
    Finds a network that is built anew in every round of the loop in which it is trained.

    ## Why is this bad?
    Each round starts from fresh random weights and what the round before learned is thrown away.
    An optimiser made outside the loop even updates the weights of a network that nobody uses.

    ## Example
    ```python
    for x, y in loader:
        model = Net()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    ```

    ## How to fix
    ```python
    model = Net()
    for x, y in loader:
        ...
    ```

    ## When to ignore
    When each round is a separate experiment that takes only one step.

    ## References
    - PyTorch documentation, "Optimizing Model Parameters".
    """

    code = "SG216"
    name = "network-built-in-loop"
    fault_type = FaultType.LOOP
    severity = Severity.ERROR
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for one in rounds(program, "torch", "keras"):
            forwards = one.of_kind("forward")
            if one.loop is None or not one.of_kind("step"):
                continue
            first_uses = {id(step.call.receiver): step for step in reversed(forwards)}
            for network in program.networks:
                used = first_uses.get(id(network.value))
                if used is not None and _is_rebuilt(one, network):
                    yield self._finding(network, used)

    def _finding(self, network: Network, used: Step) -> Finding:
        place = network.value.place or network.place
        return self.finding(
            place.span,
            f"{network.name} is built anew in every round of the training loop: what it learned "
            "in the round before is lost.",
            because="The network is built in the same loop that trains it.",
            related=[Related(used.place.span, "trained here")],
        )


def _is_rebuilt(one: Round, network: Network) -> bool:
    value = network.value
    call = value.call if isinstance(value, Instance | Object) else None
    return call is not None and call.loop is one.loop and one.conditions.always(call)
