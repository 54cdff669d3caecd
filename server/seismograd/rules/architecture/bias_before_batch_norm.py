from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Layer, Network, Program
from seismograd.program.operations import PASSING
from seismograd.rules.layer_facts import certain, class_name, layer_behind
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Object
from seismograd.source.rewrite import set_argument

_WEIGHTED = frozenset({"conv", "conv_transpose", "dense"})


class BiasBeforeBatchNorm(Rule):
    """
    ## What it does
    Finds dense and convolutional layers that keep their bias although batch normalisation follows.

    ## Why is this bad?
    Batch normalisation subtracts the mean of each channel, and the bias with it, and then adds a
    shift of its own. The bias never changes the output; it costs memory and time.

    ## Example
    ```python
    nn.Sequential(nn.Conv2d(3, 64, 3), nn.BatchNorm2d(64), nn.ReLU())
    ```

    ## How to fix
    ```python
    nn.Sequential(nn.Conv2d(3, 64, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU())
    ```

    ## When to ignore
    Where checkpoints hold the bias already, or code sets it.

    ## References
    - S. Ioffe, C. Szegedy, Batch Normalization, section 3.2: the bias can be ignored, since its
      effect is cancelled by the subtraction of the mean.
    """

    code = "SG309"
    name = "bias-before-batch-norm"
    fault_type = FaultType.LAD
    severity = Severity.HINT
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        found = [(layer, _norm_behind(network, layer)) for network, layer in _with_bias(program)]
        needed = {layer.place.span for layer, norm in found if norm is None}
        for layer, norm in found:
            # A helper that builds layers with and without a normalisation has to keep the bias.
            if norm is not None and layer.place.span not in needed:
                yield self._finding(layer, norm)

    def _finding(self, layer: Layer, norm: Layer) -> Finding:
        return self.finding(
            layer.place.span,
            f"The bias of {class_name(layer)} does nothing: batch normalisation takes it away.",
            because="Its output goes into batch normalisation and nowhere else.",
            related=[Related(norm.place.span, "the batch normalisation")],
            layer=layer.index,
            fixes=_fixes(layer),
        )


def _with_bias(program: Program) -> Iterator[tuple[Network, Layer]]:
    for network in program.networks:
        for layer in network.layers:
            if layer.kind in _WEIGHTED and layer.tensor is not None and _has_bias(layer):
                yield network, layer


def _norm_behind(network: Network, layer: Layer) -> Layer | None:
    path = [] if layer.tensor is None else network.flow.path(layer.tensor, PASSING)
    norm = layer_behind(network, path[-1]) if path else None
    return norm if norm is not None and norm.kind == "batch_norm" else None


def _has_bias(layer: Layer) -> bool:
    bias = layer.setting("use_bias")
    return bias is not None and certain(bias) and bias.flag is True


def _fixes(layer: Layer) -> list[Fix]:
    bias = layer.setting("use_bias")
    if not isinstance(layer.value, Object) or bias is None:
        return []
    name = "bias" if layer.path.startswith("torch.") else "use_bias"
    node = layer.place.node
    by_name = isinstance(node, ast.Call) and any(k.arg == name for k in node.keywords)
    if bias.value is not None and not by_name:
        return []
    edit = set_argument(layer.place, name, "False")
    return safe_fix(f"Use {name}=False", edit)
