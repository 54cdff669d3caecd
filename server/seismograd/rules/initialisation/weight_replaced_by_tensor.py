from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import Program
from seismograd.program.torch.layers import spec_of
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Place, Tensor, Value
from seismograd.source.rewrite import enclosing_statement, source_of

_CREATED = frozenset({"empty", "eye", "from_numpy", "full", "ones", "rand", "randn", "tensor",
                      "zeros", "zeros_like", "ones_like", "randn_like"})  # fmt: skip
_COPIES = frozenset({"clone", "numpy"})


class WeightReplacedByTensor(Rule):
    """
    ## What it does
    Finds `layer.weight = torch.zeros(...)`, and initialisers that are applied to a copy of a
    weight.

    ## Why is this bad?
    PyTorch refuses to put a plain tensor in the place of a parameter ("cannot assign
    'torch.FloatTensor' as parameter 'weight'"). A copy that is filled with values is thrown away
    and leaves the layer as it was.

    ## Example
    ```python
    self.fc.weight = torch.randn(10, 20)
    nn.init.xavier_uniform_(self.fc.weight.clone())
    ```

    ## How to fix
    ```python
    self.fc.weight = nn.Parameter(torch.randn(10, 20))
    nn.init.xavier_uniform_(self.fc.weight)
    ```

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation of `torch.nn.parameter.Parameter`.
    - PyTorch documentation of `torch.nn.init`: all functions work in place.
    """

    code = "SG409"
    name = "weight-replaced-by-tensor"
    fault_type = FaultType.WCI
    alternatives = (FaultType.API,)
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.calls_to("operator.setattr"):
            yield from self._assigned(call)
        for call in program.index.under("torch.nn.init."):
            if call.positional:
                yield from self._copied(call, call.positional[0].value)

    def _assigned(self, call: Call) -> Iterator[Finding]:
        base, value = call.positional[0].value, call.positional[1].value
        name = call.text(None, "name")
        is_layer = isinstance(base, Object) and spec_of(base.path) is not None
        if is_layer and name in ("bias", "weight") and _is_plain(value):
            yield self.finding(
                call.place.span,
                f"A plain tensor cannot take the place of the parameter `{name}`: this raises an "
                "error.",
                because="What is assigned is no nn.Parameter.",
                fixes=_fixes(call),
            )

    def _copied(self, call: Call, value: Value) -> Iterator[Finding]:
        copy = isinstance(value, Tensor) and value.op in _COPIES and bool(value.inputs)
        source = value.inputs[0] if isinstance(value, Tensor) and copy else None
        statement = enclosing_statement(call.place)
        alone = isinstance(statement, ast.Expr) and statement.value is call.place.node
        if alone and isinstance(source, Tensor) and source.op == "parameter":
            yield self.finding(
                call.place.span,
                f"`{call.method}` fills a copy of the weight, which is thrown away.",
                because="Its argument is a copy, and nothing uses the result.",
            )


def _is_plain(value: Value) -> bool:
    """Whether a value is a tensor made of numbers, possibly scaled."""
    if not isinstance(value, Tensor):
        return False
    scaled = value.op in ("add", "div", "mul", "sub") and bool(value.inputs)
    return _is_plain(value.inputs[0]) if scaled else value.op in _CREATED


def _fixes(call: Call) -> list[Fix]:
    """`layer.weight.data = ...` keeps the parameter and takes the values."""
    target = call.place.node
    if not isinstance(target, ast.Attribute):
        return []
    edit = Edit(call.place.span, f"{source_of(Place(call.place.chunk, target))}.data")
    return safe_fix("Assign to .data", edit)
