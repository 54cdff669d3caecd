from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Position, Safety, Severity, Span
from seismograd.program.keras.names import LAYER, MODEL
from seismograd.program.model import Program
from seismograd.program.operations import ACTIVATIONS
from seismograd.program.torch.layers import layer_settings
from seismograd.program.torch.names import MODULE
from seismograd.rules.module_facts import library_families
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Place, Tensor
from seismograd.source.rewrite import enclosing_statement, source_of

_PURE = ACTIVATIONS | {
    "adaptive_pool", "avg_pool", "dropout", "flatten", "max_pool", "permute", "reshape", "squeeze",
    "transpose", "unsqueeze", "view",
}  # fmt: skip
"""Operations that do nothing but give a result."""


class UnusedActivationResult(Rule):
    """
    ## What it does
    Finds statements of a network that apply an activation, pooling, dropout or reshape to data
    and throw the result away.

    ## Why is this bad?
    These functions do not change their input; they give a new tensor. As a statement of its own,
    `F.relu(x)` does nothing: the network has no activation there.

    ## Example
    ```python
    x = self.conv1(x)
    F.relu(x)
    x = self.conv2(x)
    ```

    ## How to fix
    ```python
    x = self.conv1(x)
    x = F.relu(x)
    x = self.conv2(x)
    ```

    ## When to ignore
    Never; variants that change their input in place are not reported.

    ## References
    - PyTorch documentation of `torch.nn.functional.relu`: its parameter `inplace` is False.
    """

    code = "SG335"
    name = "unused-activation-result"
    fault_type = FaultType.AAL
    alternatives = (FaultType.API,)
    severity = Severity.WARNING
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.whole_index.making(*_PURE):
            if _is_in_network(call) and not _is_in_place(call) and _is_statement(call.place):
                yield self._finding(call)

    def _finding(self, call: Call) -> Finding:
        op = call.result.op if isinstance(call.result, Tensor) else call.method
        return self.finding(
            call.place.span,
            f"The result of {op} is thrown away: this statement changes nothing.",
            because="The call is a statement of its own and does not work in place.",
            fixes=_fixes(call),
        )


def _is_in_network(call: Call) -> bool:
    owner = None if call.function is None else call.function.owner
    return owner is not None and not {MODULE, MODEL, LAYER}.isdisjoint(library_families(owner))


def _is_in_place(call: Call) -> bool:
    """Whether a call may change its input; so it does where that is not known."""
    if call.method.endswith("_") and not call.method.startswith("__"):
        return True
    if isinstance(call.receiver, Object):
        inplace = layer_settings(call.receiver.path, call.receiver.call).get("inplace")
        return inplace is not None and inplace.flag is not False
    return call.open or "inplace" in call.keywords


def _is_statement(place: Place) -> bool:
    statement = enclosing_statement(place)
    return isinstance(statement, ast.Expr) and statement.value is place.node


def _fixes(call: Call) -> list[Fix]:
    node = call.place.node
    if not isinstance(node, ast.Call):
        return []
    data: ast.expr | None = node.args[0] if node.args else None
    if isinstance(node.func, ast.Attribute) and isinstance(call.receiver, Tensor):
        data = node.func.value
    if not isinstance(data, ast.Name):
        return []
    start = call.place.span.start
    here = Position(start.line, start.column)
    name = source_of(Place(call.place.chunk, data))
    edit = Edit(Span(call.place.span.file, here, here), f"{name} = ")
    return unsafe_fix(f"Assign the result to {name}", edit)
