from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

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
from seismograd.source.evaluate.values import Place, Value


class _Sum(NamedTuple):
    """Something added to what the rounds of a loop add up."""

    call: Call
    loop: Loop
    target: ast.AST
    added: Argument

    @property
    def before(self) -> Value:
        return self.call.positional[0].value


class GraphKeptInSum(Rule):
    """
    ## What it does
    Finds a running sum over rounds to which a loss is added as a tensor: `total += loss` or
    `total = total + loss`.

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
        for total in _sums(program):
            if not _is_lasting(total):
                continue
            if carries_graph(program, total.added.value) and _is_a_record(program, total):
                needed = behind_backward(program)
                if id(total.call.result) not in needed and id(total.before) not in needed:
                    yield self._finding(total)

    def _finding(self, total: _Sum) -> Finding:
        added = total.added
        suffix = ".item()" if is_only_shown(total.call, total.target) else ".detach()"
        text = text_with(added.place, suffix)
        return self.finding(
            total.call.place.span,
            "A tensor with its graph is added up over rounds: the graph of every round stays in "
            "memory.",
            because="The value added comes from the network with its graph, and the sum lasts "
            "longer than the round.",
            related=[Related(_head(total.loop), "in this loop")],
            fixes=[Fix(f"Add {text}", Safety.SAFE, (Edit(added.place.span, text),))],
        )


def _head(loop: Loop) -> Span:
    node = loop.node
    inner = node.iter if isinstance(node, ast.For | ast.AsyncFor) else getattr(node, "test", node)
    return loop.place.chunk.span(inner)


def _sums(program: Program) -> Iterator[_Sum]:
    """What loops add up: `total += loss`, and `total = total + loss`."""
    for call in program.calls_to("operator.iadd"):
        if call.loop is not None:
            yield _Sum(call, call.loop, call.positional[0].place.node, call.positional[1])
    for call in program.calls_to("operator.add"):
        node = call.place.node
        if call.loop is not None and isinstance(node, ast.BinOp) and _replaces(node, call.loop):
            added = Argument(call.positional[1].value, Place(call.place.chunk, node.right))
            yield _Sum(call, call.loop, node.left, added)


def _replaces(addition: ast.BinOp, loop: Loop) -> bool:
    """Whether a sum takes the place of its first summand."""
    name = addition.left.id if isinstance(addition.left, ast.Name) else None
    return name is not None and any(
        isinstance(node, ast.Assign)
        and node.value is addition
        and any(isinstance(left, ast.Name) and left.id == name for left in node.targets)
        for node in ast.walk(loop.node)
    )


def _is_lasting(total: _Sum) -> bool:
    """Whether what is added to lives longer than a round."""
    root = total.target
    if isinstance(root, ast.Name):
        return total.loop.before.get(root.id) is total.before
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    return isinstance(root, ast.Name) and root.id not in _assigned(total.loop)


def _assigned(loop: Loop) -> set[str]:
    """Names that the loop itself gives a value: they start anew each round."""
    return {
        node.id
        for node in ast.walk(loop.node)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _is_a_record(program: Program, total: _Sum) -> bool:
    """Whether a sum only keeps count of losses: they are differentiated one by one, or the sum
    is only shown. A sum that leaves the function may be a loss itself."""
    added = total.added.value
    if is_start(program, added):
        return True
    is_loss = any(tensor.op.startswith("loss:") for tensor in followed(added))
    scaled = any(is_start(program, part) for part in followed(added))
    return is_loss and (scaled or is_only_shown(total.call, total.target))
