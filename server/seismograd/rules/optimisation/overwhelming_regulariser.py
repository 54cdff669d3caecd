from __future__ import annotations

import ast
from collections.abc import Iterator
from math import log, sqrt

from seismograd.faults import FaultType, Finding, Fix, Severity
from seismograd.program.model import Layer, Network, Program
from seismograd.program.settings import Setting
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.optimisation._training_runs import layer_weights
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Object, text
from seismograd.source.rewrite import remove_argument

RATIO = 10.0
_DEFAULT_FACTOR = 0.01


class OverwhelmingRegulariser(Rule):
    """
    ## What it does
    Estimates what a layer's weight regulariser adds to the loss before the first step, from the
    size of the layer and its initialiser, and compares it with the loss of the data.

    ## Why is this bad?
    Where the penalty is many times the data's loss, training first and foremost shrinks weights.
    An L1 penalty grows with the number of weights: a factor that is mild on a small layer drowns
    the data on a wide one.

    ## Example
    ```python
    model.add(Dense(512, activation="relu", kernel_regularizer="l1", input_shape=(10000,)))
    ```

    ## How to fix
    Leave it out, or make it smaller in proportion to the size of the layer:
    ```python
    model.add(Dense(512, activation="relu", input_shape=(10000,)))
    ```

    ## When to ignore
    When sparse weights are the aim.

    ## References
    - Keras documentation of layer weight regularizers: the default factor is 0.01
    """

    code = "SG514"
    name = "overwhelming-regulariser"
    fault_type = FaultType.RAW
    severity = Severity.WARNING
    confidence = 0.85

    def check(self, program: Program) -> Iterator[Finding]:
        for network, layer in program.layers:
            regulariser = layer.setting("kernel_regularizer")
            if regulariser is None or regulariser.is_none:
                continue
            penalty = _penalty(layer, regulariser)
            data = _initial_loss(network)
            if penalty is not None and penalty > RATIO * data:
                yield self.finding(
                    regulariser.place.span,
                    f"This penalty starts at about {penalty:.0f}, {penalty / data:.0f} times the "
                    "loss of the data: training shrinks weights instead of learning.",
                    because="Estimated from the number of weights and their initial size.",
                    layer=layer.index,
                    fixes=_left_out(layer),
                )


def _left_out(layer: Layer) -> list[Fix]:
    call = layer.place.node
    keywords = call.keywords if isinstance(call, ast.Call) else []
    own = next((one for one in keywords if one.arg == "kernel_regularizer"), None)
    edit = remove_argument(layer.place, own) if own is not None else None
    return unsafe_fix("Leave the regulariser out", edit)


def _initial_loss(network: Network) -> float:
    classes = network.output_units
    return max(log(classes), 0.69) if classes is not None and classes > 1 else 1.0


def _penalty(layer: Layer, regulariser: Setting) -> float | None:
    factors = _factors(regulariser)
    weights = layer_weights(layer)
    if factors is None or weights is None:
        return None
    count, fan_in, fan_out = weights
    limit = sqrt(6 / (fan_in + fan_out))
    return count * (factors[0] * limit / 2 + factors[1] * limit * limit / 3)


def _factors(regulariser: Setting) -> tuple[float, float] | None:
    """The L1 and the L2 factor of a regulariser."""
    name = text(regulariser.value)
    if name is not None:
        return {"l1": (_DEFAULT_FACTOR, 0.0), "l2": (0.0, _DEFAULT_FACTOR)}.get(name.lower())
    if not isinstance(regulariser.value, Object):
        return None
    call = regulariser.value.call
    kind = call.method.lower()
    first = call.number(0, kind, _DEFAULT_FACTOR)
    if kind in ("l1", "l2") and first is not None:
        return (first, 0.0) if kind == "l1" else (0.0, first)
    one, two = call.number(0, "l1", 0.0), call.number(1, "l2", 0.0)
    if kind in ("l1l2", "l1_l2") and one is not None and two is not None:
        return one, two
    return None
