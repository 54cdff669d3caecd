from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Network, Program
from seismograd.rules.layer_facts import certain
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Tensor, Value

_NEEDS_TWO_AXES = frozenset(
    f"torch.nn.init.{name}"
    for name in ("kaiming_normal_", "kaiming_uniform_", "orthogonal_", "sparse_",
                 "xavier_normal_", "xavier_uniform_")
)  # fmt: skip


class SameInitialiserForAllParameters(Rule):
    """
    ## What it does
    Finds loops that give every parameter of a network to an initialiser which works for matrices
    only.

    ## Why is this bad?
    Biases and the scales of normalisation have one axis. Xavier, Kaiming and orthogonal
    initialisation raise an error on them ("fan in and fan out can not be computed for tensor with
    fewer than 2 dimensions").

    ## Example
    ```python
    for parameter in model.parameters():
        nn.init.xavier_uniform_(parameter)
    ```

    ## How to fix
    ```python
    for parameter in model.parameters():
        if parameter.dim() > 1:
            nn.init.xavier_uniform_(parameter)
    ```

    ## When to ignore
    Never: a network without biases is not reported.

    ## References
    - PyTorch documentation of `torch.nn.init.xavier_uniform_`.
    """

    code = "SG408"
    name = "same-initialiser-for-all-parameters"
    fault_type = FaultType.WCI
    alternatives = (FaultType.API,)
    severity = Severity.ERROR
    confidence = 0.95

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.calls_to(*_NEEDS_TWO_AXES):
            if call.branches or not call.positional:
                continue
            network = _network_of(program, call, call.positional[0].value)
            if network is not None and _has_vector(network):
                yield self.finding(
                    call.place.span,
                    f"`{call.method}` is given every parameter of {network.name}, biases among "
                    "them: it raises an error on those.",
                    because="The network has parameters with one axis, and nothing leaves them "
                    "out.",
                )


def _network_of(program: Program, call: Call, given: Value) -> Network | None:
    """The network all of whose parameters a loop goes through."""
    iterable = None if call.loop is None else call.loop.iterable
    listed = isinstance(iterable, Object) and iterable.path.endswith(".parameters")
    if not listed or not isinstance(given, Tensor) or given.op != "parameter":
        return None
    if not isinstance(iterable, Object) or given not in _elements(iterable):
        return None
    owner = iterable.call.receiver
    return next((network for network in program.networks if network.value is owner), None)


def _elements(iterable: Object) -> list[Value]:
    return list(iterable.attributes.values())


def _has_vector(network: Network) -> bool:
    for layer in network.layers:
        bias = layer.setting("use_bias")
        if layer.is_learned and bias is not None and certain(bias) and bias.flag is True:
            return True
    return any(layer.kind == "batch_norm" for layer in network.layers)
