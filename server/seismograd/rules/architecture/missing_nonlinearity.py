from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Layer, Network, Program
from seismograd.program.operations import ACTIVATIONS, TRANSPARENT
from seismograd.rules.architecture._parts import Parts
from seismograd.rules.layer_facts import (
    class_name,
    is_bottleneck,
    is_first_factor,
    is_grouped,
    is_patching,
    is_pointwise,
    layer_behind,
    name_of,
)
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Object, Tensor
from seismograd.source.rewrite import set_argument

_LINEAR = TRANSPARENT | {"dropout", "pad"}
_DEBATABLE = frozenset({"avg_pool", "batch_norm", "max_pool"})
_PASSED = _LINEAR | _DEBATABLE
_PAIRS = frozenset({("conv", "conv"), ("conv", "dense"), ("dense", "dense")})
_FEW_UNITS = 8
"""A network with such layers that nobody trains in sight stands in for one, in tests and demos."""
_PROJECTION = re.compile(
    r"proj|embed|bottleneck|reduc|latent|code|compress|lora|adapt|rank|patch|mix|query|key|value"
    r"|^[qkv]\d*$|_[qkv]$|(?:^|_)to_",
    re.IGNORECASE,
)


class MissingNonlinearity(Rule):
    """
    ## What it does
    Finds two learned layers (dense or convolution) in a row with nothing non-linear between them.

    ## Why is this bad?
    A linear layer after a linear layer is one linear layer: the second adds parameters, but the
    network can express nothing that one layer could not. It is nearly always an activation that
    was forgotten, and the network learns far less than its depth suggests.

    ## Example
    ```python
    model = nn.Sequential(nn.Flatten(), nn.Linear(784, 128), nn.Linear(128, 10))
    ```

    ## How to fix
    ```python
    model = nn.Sequential(nn.Flatten(), nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))
    ```
    In Keras, give the first layer an `activation`.

    ## When to ignore
    A product of two matrices can be meant: a low-rank layer, a projection, the code of a linear
    autoencoder, a depthwise convolution before a pointwise one. The common forms of these are not
    reported, nor is a narrow layer without a bias right before another dense layer. Where one part
    of a network ends and another begins, as between the projector and the predictor of
    self-supervised learning, or where a pooling layer or batch normalisation stands between, it is
    only an information: max pooling is non-linear by itself, if only weakly. So is a layer of a few
    units in a network that gets no loss in sight: tests and demonstrations are full of them.

    ## References
    - I. Goodfellow, Y. Bengio, A. Courville, Deep Learning, section 6.1: a feed-forward network
      of linear layers remains a linear function of its input.
    """

    code = "SG301"
    name = "missing-nonlinearity"
    fault_type = FaultType.AAL
    alternatives = (FaultType.ACH,)
    severity = Severity.WARNING
    confidence = 0.85
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        activated = _activated(program)
        for network in program.networks:
            parts = Parts(network)
            for layer in network.layers:
                if layer.kind in ("conv", "dense") and layer.tensor is not None:
                    path = network.flow.path(layer.tensor, _PASSED)
                    steps = [layer.tensor, *path[:-1]]
                    if not any(id(step) in activated for step in steps):
                        yield from self._follow(program, network, layer, path, parts)

    def _follow(
        self, program: Program, network: Network, layer: Layer, path: list[Tensor], parts: Parts
    ) -> Iterator[Finding]:
        following = layer_behind(network, path[-1]) if path else None
        if following is None or following.value is layer.value:
            return
        if _is_meant(layer, following) or _PROJECTION.search(name_of(layer, program)):
            return
        between = {step.op for step in path[:-1]} & _DEBATABLE
        if layer.kind == following.kind == "dense" and not between and is_first_factor(layer):
            return
        mild = bool(between) or _is_stand_in(program, network, layer)
        mild = mild or parts.are_whole(layer, following)
        yield self._finding(layer, following, between, mild)

    def _finding(self, layer: Layer, following: Layer, between: set[str], mild: bool) -> Finding:
        names = f"{class_name(layer)} and the {class_name(following)} after it"
        only = f"only {' and '.join(sorted(between))}" if between else "nothing non-linear"
        effect = "weakens what the depth can express" if between else "makes them one linear layer"
        return self.finding(
            layer.place.span,
            f"{names} have {only} between them, which {effect}: an activation is missing.",
            because=f"The output of {class_name(layer)} reaches {class_name(following)} "
            "without an activation.",
            related=[Related(following.place.span, "the next learned layer")],
            layer=layer.index,
            severity=Severity.INFO if mild else None,
            confidence=0.6 if mild else None,
            fixes=_fixes(layer),
        )


def _activated(program: Program) -> set[int]:
    """Tensors that are given to an activation, which may work on them in place."""
    results = (call.result for call in program.whole_index.making(*ACTIVATIONS))
    return {
        id(value) for result in results if isinstance(result, Tensor) for value in result.inputs[:1]
    }


def _is_stand_in(program: Program, network: Network, layer: Layer) -> bool:
    if layer.units is not None and layer.units >= _FEW_UNITS:
        return False
    return not any(loss.network is network for loss in program.losses)


def _is_meant(layer: Layer, following: Layer) -> bool:
    """Whether two linear layers in a row are a known way to build something."""
    if (layer.kind, following.kind) not in _PAIRS:
        return True
    convolutions = [one for one in (layer, following) if one.kind == "conv"]
    if any(is_grouped(one) or is_pointwise(one) or is_patching(one) for one in convolutions):
        return True
    return layer.kind == following.kind == "dense" and is_bottleneck(layer, following)


def _fixes(layer: Layer) -> list[Fix]:
    stated = layer.setting("activation")
    if stated is None or not isinstance(layer.value, Object):
        return []
    edit = set_argument(layer.place, "activation", '"relu"')
    by_position = stated.value is not None and "activation" not in layer.value.call.keywords
    return [] if by_position else unsafe_fix("Give the layer a ReLU", edit)
