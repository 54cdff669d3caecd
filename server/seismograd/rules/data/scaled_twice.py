from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Network, Program
from seismograd.program.operations import ancestors, chain
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Tensor, Value, number

LARGE = 100.0


class ScaledTwice(Rule):
    """
    ## What it does
    Finds inputs that are divided by a large number (such as 255) twice, or that are scaled before
    they enter a network that begins with a `Rescaling` layer.

    ## Why is this bad?
    After the second division all inputs lie within 0 to 0.004: the network sees next to nothing,
    and predictions on data that was scaled once are off.

    ## Example
    ```python
    x_train = x_train / 255
    model = keras.Sequential([layers.Rescaling(1 / 255), layers.Flatten(), layers.Dense(10)])
    model.fit(x_train, y_train)
    ```

    ## How to fix
    Scale in one of the two places.

    ## When to ignore
    Never for images.

    ## References
    - Keras documentation of `Rescaling`
    """

    code = "SG616"
    name = "scaled-twice"
    fault_type = FaultType.CPP
    severity = Severity.WARNING
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for fit in program.fits:
            shrinking = [step for step in chain(fit.inputs) if _shrinks(step)]
            if fit.network is not None and shrinking:
                shrinking += _in_network(fit.network)
            if len(shrinking) < 2 or shrinking[0].place is None or shrinking[1].place is None:
                continue
            yield self.finding(
                shrinking[1].place.span,
                "The inputs were scaled down before: after this they are next to zero.",
                because="Two steps on the way to the first layer divide by a large number.",
                related=[Related(shrinking[0].place.span, "scaled here")],
            )


def _in_network(network: Network) -> list[Tensor]:
    """What the network itself does, not what was done to the data it was run on."""
    given = () if network.input is None else (id(network.input),)
    return [tensor for tensor in ancestors(network.output, given) if _shrinks(tensor)]


def _shrinks(step: Tensor) -> bool:
    if step.op == "rescale":
        return _factor(step) is not None
    amount = _second(step)
    if amount is None:
        return False
    if step.op == "div":
        return amount >= LARGE
    return step.op == "mul" and 0 < amount <= 1 / LARGE


def _second(step: Tensor) -> float | None:
    other: Value | None = step.inputs[1] if len(step.inputs) > 1 else None
    return number(other)


def _factor(step: Tensor) -> float | None:
    built = getattr(step.layer, "call", None)
    scale = None if built is None else built.number(0, "scale")
    return scale if scale is not None and 0 < scale <= 1 / LARGE else None
