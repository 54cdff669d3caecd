from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Fit, Program
from seismograd.program.numpy.provenance import is_scaled, may_scale
from seismograd.program.numpy.sources import DataSource, data_source
from seismograd.rules.rule import Rule

LARGE = 100.0


class UnscaledInputs(Rule):
    """
    ## What it does
    Follows the inputs of a training back to the data set they were loaded from. Where that holds
    large numbers, such as pixels from 0 to 255, and nothing on the way nor in the network scales
    them, it says so.

    ## Why is this bad?
    Initial weights and usual learning rates are made for inputs around 1. Inputs of 255 drive
    activations into saturation and gradients out of bounds: training is slow, unstable, or does
    not start.

    ## Example
    ```python
    (x_train, y_train), _ = keras.datasets.mnist.load_data()
    model.fit(x_train.reshape(-1, 784), y_train)
    ```

    ## How to fix
    ```python
    x_train = x_train.reshape(-1, 784).astype("float32") / 255
    ```

    ## When to ignore
    Networks that scale by themselves in a way that cannot be seen here. Those of Keras that do,
    such as EfficientNet, and parts that cannot be looked into are not reported.

    ## References
    - LeCun et al.: Efficient backprop (1998)
    """

    code = "SG601"
    name = "unscaled-inputs"
    fault_type = FaultType.CPP
    severity = Severity.WARNING
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        for fit in program.fits:
            source = data_source(fit.inputs)
            if source is None or source.raw_range is None or is_scaled(fit.inputs) is not False:
                continue
            large = max(abs(bound) for bound in source.raw_range) >= LARGE
            if large and fit.network is not None and not may_scale(fit.network.output):
                yield self._finding(fit, source)

    def _finding(self, fit: Fit, source: DataSource) -> Finding:
        low, high = source.raw_range or (0.0, 0.0)
        given = fit.call.argument(0, "x")
        loaded = source.tensor.place
        return self.finding(
            (given.place if given is not None else fit.place).span,
            f"The inputs come from {source.name} as they are, from {low:g} to {high:g}: networks "
            "learn badly from numbers this large. Scale them, for images by 255.",
            because="Nothing between loading and the first layer scales the inputs.",
            related=[] if loaded is None else [Related(loaded.span, "loaded here")],
        )
