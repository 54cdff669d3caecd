from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.attribute_writes import sets_attribute
from seismograd.program.gradients import followed, gradient_start, passes_learned_layer
from seismograd.program.model import Program, Step
from seismograd.rules.loops._round import Round, made_by, rounds
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Tensor, Value


class BackwardTwice(Rule):
    """
    ## What it does
    Finds a second `backward()` through the same graph: on the same loss, on two losses that share
    part of a network's run, or in every round on a loss that was computed before the loop.

    ## Why is this bad?
    The first `backward()` frees what the graph has stored. The second one raises "Trying to
    backward through the graph a second time".

    ## Example
    ```python
    output = model(x)
    loss_a = criterion(output, a)
    loss_b = criterion(output, b)
    loss_a.backward()
    loss_b.backward()
    ```

    ## How to fix
    ```python
    (loss_a + loss_b).backward()
    ```
    Or run the network again for the second loss, or pass `retain_graph=True` to the first call.

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation of `torch.Tensor.backward`, `retain_graph`.
    """

    code = "SG219"
    name = "backward-twice"
    fault_type = FaultType.GRAPH
    alternatives = (FaultType.LOOP,)
    severity = Severity.ERROR
    confidence = 0.9
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        if any(_freezes(call) for call in program.index.named("requires_grad_", "setattr")):
            return
        for one in rounds(program):
            backwards = one.of_kind("backward")
            for index, second in enumerate(backwards):
                first = _shared(one, backwards[:index], second)
                if first is not None:
                    yield self._finding(second, first)
                elif _is_made_before(one, second):
                    yield self._outside(second)

    def _finding(self, second: Step, first: Step) -> Finding:
        return self.finding(
            second.place.span,
            "A second backward() through a graph that the first one has freed: this raises an "
            "error.",
            because="Both losses come from the same run of the network, and the first backward() "
            "is called without retain_graph.",
            related=[Related(first.place.span, "the graph is freed here")],
        )

    def _outside(self, backward: Step) -> Finding:
        made = made_by(gradient_start(backward.call))
        return self.finding(
            backward.place.span,
            "backward() in every round on a loss that was computed once before the loop: the "
            "second round raises an error.",
            because="The loss does not change in the loop, and retain_graph is not given.",
            related=[] if made is None else [Related(made.place.span, "computed once, here")],
        )


def _freezes(call: Call) -> bool:
    """A frozen layer records nothing, so its run may be gone back to as often as one likes."""
    if sets_attribute(call, "requires_grad"):
        return True
    return call.method == "requires_grad_" and call.flag(0, "x", True) is not True


def _frees(call: Call) -> bool:
    kept = call.keywords.keys() & {"retain_graph", "create_graph"}
    return not kept and not call.open and len(call.positional) < 2


def _shared(one: Round, earlier: list[Step], second: Step) -> Step | None:
    for first in earlier:
        apart = one.conditions.may_exclude(first.call, second.call)
        if not apart and _frees(first.call) and _share(first.call, second.call):
            return first
    return None


def _share(first: Call, second: Call) -> bool:
    left, right = gradient_start(first), gradient_start(second)
    if isinstance(left, Object) and left is right:
        return True
    seen = {id(tensor) for tensor in followed(left) if _stores(tensor)}
    return any(id(tensor) in seen for tensor in followed(right))


def _stores(tensor: Tensor) -> bool:
    """Learned layers store what they need to go back, and lose it."""
    return tensor.layer is not None and passes_learned_layer(tensor, 1)


def _is_made_before(one: Round, backward: Step) -> bool:
    value: Value | None = gradient_start(backward.call)
    if one.loop is None or not isinstance(one.loop.node, ast.For) or not isinstance(value, Tensor):
        return False
    always = one.conditions.always(backward.call) and _frees(backward.call)
    return (
        always
        and all(_is_outside(one, t) for t in followed(value))
        and any(_stores(tensor) for tensor in followed(value))
    )


def _is_outside(one: Round, tensor: Tensor) -> bool:
    return tensor.call is None or (one.loop is not None and not tensor.call.in_loop(one.loop))
