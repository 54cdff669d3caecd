from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.contents import within
from seismograd.program.gradients import followed, is_torch
from seismograd.program.model import Program
from seismograd.rules.graph._backward import backward_calls_in
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call, Loop
from seismograd.source.evaluate.values import Choice, Sequence, Tensor, Value


class HiddenStateCarriedOver(Rule):
    """
    ## What it does
    Finds the state of a recurrent network that is handed from one batch to the next without
    `detach()`, in a loop that calls `backward()` each round.

    ## Why is this bad?
    The second `backward()` wants to go back through the batches before, whose graph is already
    freed: "Trying to backward through the graph a second time". With `retain_graph=True` it works,
    and becomes slower and larger with every batch.

    ## Example
    ```python
    for x, y in loader:
        output, hidden = model(x, hidden)
        loss = criterion(output, y)
        loss.backward()
    ```

    ## How to fix
    ```python
    for x, y in loader:
        hidden = hidden.detach()
        output, hidden = model(x, hidden)
    ```

    ## When to ignore
    Never in a loop that calls `backward()` each round.

    ## References
    - PyTorch examples, "Word-level Language Modeling using RNN": `repackage_hidden`.
    - Williams, Peng: "An efficient gradient-based algorithm for on-line training of recurrent
      network trajectories" (truncated backpropagation through time).
    """

    code = "SG704"
    name = "hidden-state-carried-over"
    fault_type = FaultType.GRAPH
    severity = Severity.ERROR
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for loop in program.all_loops:
            backward = _backward_in(program, loop)
            if backward is None:
                continue
            for name, (before, after) in loop.carried.items():
                made = _made_from(before, after)
                if made is not None and _is_differentiated(program, loop, before):
                    yield self._finding(name, made, backward)

    def _finding(self, name: str, made: Tensor, backward: Call) -> Finding:
        assert made.call is not None
        kept = "retain_graph" in backward.keywords
        effect = "takes longer with every round" if kept else "fails in the second round"
        return self.finding(
            made.call.place.span,
            f"{name} is carried from round to round with its graph: backward() goes back through "
            f"all earlier batches, which {effect}.",
            because=f"{name} goes into the recurrent layer as the round before left it, without "
            "detach().",
            related=[Related(backward.place.span, "called in every round")],
        )


def _backward_in(program: Program, loop: Loop) -> Call | None:
    return next((c for c, _ in backward_calls_in(program, loop) if not c.branches), None)


def _made_from(before: Value, after: Value) -> Tensor | None:
    """The recurrent run that makes the new state from the old one, gradients and all."""
    old = {id(part) for part in _parts(before)}
    for tensor in followed(after):
        if tensor.op == "recurrent" and tensor.call is not None and is_torch(tensor):
            states = [value for value in tensor.inputs[1:] if not _may_be_let_go(value, old)]
            given = {id(part) for value in (*tensor.inputs[:1], *states) for part in _parts(value)}
            given |= {id(t) for value in states for t in followed(value)}
            if old & given:
                return tensor
    return None


def _may_be_let_go(value: Value, old: set[int]) -> bool:
    """Whether a branch has put something else in the place of the old state.

    `if state is not None: state = state.detach()` leaves nothing but None as it was.
    """
    choices = (part for part in _parts(value) if isinstance(part, Choice))
    return any(id(part) not in old for part in choices)


def _parts(value: Value) -> Iterator[Value]:
    return within(value, (Sequence, Choice))


def _is_differentiated(program: Program, loop: Loop, before: Value) -> bool:
    old = {id(part) for part in _parts(before)}
    for _, start in backward_calls_in(program, loop):
        inputs = {id(part) for t in followed(start) for i in t.inputs for part in _parts(i)}
        if old & (inputs | {id(t) for t in followed(start)}):
            return True
    return False
