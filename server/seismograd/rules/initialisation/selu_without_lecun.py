from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Layer, Program
from seismograd.rules.initialisation._starting_values import WEIGHTED, starts
from seismograd.rules.rule import Rule


class SeluWithoutLecun(Rule):
    """
    ## What it does
    Finds Keras layers with SELU whose weights do not start from LeCun's normal distribution, and
    PyTorch layers before SELU that are given another scheme.

    ## Why is this bad?
    SELU keeps mean and variance from layer to layer only if the weights have a variance of one
    over the number of inputs. With other starts the network does not normalise itself, which is
    what SELU is chosen for.

    ## Example
    ```python
    Dense(64, activation="selu")
    ```

    ## How to fix
    ```python
    Dense(64, activation="selu", kernel_initializer="lecun_normal")
    ```

    ## When to ignore
    Where SELU is used as just another activation.

    ## References
    - G. Klambauer et al., Self-Normalizing Neural Networks.
    - Keras documentation of `keras.activations.selu`: to be used with the LecunNormal
      initialiser.
    """

    code = "SG407"
    name = "selu-without-lecun"
    fault_type = FaultType.WCI
    severity = Severity.INFO
    confidence = 0.6
    preview = True

    def check(self, program: Program) -> Iterator[Finding]:
        told = {id(start.layer.value): start for start in starts(program) if start.role == "kernel"}
        for network in program.networks:
            for layer in network.layers:
                if layer.kind not in WEIGHTED or layer.activation != "selu":
                    continue
                start = told.get(id(layer.value))
                if _is_default(layer) or (start is not None and start.scheme in ("he", "xavier")):
                    yield self.finding(
                        layer.place.span if start is None else start.place.span,
                        "SELU normalises itself only with weights that start from LeCun's normal "
                        "distribution.",
                        because="The layer before SELU starts from another distribution.",
                        layer=layer.index,
                    )


def _is_default(layer: Layer) -> bool:
    """Whether a Keras layer is left to start from Glorot's distribution."""
    setting = layer.setting("kernel_initializer")
    return setting is not None and setting.is_default
