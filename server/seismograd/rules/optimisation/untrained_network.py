from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.contents import reached
from seismograd.program.model import LossUse, Network, Optimiser, Program, TrainingLoop
from seismograd.program.operations import ACTIVATIONS, ancestors, through
from seismograd.program.scores import LINEAR_LAYERS
from seismograd.program.torch.read_training import parameter_owners
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Instance, Member, Object, Tensor, Value

MAX_DEPTH = 4
_LOADING_OR_FREEZING = ("from_pretrained", "load_state_dict", "requires_grad_")


class UntrainedNetwork(Rule):
    """
    ## What it does
    Finds a network whose output goes into the loss of a training loop although no optimiser holds
    its parameters, and a network of which only other parts than the output layer are updated.

    ## Why is this bad?
    Gradients are computed for it and thrown away: it keeps its random weights, and the rest of the
    program has to make do with them.

    ## Example
    ```python
    encoder, decoder = Encoder(), Decoder()
    optimizer = torch.optim.Adam(decoder.parameters())
    loss = criterion(decoder(encoder(x)), x)
    ```

    ## How to fix
    ```python
    optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])
    ```

    ## When to ignore
    A network that is frozen on purpose; put it into evaluation mode, or run it under
    `torch.no_grad()`, and the rule is silent.

    ## References
    - PyTorch documentation of `torch.optim`: an optimizer updates the parameters it was given
    """

    code = "SG511"
    name = "untrained-network"
    fault_type = FaultType.REG
    severity = Severity.WARNING
    confidence = 0.85
    about_absence = True
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        covered = _covered(program)
        if covered is None:
            return
        for loop in program.loops:
            # Where what steps is not known, it may hold anything; Lightning's optimisers are built
            # in another method, possibly seen with another instance.
            known = bool(loop.optimisers) and loop.framework != "lightning"
            for network in loop.networks if known else ():
                idle = not _holds_any(network.value, covered) and _is_in_loss(network, loop)
                if idle and not _is_frozen(program, network):
                    yield self._finding(network, loop.optimisers)
            for layer in _idle_outputs(program, loop) if known else ():
                yield self._of_output(layer, loop.optimisers)

    def _finding(self, network: Network, optimisers: list[Optimiser]) -> Finding:
        return self.finding(
            (network.value.place or network.place).span,
            f"No optimiser holds the parameters of this {network.name}: it takes part in the loss "
            "but is never updated.",
            because="All optimisers of the program were followed to the networks they update.",
            related=[Related(item.place.span, "updates other networks") for item in optimisers],
        )

    def _of_output(self, layer: Object, optimisers: list[Optimiser]) -> Finding:
        assert layer.place is not None
        return self.finding(
            layer.place.span,
            "No optimiser holds the parameters of this layer: it makes the output that the loss "
            "is computed from, but keeps its random weights.",
            because="The optimisers of the program hold other parts of the network.",
            related=[Related(item.place.span, "updates other parts") for item in optimisers],
        )


def _idle_outputs(program: Program, loop: TrainingLoop) -> list[Object]:
    """Layers that make the predictions of partly updated networks, and are not updated."""
    owners = [owner for one in program.optimisers for owner in parameter_owners(one.parameters)]
    partly = any(_holds_any(network.value, {id(owner)}) and network.value is not owner
                 for network in loop.networks for owner in owners)  # fmt: skip
    if not partly or any(program.index.named(*_LOADING_OR_FREEZING)):
        return []
    if any(_is_rebuilt(program, one) for one in program.optimisers):
        return []
    made = [_output_layer(loss) for loss in loop.losses]
    idle = (layer for layer in made if layer is not None
            and not any(_holds_any(owner, {id(layer)}) for owner in owners))  # fmt: skip
    return list({id(layer): layer for layer in idle}.values())


def _is_rebuilt(program: Program, optimiser: Optimiser) -> bool:
    """Whether its network gets another part later: the part before is no longer seen there."""
    built = optimiser.call
    return built is not None and any(
        call.path == "operator.setattr" and call.index > built.index
        for owner in parameter_owners(optimiser.parameters)
        for call in program.index.on(owner)
    )


def _output_layer(loss: LossUse) -> Object | None:
    """The layer of PyTorch whose sums are the prediction."""
    made = through(loss.prediction, *ACTIVATIONS)
    layer = made.layer if isinstance(made, Tensor) and made.op in LINEAR_LAYERS else None
    known = isinstance(layer, Object) and layer.path.startswith("torch.nn.") and layer.place
    return layer if isinstance(layer, Object) and known else None


def _covered(program: Program) -> set[int] | None:
    """Everything that optimisers update; None where that is not certain."""
    found: set[int] = set()
    for optimiser in program.optimisers:
        owners = list(parameter_owners(optimiser.parameters))
        if not owners or not all(_is_known(owner) for owner in owners):
            return None
        for owner in owners:
            # With its parts: a copy has the same ones, as far as the evaluation goes.
            found.update(id(part) for part in reached(owner, _held, MAX_DEPTH + 1))
    if any(program.index.named("add_param_group")):
        return None
    return found or None


def _is_known(owner: Value) -> bool:
    """A network, a layer, or a part of a ready-made network."""
    part = isinstance(owner, Member) and isinstance(owner.base, Object)
    return part or isinstance(owner, Instance | Object)


def _holds_any(value: Value, covered: set[int]) -> bool:
    """Whether a network, or a part of it, is updated."""
    return any(id(part) in covered for part in reached(value, _held, MAX_DEPTH + 1))


def _held(value: Value) -> list[Value]:
    if not isinstance(value, Instance | Object):
        return []
    given = value.call.positional if isinstance(value, Object) else []
    return [*value.attributes.values(), *(argument.value for argument in given)]


def _is_in_loss(network: Network, loop: TrainingLoop) -> bool:
    learned = any(layer.is_learned for layer in network.layers)
    wanted = {id(layer.value) for layer in network.layers if layer.value is not None}
    return learned and any(
        tensor.tracked and tensor.layer is not None and id(tensor.layer) in wanted
        for loss in loop.losses
        for tensor in ancestors(loss.prediction)
    )


def _is_frozen(program: Program, network: Network) -> bool:
    names = ("eval", "requires_grad_", "load_state_dict", "parameters", "apply", "state_dict")
    return any(call.method in names for call in program.index.on(network.value))
