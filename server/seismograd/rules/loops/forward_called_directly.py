from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Safety, Severity, Span
from seismograd.program.model import Program
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Instance, Object, Place
from seismograd.source.rewrite import source_of

_MODULE = "torch.nn.Module"


class ForwardCalledDirectly(Rule):
    """
    ## What it does
    Finds `model.forward(x)` where `model(x)` is meant.

    ## Why is this bad?
    Calling the module runs its hooks too: those of weight and spectral normalisation, pruning,
    profilers and distributed wrappers. Calling `forward` skips them all.

    ## Example
    ```python
    output = model.forward(x)
    ```

    ## How to fix
    ```python
    output = model(x)
    ```

    ## When to ignore
    When hooks are to be skipped on purpose.

    ## References
    - PyTorch documentation of `torch.nn.Module.forward`: "one should call the Module instance
      afterwards instead of this".
    """

    code = "SG213"
    name = "forward-called-directly"
    fault_type = FaultType.API
    severity = Severity.INFO
    confidence = 0.95
    fix_availability = FixAvailability.ALWAYS
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.index.spelled("forward"):
            function = _forward(call)
            if function is not None:
                yield self._finding(call, function)

    def _finding(self, call: Call, function: ast.Attribute) -> Finding:
        name = source_of(Place(call.place.chunk, function.value))
        whole, inner = call.place.chunk.span(function), call.place.chunk.span(function.value)
        edit = Edit(Span(whole.file, inner.end, whole.end), "")
        return self.finding(
            whole,
            f"{name}.forward(...) skips the hooks of the module; call {name}(...) instead.",
            because="The method forward of a module is called by name.",
            fixes=[Fix(f"Call {name}(...)", Safety.SAFE, (edit,))],
        )


def _forward(call: Call) -> ast.Attribute | None:
    """The `.forward` of a call that runs a module by that name."""
    node = call.place.node
    function = node.func if isinstance(node, ast.Call) else None
    if not isinstance(function, ast.Attribute) or function.attr != "forward":
        return None
    is_super = isinstance(function.value, ast.Call) and not isinstance(
        function.value.func, ast.Attribute
    )
    inside = call.function is not None and call.function.name in ("__call__", "forward")
    is_self = isinstance(function.value, ast.Name) and function.value.id == "self"
    if is_super or (inside and is_self) or not _is_module(call):
        return None
    return function


def _is_module(call: Call) -> bool:
    receiver, library = call.receiver, call.interpreter.library
    if isinstance(receiver, Instance):
        return call.interpreter.subclass_of(receiver.cls, _MODULE)
    return isinstance(receiver, Object) and library.family(receiver.path) == _MODULE
