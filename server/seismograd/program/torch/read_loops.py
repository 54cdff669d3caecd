"""Training loops of a PyTorch program."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from seismograd.program.escapes import is_unmodelled, passes
from seismograd.program.loops import epochs_of, loops_outwards, unwrapped
from seismograd.program.model import (
    Loader,
    LossUse,
    Network,
    Optimiser,
    Program,
    Step,
    TrainingLoop,
)
from seismograd.program.torch.read_networks import NetworksWithParts
from seismograd.program.torch.steps import is_backward, steps_in
from seismograd.source.evaluate.calls import Call, Loop
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import Choice, Function


def read_training(run: Interpreter, program: Program, networks: NetworksWithParts) -> None:
    by_loop = calls_by_loop(run)
    seen: set[tuple[int, int]] = set()
    for call in run.calls:
        if not is_backward(call):
            continue
        key = (id(call.loop), id(call.function) if call.loop is None else 0)
        if key not in seen:
            seen.add(key)
            program.loops.append(_training_loop(run, program, networks, call, by_loop))


def calls_by_loop(run: Interpreter) -> dict[int, list[Call]]:
    """The calls directly in each loop; those in none under the id of None."""
    found: dict[int, list[Call]] = {}
    for call in run.calls:
        found.setdefault(id(call.loop), []).append(call)
    return found


def _training_loop(
    run: Interpreter,
    program: Program,
    networks: NetworksWithParts,
    backward: Call,
    by_loop: dict[int, list[Call]],
) -> TrainingLoop:
    loop = backward.loop
    inside = _inside(backward, by_loop)
    place = loop.place if loop is not None else backward.place
    found = TrainingLoop(place, "torch", loop, list(steps_in(run, inside)),
                         list(steps_in(run, _around(backward, by_loop))), backward.function,
                         [], [], [])  # fmt: skip
    found.losses = losses_of(program, inside)
    found.optimisers = _optimisers(program, found.steps + found.outer_steps)
    found.networks = called_networks(networks, (step.call for step in found.of_kind("forward")))
    found.epochs = epochs_of(loop)
    found.loader = loader_of(program, loop)
    found.complete = _is_complete(found, inside)
    return found


def _is_complete(found: TrainingLoop, inside: list[Call]) -> bool:
    """Whether no unknown code gets hold of what the loop trains."""
    if found.of_kind("unknown_step"):
        return False
    trained = [optimiser.value for optimiser in found.optimisers]
    trained += [network.value for network in found.networks]
    return not any(
        is_unmodelled(call) and any(passes(call, value) for value in trained) for call in inside
    )


def _inside(backward: Call, by_loop: dict[int, list[Call]]) -> list[Call]:
    """The calls of one round, or of the function where there is no loop."""
    calls = by_loop[id(backward.loop)]
    if backward.loop is not None:
        return calls
    own = [call.index for call in calls if call.function is backward.function]
    # What the function calls runs between its own first and last call.
    return [call for call in calls if own[0] <= call.index <= own[-1]]


def _around(backward: Call, by_loop: dict[int, list[Call]]) -> list[Call]:
    """The calls of the surrounding loops, and of the functions that hold the loops."""
    if backward.loop is None:
        return []
    outer = list(loops_outwards(backward.loop.outer))
    found = [call for loop in outer for call in by_loop.get(id(loop), ())]
    holders = {_node(loop.function) for loop in [backward.loop, *outer]}
    found += [call for call in by_loop.get(id(None), ()) if _node(call.function) in holders]
    return sorted(found, key=lambda call: call.index)


def _node(function: Function | None) -> ast.AST | None:
    return None if function is None else function.node


def losses_of(program: Program, calls: Iterable[Call]) -> list[LossUse]:
    inside = {id(call) for call in calls}
    return [loss for loss in program.losses if id(loss.call) in inside]


def _optimisers(program: Program, steps: list[Step]) -> list[Optimiser]:
    receivers = {id(step.call.receiver) for step in steps if step.kind in ("step", "zero_grad")}
    receivers |= {id(argument.value) for step in steps if step.kind == "step"
                  for argument in step.call.positional}  # fmt: skip
    return [optimiser for optimiser in program.optimisers if id(optimiser.value) in receivers]


def called_networks(networks: NetworksWithParts, calls: Iterable[Call]) -> list[Network]:
    found = [networks.holding(call.receiver) for call in calls]
    return list({id(network): network for network in found if network is not None}.values())


def loader_of(program: Program, loop: Loop | None) -> Loader | None:
    """The loader that a loop goes over."""
    for current in loops_outwards(loop):
        source = unwrapped(current.iterable)
        for loader in program.loaders:
            if loader.value is source:
                return loader
        if isinstance(source, Choice):
            return _training_one(program, source)
    return None


def _training_one(program: Program, source: Choice) -> Loader | None:
    """Of the loaders that a loop goes over by turns, the only one of training data."""
    values = {id(option) for option in source.options}
    found = [one for one in program.loaders if id(one.value) in values and one.role == "train"]
    return found[0] if len(found) == 1 else None
