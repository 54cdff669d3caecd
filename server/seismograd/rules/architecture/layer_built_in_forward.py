from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.keras.names import LAYER, MODEL
from seismograd.program.model import Layer, Network, Program
from seismograd.program.operations import LEARNED
from seismograd.program.torch.names import MODULE
from seismograd.rules.layer_facts import class_name, held_values
from seismograd.rules.module_facts import library_families
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Class, Function, Instance

_RUNNING = {MODULE: "forward", MODEL: "call", LAYER: "call"}
_STATEFUL = LEARNED | {"batch_norm", "dropout", "group_norm", "instance_norm", "layer_norm"}


class LayerBuiltInForward(Rule):
    """
    ## What it does
    Finds layers that a network builds each time it is run, in `forward` or `call`.

    ## Why is this bad?
    A layer that is built in `forward` gets new random weights at every step, and they are thrown
    away after it: the optimiser never sees them and the layer learns nothing. Dropout and batch
    normalisation built there are always in training mode.

    ## Example
    ```python
    def forward(self, x):
        return nn.Linear(128, 10)(x)
    ```

    ## How to fix
    Build it once, in `__init__`:
    ```python
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(128, 10)
    ```

    ## When to ignore
    Layers that are built on first use and kept are not reported.

    ## References
    - PyTorch documentation of `torch.nn.Module`: submodules are assigned as attributes in
      `__init__`.
    - Keras guide "Making new layers and models via subclassing": create the weights in
      `__init__()` or `build()`.
    """

    code = "SG312"
    name = "layer-built-in-forward"
    fault_type = FaultType.REG
    severity = Severity.ERROR
    confidence = 0.95

    def check(self, program: Program) -> Iterator[Finding]:
        for network in program.networks:
            for layer in network.layers:
                if (
                    layer.kind in _STATEFUL
                    and _is_built_in_run(layer)
                    and not _is_kept(layer, network)
                ):
                    yield self._finding(layer)

    def _finding(self, layer: Layer) -> Finding:
        name = class_name(layer)
        passing = layer.kind in ("batch_norm", "dropout")
        effect = (
            "a new one is always in training mode, in evaluation too"
            if passing and layer.kind == "dropout"
            else "its weights are new at every step and are never trained"
        )
        return self.finding(
            layer.place.span,
            f"{name} is built each time the network runs: {effect}.",
            because="It is built in the method that runs the network, and not kept.",
            layer=layer.index,
            severity=Severity.WARNING if layer.kind == "dropout" else None,
        )


def _is_built_in_run(layer: Layer) -> bool:
    call = layer.call
    if layer.value is None or call is None or call.branches:
        return False
    function = call.function
    return function is not None and function.owner is not None and _runs(function, function.owner)


def _runs(function: Function, owner: Class) -> bool:
    """Whether a method is what runs an object of its class."""
    return any(_RUNNING.get(family) == function.name for family in library_families(owner))


def _is_kept(layer: Layer, network: Network) -> bool:
    if not isinstance(network.value, Instance):
        return False
    kept = [held for value in network.value.attributes.values() for held in held_values(value)]
    return any(value is layer.value for value in kept)
