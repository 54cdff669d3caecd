from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Program
from seismograd.rules.graph._backward import backward_calls, carries_graph, text_with
from seismograd.rules.graph._uses import is_list_only_shown
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.values import Member, Sequence, Unknown


class GraphKeptInList(Rule):
    """
    ## What it does
    Finds a loss that is differentiated and then appended, as a tensor, to a list that outlives the
    round.

    ## Why is this bad?
    Each tensor in the list keeps the graph of its round alive. Memory grows with every batch, and
    plotting the list later fails because the tensors still require gradients.

    ## Example
    ```python
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)
    ```

    ## How to fix
    ```python
        losses.append(loss.item())
    ```

    ## When to ignore
    When the list is differentiated later, which needs `retain_graph`.

    ## References
    - PyTorch documentation, FAQ: "Don't accumulate history across your training loop".
    """

    code = "SG703"
    name = "graph-kept-in-list"
    fault_type = FaultType.GRAPH
    severity = Severity.WARNING
    confidence = 0.9
    fix_availability = FixAvailability.ALWAYS
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        starts = {id(start): call for call, start in backward_calls(program)}
        for call in program.index.named("append") if starts else ():
            if call.loop is None or len(call.positional) != 1:
                continue
            backward = starts.get(id(call.positional[0].value))
            if backward is None or backward.loop is not call.loop or _keeps(backward):
                continue
            if _outlives_round(call) and carries_graph(program, call.positional[0].value):
                yield self._finding(call, call.positional[0], backward)

    def _finding(self, call: Call, added: Argument, backward: Call) -> Finding:
        suffix = ".item()" if is_list_only_shown(call) else ".detach()"
        text = text_with(added.place, suffix)
        return self.finding(
            added.place.span,
            "A tensor with its graph goes into a list that outlives the round: the graph of every "
            "round stays in memory.",
            because="The loss is differentiated in the same round and then kept as it is.",
            related=[Related(backward.place.span, "differentiated here")],
            fixes=[Fix(f"Append {text}", Safety.SAFE, (Edit(added.place.span, text),))],
        )


def _keeps(backward: Call) -> bool:
    return bool(backward.keywords.keys() & {"retain_graph", "create_graph"})


def _outlives_round(call: Call) -> bool:
    receiver = call.receiver
    if isinstance(receiver, Sequence):
        return receiver.loop is not call.loop
    return isinstance(receiver, Member | Unknown)
