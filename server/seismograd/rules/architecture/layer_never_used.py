from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Layer, Network, Program
from seismograd.program.operations import LEARNED, NORMALISATIONS
from seismograd.rules.layer_facts import class_name, name_of
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Class, Instance

_WORTH_SAYING = LEARNED | NORMALISATIONS | {"dropout"}


class LayerNeverUsed(Rule):
    """
    ## What it does
    Finds layers that a network builds and then never applies.

    ## Why is this bad?
    The layer is probably missing from `forward`, or was replaced there by another one. Its
    parameters get no gradient, which distributed training refuses by default, and they are saved
    and counted for nothing.

    ## Example
    ```python
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(784, 128)
        self.fc2 = nn.Linear(128, 128)
        self.out = nn.Linear(128, 10)

    def forward(self, x):
        return self.out(F.relu(self.fc1(x)))
    ```

    ## How to fix
    Apply the layer in `forward`, or remove it.

    ## When to ignore
    Where another module reaches for the layer, or old checkpoints hold it.

    ## References
    - PyTorch documentation of `DistributedDataParallel`, parameter `find_unused_parameters`.
    """

    code = "SG304"
    name = "layer-never-used"
    fault_type = FaultType.LRM
    alternatives = (FaultType.LAD, FaultType.REG)
    severity = Severity.INFO
    confidence = 0.8
    needs_whole_file = True
    about_absence = True

    def check(self, program: Program) -> Iterator[Finding]:
        for network in program.networks:
            for layer in network.unused:
                name = name_of(layer, program)
                if layer.kind in _WORTH_SAYING and name and not _is_read(network, name):
                    yield self._finding(network, layer, name)

    def _finding(self, network: Network, layer: Layer, name: str) -> Finding:
        return self.finding(
            layer.place.span,
            f"`{name}` ({class_name(layer)}) is built but `{network.name}` never applies it.",
            because="No run of the network passes it, and nothing in its class reads it.",
        )


def _is_read(network: Network, name: str) -> bool:
    """Whether any code of the classes of a network reads an attribute, or might."""
    if not isinstance(network.value, Instance):
        return True
    classes = [cls for cls in network.value.cls.lineage() if isinstance(cls, Class)]
    documents = {cls.place.chunk.document for cls in classes if cls.place is not None}
    statements = [s for document in documents for c in document.chunks for s in c.statements]
    return any(_reads(node, name) for statement in statements for node in ast.walk(statement))


def _reads(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == name and isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id == "getattr"
    return isinstance(node, ast.Constant) and node.value == name
