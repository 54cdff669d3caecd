from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import Edit, FaultType, Finding, Fix, Safety, Severity
from seismograd.program.keras.layers import spec_of as keras_spec
from seismograd.program.model import Program
from seismograd.program.operations import ACTIVATIONS
from seismograd.program.torch.layers import spec_of as torch_spec
from seismograd.rules.module_facts import functional_alias
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Place, Tensor
from seismograd.source.rewrite import replace, source_of

_KINDS = ACTIVATIONS | {"dropout", "flatten"}
"""Layers whose options are no sizes: a size may be computed from data."""
_PLAIN = {
    "ReLU": "relu", "ReLU6": "relu6", "LeakyReLU": "leaky_relu", "ELU": "elu", "SELU": "selu",
    "GELU": "gelu", "SiLU": "silu", "Mish": "mish", "Softplus": "softplus", "Softsign": "softsign",
    "Hardswish": "hardswish", "Hardsigmoid": "hardsigmoid", "LogSigmoid": "logsigmoid",
    "Sigmoid": "sigmoid", "Tanh": "tanh",
}  # fmt: skip
"""Activations that need no arguments, and the functions that do the same."""


class TensorPassedToConstructor(Rule):
    """
    ## What it does
    Finds layers that get the data as an argument of their constructor: `nn.ReLU(x)`.

    ## Why is this bad?
    A layer is built first and applied to data afterwards. `nn.ReLU(x)` takes the data for an
    option of the layer and gives a layer, not the activated data; what comes next fails, or
    compares a layer with numbers.

    ## Example
    ```python
    x = nn.ReLU(self.fc(x))
    ```

    ## How to fix
    ```python
    x = F.relu(self.fc(x))
    ```
    or `nn.ReLU()(self.fc(x))`, or a layer kept by the module.

    ## When to ignore
    Never.

    ## References
    - PyTorch documentation of `torch.nn.ReLU`: its parameter is `inplace`; the input goes into
      the call of the module.
    """

    code = "SG324"
    name = "tensor-passed-to-constructor"
    fault_type = FaultType.API
    severity = Severity.ERROR
    confidence = 0.97
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.whole_index.matching(_builds_layer):
            if call.positional and isinstance(call.result, Object) and _is_data(call):
                yield self._finding(call)

    def _finding(self, call: Call) -> Finding:
        return self.finding(
            call.place.span,
            f"`{call.method}(...)` gets data where it takes options: this builds a layer and does "
            "not apply it.",
            because="The first argument of the constructor is a tensor.",
            fixes=_fixes(call),
        )


def _builds_layer(path: str) -> bool:
    spec = torch_spec(path) or keras_spec(path)
    return spec is not None and spec.op in _KINDS


def _is_data(call: Call) -> bool:
    given = call.positional[0].value
    if not isinstance(given, Tensor) or given.shape == ():
        return False
    # A single number, such as a size or a rate, is a tensor's too.
    return given.op not in ("argmax", "item", "len", "max", "sum", "parameter") and (
        given.layer is not None or given.op not in ("data", "array", "getitem")
    )


def _fixes(call: Call) -> list[Fix]:
    edit = _applied(call)
    return safe_fix(f"Apply {call.method} to the data", edit)


def _applied(call: Call) -> Edit | None:
    node = call.place.node
    plain = call.path == f"torch.nn.{call.method}" and call.method in _PLAIN
    if not plain or not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords:
        return None
    data = source_of(Place(call.place.chunk, node.args[0]))
    alias = functional_alias(call.place.chunk.document)
    if alias is not None:
        return replace(call.place, f"{alias}.{_PLAIN[call.method]}({data})")
    return replace(call.place, f"{source_of(Place(call.place.chunk, node.func))}()({data})")
