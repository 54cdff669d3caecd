from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Related, Safety, Severity, Span
from seismograd.program.gradients import followed
from seismograd.program.model import Program
from seismograd.rules.graph._backward import (
    behind_backward,
    carries_graph,
    is_start,
    text_with,
)
from seismograd.rules.graph._uses import is_only_shown
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Argument, Call, Loop
from seismograd.source.evaluate.values import Value


class GraphKeptInSum(Rule):
    """
    ## What it does
    Finds a running sum over rounds to which a loss is added as a tensor: `total += loss`.

    ## Why is this bad?
    The sum keeps the graph of every round alive, and with it the memory of all of them: memory
    grows until the end of the epoch, often until the device is full.

    ## Example
    ```python
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss
    ```

    ## How to fix
    ```python
        total += loss.item()
    ```

    ## When to ignore
    When the sum itself is differentiated later; the rule is silent where it sees that.

    ## References
    - PyTorch documentation, FAQ: "Don't accumulate history across your training loop".
    """

    code = "SG702"
    name = "graph-kept-in-sum"
    fault_type = FaultType.GRAPH
    severity = Severity.WARNING
    confidence = 0.9
    fix_availability = FixAvailability.ALWAYS
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.calls_to("operator.iadd"):
            if call.loop is None or not _is_lasting(call, call.loop):
                continue
            added = call.positional[1]
            if carries_graph(program, added.value) and _is_a_record(program, call):
                needed = behind_backward(program)
                if id(call.result) not in needed and id(call.positional[0].value) not in needed:
                    yield self._finding(call, added)

    def _finding(self, call: Call, added: Argument) -> Finding:
        suffix = ".item()" if is_only_shown(call) else ".detach()"
        text = text_with(added.place, suffix)
        return self.finding(
            call.place.span,
            "A tensor with its graph is added up over rounds: the graph of every round stays in "
            "memory.",
            because="The value added comes from the network with its graph, and the sum lasts "
            "longer than the round.",
            related=[] if call.loop is None else [Related(_head(call.loop), "in this loop")],
            fixes=[Fix(f"Add {text}", Safety.SAFE, (Edit(added.place.span, text),))],
        )


def _head(loop: Loop) -> Span:
    node = loop.node
    inner = node.iter if isinstance(node, ast.For | ast.AsyncFor) else getattr(node, "test", node)
    return loop.place.chunk.span(inner)


def _is_lasting(call: Call, loop: Loop) -> bool:
    """Whether what is added to lives longer than a round."""
    target = call.positional[0].place.node
    left: Value = call.positional[0].value
    if isinstance(target, ast.Name):
        return loop.before.get(target.id) is left
    root = target
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    return isinstance(root, ast.Name) and root.id not in _assigned(loop)


def _assigned(loop: Loop) -> set[str]:
    """Names that the loop itself gives a value: they start anew each round."""
    return {
        node.id
        for node in ast.walk(loop.node)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _is_a_record(program: Program, call: Call) -> bool:
    """Whether a sum only keeps count of losses: they are differentiated one by one, or the sum
    is only shown. A sum that leaves the function may be a loss itself."""
    added = call.positional[1].value
    if is_start(program, added):
        return True
    is_loss = any(tensor.op.startswith("loss:") for tensor in followed(added))
    scaled = any(is_start(program, part) for part in followed(added))
    return is_loss and (scaled or is_only_shown(call))
