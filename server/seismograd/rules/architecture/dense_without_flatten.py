from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Layer, LossUse, Program
from seismograd.program.operations import ACTIVATIONS, PASSING
from seismograd.program.scores import layer_of
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Tensor

_SPATIAL = frozenset({"avg_pool", "batch_norm", "conv", "dropout", "max_pool"}) | ACTIVATIONS
_PER_EXAMPLE = frozenset({"bce", "cross_entropy", "hinge", "sparse_cross_entropy"})


class DenseWithoutFlatten(Rule):
    """
    ## What it does
    Finds Keras classifiers whose last dense layers stand on feature maps that were never
    flattened or pooled.

    ## Why is this bad?
    `Dense` works on the last axis only. On feature maps it is applied at every position by
    itself, so that the network gives one prediction for each position instead of one for each
    image. Fitting fails, or labels are stretched over all positions.

    ## Example
    ```python
    model.add(Conv2D(32, (3, 3), activation="relu", input_shape=(28, 28, 1)))
    model.add(Dense(10, activation="softmax"))
    ```

    ## How to fix
    ```python
    model.add(Conv2D(32, (3, 3), activation="relu", input_shape=(28, 28, 1)))
    model.add(Flatten())
    model.add(Dense(10, activation="softmax"))
    ```

    ## When to ignore
    Where each position has a label of its own, as in segmentation. Where the labels are known to
    be one for each example, training stops with an error, and so this is one.

    ## References
    - Keras documentation of `keras.layers.Dense`: an input of rank greater than two is multiplied
      along its last axis.
    """

    code = "SG317"
    name = "dense-without-flatten"
    fault_type = FaultType.LRM
    alternatives = (FaultType.SHAPE,)
    severity = Severity.INFO
    confidence = 0.7

    def check(self, program: Program) -> Iterator[Finding]:
        for loss in program.losses:
            if loss.framework == "keras" and loss.kind in _PER_EXAMPLE:
                yield from self._of_loss(program, loss)

    def _of_loss(self, program: Program, loss: LossUse) -> Iterator[Finding]:
        first = _first_dense(loss.prediction)
        ranks = _label_ranks(program, loss)
        if first is None or any(rank > 2 for rank in ranks):
            return
        layer = layer_of(first, loss.network)
        # Class numbers for each position have one axis less than the scores.
        certain = bool(ranks) and max(ranks) < len(first.shape or ()) - 1
        if layer is not None:
            yield self._finding(layer, first, certain)

    def _finding(self, layer: Layer, tensor: Tensor, certain: bool) -> Finding:
        rank = len(tensor.shape or ())
        return self.finding(
            layer.place.span,
            f"Dense on feature maps of {rank} axes gives a prediction for each position, not one "
            "for each example: a Flatten or global pooling layer is missing.",
            because="No layer between the convolutions and the output removes the positions.",
            layer=layer.index,
            severity=Severity.ERROR if certain else None,
            confidence=0.9 if certain else None,
        )


def _first_dense(value: object) -> Tensor | None:
    """The first of the dense layers at the end of a network, if feature maps go into it."""
    found: Tensor | None = None
    while isinstance(value, Tensor) and value.inputs:
        if value.op == "dense" and value.shape is not None and len(value.shape) > 2:
            found = value
        elif value.op == "conv":
            return found
        elif value.op not in _SPATIAL | PASSING:
            return None
        value = value.inputs[0]
    return None


def _label_ranks(program: Program, loss: LossUse) -> set[int]:
    """How many axes the labels have, where that is known."""
    targets = [fit.targets for fit in program.fits if fit.compile and fit.compile.loss is loss]
    shapes = [target.shape for target in targets if isinstance(target, Tensor)]
    return {len(shape) for shape in shapes if shape is not None}
