from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Network, Program
from seismograd.program.operations import NORMALISATIONS, PASSING, TRANSPARENT
from seismograd.program.scores import layer_of
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Object, Tensor, Value

_NORMALISING = frozenset({"log_softmax", "softmax"})
_WEIGHTED = frozenset({"conv", "dense"})
_AFTER = TRANSPARENT | NORMALISATIONS | {"avg_pool", "dropout", "max_pool"}


class SoftmaxInHiddenLayer(Rule):
    """
    ## What it does
    Finds a softmax between two learned layers of a network.

    ## Why is this bad?
    Softmax makes the units of a layer compete: they sum to one, so with many units each one is
    tiny, and its gradient is tinier. As a hidden activation it throttles what passes and learning
    slows down or stops.

    ## Example
    ```python
    model.add(Dense(128, activation="softmax"))
    model.add(Dense(10, activation="softmax"))
    ```

    ## How to fix
    ```python
    model.add(Dense(128, activation="relu"))
    model.add(Dense(10, activation="softmax"))
    ```

    ## When to ignore
    Attention weights and gates are softmaxes whose result is multiplied with something; these are
    not reported.

    ## References
    - I. Goodfellow, Y. Bengio, A. Courville, Deep Learning, section 6.2.2.3: softmax is used as
      the output of a classifier, rarely inside the model itself.
    """

    code = "SG307"
    name = "softmax-in-hidden-layer"
    fault_type = FaultType.ACH
    severity = Severity.WARNING
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for network in program.networks:
            for tensor in network.flow.tensors:
                if tensor.op in _NORMALISING and _is_weighted(_source(tensor)):
                    yield from self._follow(network, tensor)

    def _follow(self, network: Network, tensor: Tensor) -> Iterator[Finding]:
        path = network.flow.path(tensor, _AFTER)
        if not path or not _is_weighted(path[-1]) or tensor.place is None:
            return
        layer = layer_of(tensor, network)
        following = path[-1].layer
        place = following.place if isinstance(following, Object) else path[-1].place
        yield self.finding(
            tensor.place.span,
            f"{tensor.op} between two learned layers: its values sum to one over all units, so "
            "the next layer gets next to nothing and gradients almost vanish.",
            because=f"The result of {tensor.op} goes into another learned layer.",
            related=[] if place is None else [Related(place.span, "the layer that gets it")],
            layer=None if layer is None else layer.index,
        )


def _source(tensor: Tensor) -> Value | None:
    """What a softmax is applied to; where axes were moved before, it may weigh something."""
    found = tensor.inputs[0] if tensor.inputs else None
    while isinstance(found, Tensor) and found.op in PASSING and found.inputs:
        found = found.inputs[0]
    return found


def _is_weighted(value: object) -> bool:
    """Whether a dense or convolutional layer of the network made a tensor."""
    return isinstance(value, Tensor) and value.op in _WEIGHTED and isinstance(value.layer, Object)
