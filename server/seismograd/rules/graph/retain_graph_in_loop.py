from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import Program
from seismograd.rules.graph._backward import backward_calls
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Const
from seismograd.source.rewrite import remove_argument


class RetainGraphInLoop(Rule):
    """
    ## What it does
    Finds `backward(retain_graph=True)` that is the last gradient computation of its round.

    ## Why is this bad?
    Nothing in the round uses the graph again, so it is kept for nothing. Often the flag was added
    to silence "Trying to backward through the graph a second time", whose cause is a value that is
    carried over from the round before: training then becomes slower with every round.

    ## Example
    ```python
    for x, y in loader:
        output, hidden = model(x, hidden)
        loss = criterion(output, y)
        loss.backward(retain_graph=True)
    ```

    ## How to fix
    Take the flag out; where an error appears, `detach()` what is carried over.

    ## When to ignore
    When a later round goes back through the graph on purpose.

    ## References
    - PyTorch documentation of `torch.Tensor.backward`: "in nearly all cases setting this option to
      True is not needed".
    """

    code = "SG711"
    name = "retain-graph-in-loop"
    fault_type = FaultType.GRAPH
    severity = Severity.INFO
    confidence = 0.8
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        calls = [call for call, _ in backward_calls(program)]
        for call in calls:
            flag = call.value(1, "retain_graph")
            kept = isinstance(flag, Const) and flag.value is True and not flag.soft
            if kept and call.loop is not None and not _uses_again(call, calls):
                yield self._finding(call)

    def _finding(self, call: Call) -> Finding:
        return self.finding(
            call.place.span,
            "retain_graph=True on the last backward() of the round: the graph is kept, and nothing "
            "in the round uses it again.",
            because="No backward() or autograd.grad() follows in the same round.",
            fixes=_fixes(call),
        )


def _uses_again(call: Call, calls: list[Call]) -> bool:
    """Whether gradients are computed again in the round, loops inside and around it included."""
    return call.path == "torch.autograd.grad" or any(
        other is not call
        and other.interpreter is call.interpreter
        and (other.index > call.index or other.loop is not call.loop)
        for other in calls
    )


def _fixes(call: Call) -> list[Fix]:
    given = call.keywords.get("retain_graph")
    node = call.place.node
    keywords = [k for k in getattr(node, "keywords", []) if k.arg == "retain_graph"]
    if given is None or not keywords:
        return []
    edit = remove_argument(call.place, keywords[0])
    return unsafe_fix("Remove retain_graph=True", edit)
