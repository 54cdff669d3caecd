from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Layer, Program
from seismograd.rules.layer_facts import certain, class_name
from seismograd.rules.rule import Rule

_STACKED = frozenset({"torch.nn.GRU", "torch.nn.LSTM", "torch.nn.RNN"})


class RecurrentDropoutOneLayer(Rule):
    """
    ## What it does
    Finds `nn.LSTM`, `nn.GRU` or `nn.RNN` with `dropout` but only one layer.

    ## Why is this bad?
    PyTorch applies this dropout between stacked layers, not after the last one. With one layer it
    does nothing: the network is not regularised at all.

    ## Example
    ```python
    nn.LSTM(64, 128, dropout=0.5)
    ```

    ## How to fix
    Stack layers, or drop the output:
    ```python
    self.lstm = nn.LSTM(64, 128)
    self.dropout = nn.Dropout(0.5)
    ```

    ## When to ignore
    Never; PyTorch warns as well.

    ## References
    - PyTorch documentation of `torch.nn.LSTM`: `dropout` introduces a dropout layer on the
      outputs of each layer except the last.
    """

    code = "SG321"
    name = "recurrent-dropout-one-layer"
    fault_type = FaultType.RCD
    alternatives = (FaultType.API,)
    severity = Severity.WARNING
    confidence = 0.95

    def check(self, program: Program) -> Iterator[Finding]:
        for _, layer in program.layers:
            if layer.path in _STACKED and layer.value is not None and _has_one_layer(layer):
                rate = layer.setting("rate")
                if rate is not None and rate.value is not None and (rate.number or 0) > 0:
                    yield self.finding(
                        rate.place.span,
                        f"dropout={rate.number} has no effect on a {class_name(layer)} of one "
                        "layer: it is applied between layers only.",
                        because="The number of layers is one.",
                        layer=layer.index,
                    )


def _has_one_layer(layer: Layer) -> bool:
    count = layer.setting("num_layers")
    return count is not None and count.integer == 1 and certain(count)
