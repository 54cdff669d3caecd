from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Layer, Network, Program
from seismograd.program.operations import ACTIVATIONS, NORMALISATIONS, TRANSPARENT
from seismograd.rules.layer_facts import (
    certain,
    class_name,
    input_width,
    layer_behind,
)
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Tensor

_BETWEEN = TRANSPARENT | ACTIVATIONS | NORMALISATIONS | {"dropout"}
_NARROW = 2
_WIDER = 4


class NarrowHiddenLayer(Rule):
    """
    ## What it does
    Finds hidden dense layers of one or two units between a wide input and an output with many
    more units.

    ## Why is this bad?
    Everything that the output can know passes through these one or two numbers. That is hardly
    ever enough to tell many classes apart; often a width was mistyped, or the output size was
    given to the wrong layer.

    ## Example
    ```python
    nn.Sequential(nn.Linear(784, 2), nn.ReLU(), nn.Linear(2, 10))
    ```

    ## How to fix
    ```python
    nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))
    ```

    ## When to ignore
    Where features are made two-dimensional to be drawn.

    ## References
    - C. Bishop, Pattern Recognition and Machine Learning, section 5.1, on the number of hidden
      units.
    """

    code = "SG326"
    name = "narrow-hidden-layer"
    fault_type = FaultType.LCN
    severity = Severity.INFO
    confidence = 0.7

    def check(self, program: Program) -> Iterator[Finding]:
        for network in program.networks:
            for layer in network.layers:
                narrow = layer.kind == "dense" and (layer.units or _WIDER) <= _NARROW
                if narrow and layer.tensor is not None and certain(layer.setting("units")):
                    yield from self._follow(network, layer, layer.tensor)

    def _follow(self, network: Network, layer: Layer, tensor: Tensor) -> Iterator[Finding]:
        path = network.flow.path(tensor, _BETWEEN)
        following = layer_behind(network, path[-1]) if path else None
        before = input_width(layer)
        if following is None or following.kind != "dense" or following.units is None:
            return
        is_last = network.flow.reaches_end(path[-1], _BETWEEN)
        if is_last and following.units >= _WIDER and before is not None and before >= _WIDER:
            yield self.finding(
                layer.place.span,
                f"A hidden {class_name(layer)} of {layer.units} unit(s) stands before an output "
                f"of {following.units}: all that the output knows passes through it.",
                because=f"{before} inputs go through {layer.units} unit(s) to {following.units}.",
                related=[Related(following.place.span, "the output layer")],
                layer=layer.index,
            )
