from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.attribute_writes import sets_attribute
from seismograd.program.gradients import runs_without_gradients
from seismograd.program.model import Program
from seismograd.rules.graph._backward import backward_calls
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Const, Tensor, Value
from seismograd.source.rewrite import enclosing_statement


class ManualUpdateOutsideNoGrad(Rule):
    """
    ## What it does
    Finds a parameter that is updated by hand from its gradient where autograd is on
    (`w -= lr * w.grad`), or that is replaced by a new tensor (`w = w - lr * w.grad`) in a loop.

    ## Why is this bad?
    In place, PyTorch raises "a leaf Variable that requires grad is being used in an in-place
    operation". Replaced, the new tensor is no leaf: its `grad` stays None and the next update
    fails, while the graph grows from round to round.

    ## Example
    ```python
    loss.backward()
    w -= lr * w.grad
    ```

    ## How to fix
    ```python
    loss.backward()
    with torch.no_grad():
        w -= lr * w.grad
        w.grad.zero_()
    ```

    ## When to ignore
    When the update itself is to be differentiated, as in meta-learning with `create_graph=True`.

    ## References
    - PyTorch tutorial "Learning PyTorch with Examples".
    """

    code = "SG714"
    name = "manual-update-outside-no-grad"
    fault_type = FaultType.GRAPH
    alternatives = (FaultType.LOOP,)
    severity = Severity.ERROR
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        runs = {id(call.interpreter) for call, _ in backward_calls(program)}
        for call in program.calls_to("operator.isub", "operator.iadd", "operator.sub"):
            if id(call.interpreter) not in runs:
                continue
            if call.method in ("isub", "iadd"):
                if _updates_itself(call) and not runs_without_gradients(call):
                    yield self._in_place(call)
            elif call.method == "sub" and _replaces(program, call):
                yield self._replaced(call)

    def _in_place(self, call: Call) -> Finding:
        return self.finding(
            call.place.span,
            "A parameter is changed in place where autograd is on: this raises an error. Put the "
            "update under torch.no_grad().",
            because="The parameter is updated from its own gradient outside no_grad().",
        )

    def _replaced(self, call: Call) -> Finding:
        return self.finding(
            call.place.span,
            "The parameter is replaced by a new tensor that is no leaf: its grad is None in the "
            "next round. Update it in place under torch.no_grad().",
            because="The name of the parameter is bound to the result of the update in a loop.",
        )


def _names_own_gradient(target: ast.AST, value: ast.AST) -> bool:
    """Whether an expression uses the gradient of what it is assigned to."""
    wanted = ast.dump(_loaded(target))
    return any(
        isinstance(node, ast.Attribute) and node.attr == "grad" and ast.dump(node.value) == wanted
        for node in ast.walk(value)
    )


def _loaded(target: ast.AST) -> ast.AST:
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Load())
    if isinstance(target, ast.Attribute):
        return ast.Attribute(target.value, target.attr, ast.Load())
    return target


def _updates_itself(call: Call) -> bool:
    node = call.place.node
    left: Value = call.positional[0].value
    if not isinstance(node, ast.AugAssign) or (isinstance(left, Tensor) and not _is_leaf(left)):
        return False
    data = isinstance(node.target, ast.Attribute) and node.target.attr == "data"
    return not data and _names_own_gradient(node.target, node.value)


def _is_leaf(tensor: Tensor) -> bool:
    """A parameter, or a tensor made by hand that asks for gradients."""
    if tensor.op == "parameter":
        return True
    flag = tensor.call.value(None, "requires_grad") if tensor.call is not None else None
    asked = isinstance(flag, Const) and flag.value is True
    return asked or (tensor.op == "requires_grad" and bool(tensor.inputs))


def _replaces(program: Program, call: Call) -> bool:
    statement = enclosing_statement(call.place)
    left = call.positional[0].value
    if not isinstance(statement, ast.Assign) or call.loop is None or not isinstance(left, Tensor):
        return False
    own = statement.value is call.place.node and len(statement.targets) == 1
    target = statement.targets[0]
    is_name = isinstance(target, ast.Name) and call.loop.before.get(target.id) is left
    if not (own and is_name and _is_leaf(left) and _names_own_gradient(target, statement.value)):
        return False
    return not any(
        other.method in ("requires_grad_", "detach", "detach_")
        or sets_attribute(other, "requires_grad")
        for other in program.index.within(call.loop)
        if other.loop is call.loop
    )
