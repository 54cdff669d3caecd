"""The networks of a PyTorch program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from seismograd.program.contents import DEPTH, leaves, parts, reached
from seismograd.program.found_networks import Networks
from seismograd.program.model import Layer, Network, Program
from seismograd.program.networks import make_network
from seismograd.program.operations import LEARNED
from seismograd.program.torch.containers import DICTS, LISTS, SEQUENTIAL, children
from seismograd.program.torch.layers import layer_settings, spec_of
from seismograd.program.torch.modules import head_of
from seismograd.program.torch.names import MODULE
from seismograd.program.units import unknown_call
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.values import (
    Choice,
    Function,
    Instance,
    Mapping,
    Object,
    Place,
    Sequence,
    Tensor,
    Value,
    is_none,
)

_LOSS_NAME = re.compile(r"loss|criterion", re.IGNORECASE)
MAX_RUNS = 4
"""How many runs of a network are looked at to find one that is understood in full."""


class NetworksWithParts(Networks):
    """Networks that are also found by the modules they hold."""

    def __init__(self, found: list[Network], made: dict[int, Network]) -> None:
        super().__init__(found, made)
        self._parts: dict[int, Network] = {}

    def holding(self, value: Value | None) -> Network | None:
        """The network that a module is, or is a part of."""
        return self.of(value) or self._parts.get(id(value))

    def add_parts(self, run: Interpreter) -> None:
        for network in self.found:
            pending = [network.value]
            while pending:
                for part in _parts(run, pending.pop()):
                    if id(part) not in self._parts:
                        self._parts[id(part)] = network
                        pending.append(part)


def is_module(run: Interpreter, value: Value | None) -> bool:
    """Whether a value is certainly an nn.Module."""
    if isinstance(value, Instance):
        return run.subclass_of(value.cls, MODULE)
    if not isinstance(value, Object):
        return False
    return run.library.family(value.path) == MODULE or is_unknown_network(run, value)


_owners: WeakKeyDictionary[Interpreter, tuple[int, frozenset[int]]] = WeakKeyDictionary()


def is_unknown_network(run: Interpreter, value: Object) -> bool:
    """Whether a thing nothing is known of has parameters, as only networks have."""
    count, owners = _owners.get(run, (-1, frozenset()))
    if count != len(run.calls):
        owners = frozenset(
            id(call.receiver)
            for call in run.calls
            if call.method in ("named_parameters", "parameters")
            and isinstance(call.receiver, Object)
        )
        _owners[run] = len(run.calls), owners
    return id(value) in owners


def is_loss_module(value: Value | None) -> bool:
    """Whether a module of the project is a loss, by its name."""
    return isinstance(value, Instance) and bool(_LOSS_NAME.search(value.cls.name))


def read_networks(run: Interpreter, program: Program) -> NetworksWithParts:
    found: list[Network] = []
    made: dict[int, Network] = {}
    for module, calls in _whole_modules(run):
        network = _network(run, module, calls)
        if network is not None:
            found.append(network)
            for call in calls:
                made.update((id(tensor), network) for tensor in _outputs(call.result))
    touched = {id(call.receiver) for call in [*run.calls, *run.trial_calls]}
    for network in found:
        network.unused = _unused(network.value, network, touched)
    program.networks.extend(found)
    networks = NetworksWithParts(found, made)
    networks.add_parts(run)
    return networks


def _whole_modules(run: Interpreter) -> Iterator[tuple[Instance | Object, list[Call]]]:
    """Modules that are no part of another and no loss, with the calls that run them."""
    modules = list(_modules(run))
    held = {id(child) for module in modules for child in _parts(run, module)}
    forwards = _forward_calls(run)
    built_for_others = {module.place for module in modules if id(module) in held}
    for module in modules:
        if id(module) in held or is_loss_module(module):
            continue
        calls = forwards.get(id(module), [])
        if isinstance(module, Object) and not _stands_alone(run, module, calls):
            continue
        # A part that a condition dropped comes from where other parts are built.
        if not calls and isinstance(module, Object) and module.place in built_for_others:
            continue
        yield module, calls


def _modules(run: Interpreter) -> Iterator[Instance | Object]:
    for instance in run.instances:
        if is_module(run, instance):
            yield instance
    for call in run.calls:
        result = call.result
        if isinstance(result, Object) and result.call is call and is_module(run, result):
            yield result


def _stands_alone(run: Interpreter, module: Object, calls: list[Call]) -> bool:
    """Whether an object of the library is a network by itself."""
    if module.path == SEQUENTIAL:
        return True
    if module.path in LISTS or module.path in DICTS or "Weights" in module.path:
        return False
    spec = spec_of(module.path)
    if spec is None:
        is_loss = module.path.startswith("torch.nn.")
        return not is_loss and (
            not module.path.startswith("returned:") or is_unknown_network(run, module)
        )
    outside = [call for call in calls if not _is_in_method_of_module(run, call)]
    return spec.op in LEARNED and bool(outside)


def _is_in_method_of_module(run: Interpreter, call: Call) -> bool:
    owner = None if call.function is None else call.function.owner
    return owner is not None and run.subclass_of(owner, MODULE)


def _parts(run: Interpreter, module: Value) -> Iterator[Value]:
    """The modules that a module holds."""
    if isinstance(module, Instance):
        for value in module.attributes.values():
            yield from _modules_in(run, value)
    elif isinstance(module, Object):
        given = [argument.value for argument in module.call.arguments]
        for value in children(module) or given:
            yield from _modules_in(run, value)
        head = head_of(module, run)
        for value in [*module.attributes.values(), *([] if head is None else [head])]:
            yield from _modules_in(run, value)


def _modules_in(run: Interpreter, value: Value) -> Iterator[Value]:
    def step(found: Value) -> Iterable[Value]:
        if is_module(run, found):
            listed = isinstance(found, Object) and found.path in LISTS
            return (children(found) or ()) if listed else ()
        return parts(found) if isinstance(found, Sequence | Choice | Mapping) else ()

    return (found for found in reached(value, step, DEPTH) if is_module(run, found))


def _forward_calls(run: Interpreter) -> dict[int, list[Call]]:
    found: dict[int, list[Call]] = {}
    for call in run.calls:
        if call.receiver is not None and call.method in ("forward", "__call__"):
            found.setdefault(id(call.receiver), []).append(call)
    return found


def _outputs(value: Value | None) -> Iterator[Value]:
    return iter(()) if value is None else leaves(value)


def _network(run: Interpreter, module: Instance | Object, calls: list[Call]) -> Network | None:
    """A network as its most telling run shows it."""
    best: Network | None = None
    for call in calls[:MAX_RUNS] or filter(None, [_trial_run(run, module)]):
        network = _from_run(module, call)
        if best is None or network.complete:
            best = network
        if best.complete:
            break
    return best


def _from_run(module: Instance | Object, call: Call) -> Network:
    name = module.cls.name if isinstance(module, Instance) else _object_name(module)
    place = module.cls.place if isinstance(module, Instance) else module.place
    arguments = [a.value for a in call.arguments]
    output = next(_outputs(call.result), None)
    network = make_network(name, place or call.place, "torch", module,
                           arguments[0] if arguments else None, output, layer_settings,
                           arguments, call.result)  # fmt: skip
    if isinstance(module, Instance) and not module.complete:
        network.complete = False
    return network


def _object_name(module: Object) -> str:
    """The class or function that gave a module, for people."""
    if module.path.startswith("returned:"):
        return "network"
    name = module.path.rpartition(".")[2]
    return module.path.split(".")[-2] if name == "from_pretrained" else name


def _trial_run(run: Interpreter, module: Instance | Object) -> Call | None:
    """Run a network that the program only builds on inputs nothing is known of."""
    place = module.place
    if place is None:
        return None
    if isinstance(module, Object):
        call = Call("", [Argument(Tensor("input", (), None, place), place)], {}, place, run)
    else:
        forward = module.cls.lookup("forward")
        if not isinstance(forward, Function):
            return None
        call = _forward_call(run, forward, place)
    with run.muted(trial=True):
        run.invocation.call(module, call, run.module_frame(place))
    return call


def _forward_call(run: Interpreter, forward: Function, place: Place) -> Call:
    """A call with what must be given; what may be left out is left out."""
    call = unknown_call(run, forward, True, place)
    arguments = forward.node.args
    names = [*arguments.posonlyargs, *arguments.args]
    for name, default in zip(reversed(names), reversed(forward.defaults), strict=False):
        if is_none(default):
            call.keywords.pop(name.arg, None)
    return call


def _unused(module: Value, network: Network, touched: set[int]) -> list[Layer]:
    """Layers that a module builds but no run of it passes."""
    if not isinstance(module, Instance) or not network.complete:
        return []
    used = {id(layer.value) for layer in network.layers}
    unused: list[Layer] = []
    for value in module.attributes.values():
        if isinstance(value, Object) and id(value) not in used and id(value) not in touched:
            spec = spec_of(value.path)
            if spec is not None and value.place is not None:
                settings = layer_settings(value.path, value.call)
                unused.append(Layer(spec.op, value.path, value.place, value.call, value,
                                    settings=settings))  # fmt: skip
    return unused
