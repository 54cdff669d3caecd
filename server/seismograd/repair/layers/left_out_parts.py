"""Which parts of a network no optimiser of the source is given."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.program.contents import reached
from seismograd.program.gradients import followed, gradient_start
from seismograd.program.model import Network, Program
from seismograd.program.torch.read_training import parameter_owners
from seismograd.source.evaluate.values import Instance, Object, Sequence, Value
from seismograd.traces.history import RunHistory

MAX_DEPTH = 6
"""How far layers are looked for in parts of parts."""


def has_left_out_weights(history: RunHistory) -> bool:
    """Whether the run shows weights with a gradient that never change and no optimiser has."""
    told = history.parameters.unchanged if history.parameters else ()
    return any(one.trainable and one.had_gradient and not one.optimised for one in told)


def left_out_attributes(program: Program, network: Network) -> list[str]:
    """Attributes of a network all of whose layers are left out."""
    learned = {id(layer.value) for layer in network.layers if layer.is_learned}
    covered = optimised_parts(program)
    own = network.value.attributes if isinstance(network.value, Instance) else {}
    inside = {name: {id(one) for one in _parts(value)} for name, value in own.items()}
    return [name for name, ids in inside.items() if ids & learned and not ids & covered]


def left_out_networks(program: Program) -> list[Network]:
    """Networks that gradients of a loop reach and of which no optimiser has anything."""
    covered = optimised_parts(program)
    found = {id(network): network for loop in program.loops for network in loop.networks}
    steps = (step for loop in program.loops for step in loop.of_kind("backward"))
    used = {id(one.layer) for step in steps for one in followed(gradient_start(step.call))}
    return [
        network
        for network in found.values()
        if any(layer.is_learned and id(layer.value) in used for layer in network.layers)
        and not covered & {id(one) for one in _parts(network.value)}
    ]


def optimised_parts(program: Program) -> set[int]:
    """The identities of all modules that optimisers are given, with their parts."""
    owners = (owner for one in program.optimisers for owner in parameter_owners(one.parameters))
    return {id(part) for owner in owners for part in _parts(owner)}


def _parts(value: Value) -> Iterator[Value]:
    return reached(value, _held, MAX_DEPTH)


def _held(value: Value) -> list[Value]:
    if isinstance(value, Sequence):
        return value.items
    if not isinstance(value, Instance | Object):
        return []
    given = value.call.positional if isinstance(value, Object) else []
    return [*value.attributes.values(), *(argument.value for argument in given)]
