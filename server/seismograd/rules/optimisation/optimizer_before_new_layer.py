from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Optimiser, Program
from seismograd.program.torch.layers import LAYERS
from seismograd.program.torch.read_training import parameter_owners
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Member, Object, Value, text
from seismograd.source.rewrite import source_of


class OptimizerBeforeNewLayer(Rule):
    """
    ## What it does
    Finds a layer that is put into a network after the optimiser was built from the network's
    parameters.

    ## Why is this bad?
    The optimiser holds the parameters that the network had then. The new layer is never updated
    and keeps its random weights.

    ## Example
    ```python
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    model.fc = nn.Linear(512, 10)
    ```

    ## How to fix
    Build the optimiser last:
    ```python
    model.fc = nn.Linear(512, 10)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    ```

    ## When to ignore
    When the new layer's parameters are added with `add_param_group`.

    ## References
    - PyTorch documentation of `torch.optim`: construct optimizers after all changes to the model
    """

    code = "SG513"
    name = "optimizer-before-new-layer"
    fault_type = FaultType.REG
    severity = Severity.ERROR
    confidence = 0.92

    def check(self, program: Program) -> Iterator[Finding]:
        if any(program.index.named("add_param_group")):
            return
        for optimiser in program.optimisers:
            owners = {id(owner): owner for owner in parameter_owners(optimiser.parameters)}
            for owner in owners.values():
                for call in _replacements(program, owner):
                    is_last = not any(_may_follow(one, call) for one in program.optimisers)
                    if is_last and _adds_layer(call) and _comes_later(call, optimiser):
                        yield self._finding(call, optimiser)

    def _finding(self, call: Call, optimiser: Optimiser) -> Finding:
        name = text(call.value(None, "name")) or source_of(call.place)
        return self.finding(
            call.place.span,
            f"`{name}` is replaced after the optimiser was built: it will never be updated.",
            because="The optimiser holds the parameters the network had when it was built.",
            related=[Related(optimiser.place.span, "the optimiser is built here")],
        )


def _replacements(program: Program, owner: Value) -> Iterator[Call]:
    """`model.head = layer`, and `model.classifier[6] = layer` in a ready-made network."""
    yield from (call for call in program.index.on(owner) if call.path == "operator.setattr")
    for call in program.index.named("setitem"):
        part = call.receiver
        if isinstance(part, Member) and part.base is owner:
            yield call


def _adds_layer(call: Call) -> bool:
    return _is_trained(call.positional[-1].value if len(call.positional) > 1 else None)


def _is_trained(value: Value | None) -> bool:
    if not isinstance(value, Object):
        return False
    name = value.path.rpartition(".")[2]
    return value.path == "torch.nn.Sequential" or (
        name in LAYERS and LAYERS[name].op in ("dense", "conv", "embedding", "recurrent")
    )


def _may_follow(optimiser: Optimiser, call: Call) -> bool:
    """Whether it can hold the new layer: a second stage has an optimiser of its own."""
    built = optimiser.call
    return built is None or built.interpreter is not call.interpreter or built.index > call.index


def _comes_later(call: Call, optimiser: Optimiser) -> bool:
    built = optimiser.call
    if built is None or call.branches or built.branches:
        return False
    return built.interpreter is call.interpreter and built.index < call.index
