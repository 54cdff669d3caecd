from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.attribute_writes import sets_attribute
from seismograd.program.gradients import REWRAPPING, cut_points, reaches_parameters
from seismograd.program.model import Program
from seismograd.program.operations import ancestors
from seismograd.program.torch.read_training import parameter_owners
from seismograd.rules.graph._backward import backward_calls, loop_data
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Const, Sequence, Tensor, Value


class RequiresGradOnLoss(Rule):
    """
    ## What it does
    Finds `requires_grad_()` or `requires_grad = True` on a computed loss, right before
    `backward()`, and a loss computed from nothing but a new `torch.tensor(...,
    requires_grad=True)`.

    ## Why is this bad?
    A loss that comes from a network requires gradients by itself. Where the flag is needed to make
    `backward()` run, the graph was cut earlier: the error is silenced, `backward()` stops at the
    loss, and the network is never trained.

    ## Example
    ```python
    loss = criterion(predictions, y)
    loss.requires_grad_(True)
    loss.backward()
    ```

    ## How to fix
    Take the line out and mend the place where the graph is cut (`detach()`, `.item()`, `argmax`,
    `.numpy()`, `torch.tensor(...)`).

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation of `torch.Tensor.requires_grad_`.
    """

    code = "SG716"
    name = "requires-grad-on-loss"
    fault_type = FaultType.GRAPH
    severity = Severity.WARNING
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.index.named("requires_grad_", "setattr"):
            flagged = _flagged(call)
            if flagged is None:
                continue
            for backward, start in backward_calls(program):
                if start is call.result or start is flagged:
                    yield self._finding(call, backward, flagged, loop_data(program))
                    break
        for backward, start in backward_calls(program):
            leaf = _fresh_leaf(program, start)
            if leaf is not None and leaf.call is not None:
                yield self._of_leaf(leaf.call, backward)

    def _of_leaf(self, made: Call, backward: Call) -> Finding:
        return self.finding(
            made.place.span,
            "requires_grad on a tensor made anew only silences the error: backward() ends at it, "
            "and the network is not trained.",
            because="The loss is computed from this tensor alone, and no optimiser holds it.",
            related=[Related(backward.place.span, "backward() starts here")],
            severity=Severity.ERROR,
        )

    def _finding(self, call: Call, backward: Call, loss: Tensor, data: set[int]) -> Finding:
        cut = reaches_parameters(loss, data) is False
        return self.finding(
            call.place.span,
            _message(call, cut),
            because="The loss is the result of operations, and backward() starts from it.",
            related=[Related(backward.place.span, "backward() starts here")],
            severity=Severity.ERROR if cut else None,
        )


def _fresh_leaf(program: Program, start: Value) -> Tensor | None:
    """The tensor at which all gradients of a loss end, where it is made anew from numbers that
    the program computed."""
    ends = cut_points(start)
    leaf = ends[0] if len(ends) == 1 and reaches_parameters(start) is not True else None
    if leaf is None or leaf.call is None or not _is_made_of_results(leaf):
        return None
    flag = leaf.call.value(None, "requires_grad")
    return leaf if flag is not None and _is_true(flag) and _is_idle(program, leaf) else None


def _is_made_of_results(leaf: Tensor) -> bool:
    given = leaf.inputs[0] if leaf.op in REWRAPPING and leaf.inputs else None
    if isinstance(given, Sequence):
        return not all(isinstance(item, Const) for item in given.items)
    return any(tensor.op in ("item", "numpy") for tensor in ancestors(given))


def _is_idle(program: Program, leaf: Tensor) -> bool:
    """Whether optimisers update networks, and not the tensor."""
    updated = any(any(parameter_owners(one.parameters)) for one in program.optimisers)
    holders = (call.path for call in program.index.given(leaf))
    return updated and not any(path.startswith("torch.optim.") for path in holders)


def _message(call: Call, cut: bool) -> str:
    silences = "requires_grad on a computed loss only silences the error: "
    if cut:
        return silences + "its graph is cut before, and the network is not trained."
    if sets_attribute(call, "requires_grad"):
        return (
            "requires_grad = True on a computed loss raises an error: only leaves of the graph "
            "take it, and a loss of a network has it anyway."
        )
    return silences + "a loss of a network has it anyway."


def _flagged(call: Call) -> Tensor | None:
    """The computed tensor that a call marks as requiring gradients."""
    by_name = sets_attribute(call, "requires_grad")
    if not by_name and call.method != "requires_grad_":
        return None
    value = call.receiver
    flag = call.positional[1].value if by_name else call.value(0, "requires_grad")
    if not isinstance(value, Tensor) or not _is_true(flag):
        return None
    computed = bool(value.inputs) and value.op != "parameter"
    return value if computed and _is_scalar(value) else None


def _is_true(value: Value | None) -> bool:
    return value is None or (isinstance(value, Const) and value.value is True)


def _is_scalar(tensor: Tensor) -> bool:
    """A loss, a mean or a sum, not an input that is prepared."""
    return tensor.op.startswith("loss:") or tensor.op in ("mean", "sum") or tensor.shape == ()
