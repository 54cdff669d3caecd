from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Network, Program
from seismograd.program.operations import ACTIVATIONS, PASSING, chain
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Sequence, Tensor, integer
from seismograd.source.rewrite import set_argument

_BETWEEN = PASSING | ACTIVATIONS | {"dropout"}
_BATCHED = frozenset({"batch_norm", "conv", "max_pool"})
_SINGLE = frozenset({"getitem", "squeeze", "unsqueeze"})


class FlattenIncludesBatch(Rule):
    """
    ## What it does
    Finds PyTorch code that flattens everything, the batch axis too, before a dense layer:
    `torch.flatten(x)`, `x.flatten()`, `x.view(-1)`.

    ## Why is this bad?
    All examples of the batch become one long row. The dense layer refuses it, or works only for
    one batch size, and mixes the examples.

    ## Example
    ```python
    x = torch.flatten(x)
    return self.fc(x)
    ```

    ## How to fix
    ```python
    x = torch.flatten(x, start_dim=1)
    return self.fc(x)
    ```

    ## When to ignore
    Where a network is given one example at a time, without a batch axis.

    ## References
    - PyTorch documentation of `torch.flatten`: `start_dim` is 0 by default, that of
      `torch.nn.Flatten` is 1.
    """

    code = "SG905"
    name = "flatten-includes-batch"
    fault_type = FaultType.SHAPE
    severity = Severity.WARNING
    confidence = 0.85
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for network in program.networks:
            for tensor in network.flow.tensors:
                if network.framework == "torch" and _flattens_all(tensor) and _has_batch(tensor):
                    yield from self._follow(network, tensor)

    def _follow(self, network: Network, tensor: Tensor) -> Iterator[Finding]:
        path = network.flow.path(tensor, _BETWEEN)
        if not path or path[-1].op != "dense" or tensor.place is None or tensor.call is None:
            return
        layer = path[-1].layer
        place = layer.place if isinstance(layer, Object) else None
        yield self.finding(
            tensor.place.span,
            "This flattens the batch axis too: all examples become one row for the dense layer.",
            because="Flattening starts at axis 0, and layers before it have a batch axis.",
            related=[] if place is None else [Related(place.span, "the dense layer")],
            fixes=_fixes(tensor.call),
        )


def _flattens_all(tensor: Tensor) -> bool:
    call = tensor.call
    if call is None or call.open:
        return False
    is_function = call.receiver is None
    if tensor.op == "flatten":
        if isinstance(tensor.layer, Object):
            return tensor.layer.call.integer(0, "start_dim", 1) == 0
        at = 1 if is_function else 0
        return call.integer(at, "start_dim", 0) == 0 and call.argument(at + 1, "end_dim") is None
    if tensor.op not in ("reshape", "view"):
        return False
    sizes = [argument.value for argument in call.positional[1 if is_function else 0 :]]
    if len(sizes) == 1 and isinstance(sizes[0], Sequence):
        sizes = list(sizes[0].items)
    return len(sizes) == 1 and integer(sizes[0]) == -1 and not call.keywords


def _has_batch(tensor: Tensor) -> bool:
    """Whether what is flattened has a batch of several examples."""
    source = tensor.inputs[0] if tensor.inputs else None
    shape = source.shape if isinstance(source, Tensor) else None
    if shape is not None and (len(shape) < 2 or shape[0] == 1):
        return False
    steps = chain(source)
    single = any(step.op in _SINGLE for step in steps)
    return not single and any(step.op in _BATCHED for step in steps)


def _fixes(call: Call) -> list[Fix]:
    node = call.place.node
    plain = call.method == "flatten" and isinstance(node, ast.Call) and not node.keywords
    if not plain or len(call.positional) != (1 if call.receiver is None else 0):
        return []
    edit = set_argument(call.place, "start_dim", "1")
    return safe_fix("Start at axis 1", edit)
