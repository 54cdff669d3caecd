"""Parts of a network that are frozen: they are trained, in Keras also from a later stage on."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial

from seismograd.faults import Edit, FaultType
from seismograd.program.attribute_writes import sets_attribute
from seismograd.program.gradients import runs_without_gradients
from seismograd.program.model import Compile, LossUse, Network, Program
from seismograd.program.operations import ancestors
from seismograd.repair.context import RepairContext
from seismograd.repair.layers.left_out_parts import optimised_parts
from seismograd.repair.layers.syntax import with_parents
from seismograd.repair.operators.offer import offered
from seismograd.repair.operators.operator import Operator
from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Const, Instance, Object, Place
from seismograd.source.rewrite import insert_before, replace, replace_with_input, source_of

TRAINED = "trained"
LATER = "trained after the first stage"
FLAGS = ("requires_grad", "trainable")
NO_GRAD = ("torch.no_grad", "torch.inference_mode")
DETACHING = "Tensor.detach"
LOADING = ("load_state_dict", "from_pretrained", "load_weights", "load_model", "create_model")
COLLECTIONS = ("keras.applications.", "torchvision.models.", "timm.", "torch.hub.", "keras_hub.")
"""Functions and packages that bring weights which somebody has trained."""
UNTRAINED = "frozen-first-weights"
"""The symptom of frozen weights that were never trained."""


class FrozenParts(Operator):
    def parameters(self, context: RepairContext) -> Iterator[Parameter]:
        found = {one.place.span: one for one in _freezing(context.program)}
        names: set[str] = set()
        for call in found.values():
            name = _name(call)
            name = name if name not in names else f"{name} in line {call.place.span.start.line}"
            names.add(name)
            yield from offered(context, _parameter(name, call, context))


def _freezing(program: Program) -> Iterator[Call]:
    calls = program.calls_to("operator.setattr")
    yield from (one for one in calls if any(sets_attribute(one, name) for name in FLAGS)
                and _is_false(one))  # fmt: skip
    methods = program.calls_to("*.requires_grad_")
    yield from (one for one in methods if _is_false(one) and _is_optimised(one, program))
    for _, layer in program.layers:
        if layer.call is not None and layer.call.flag(None, "trainable") is False:
            yield layer.call
    yield from _cuts(program)


def _is_optimised(call: Call, program: Program) -> bool:
    """A teacher or a copy that gives targets is in no optimiser."""
    is_module = isinstance(call.receiver, Instance | Object)
    return not is_module or id(call.receiver) in optimised_parts(program)


def _is_false(call: Call) -> bool:
    given = call.positional[-1] if call.positional else call.keywords.get("requires_grad")
    return given is not None and isinstance(given.value, Const) and given.value.value is False


def _cuts(program: Program) -> Iterator[Call]:
    """`detach()` and `no_grad()` behind layers that an optimiser is given, on the way to the
    answers of a network; networks that play against each other are left alone."""
    own = optimised_parts(program) if len(program.optimisers) == 1 else set()
    losses = (loss for loop in program.loops for loss in loop.losses)
    for loss in (one for one in losses if not _only_measures(one)):
        for tensor in ancestors(loss.prediction):
            call = tensor.call
            if call is None:
                continue
            if call.path == DETACHING and any(id(one.layer) in own for one in ancestors(tensor)):
                yield call
            if id(tensor.layer) in own and runs_without_gradients(call):
                yield from _modes(call)


def _only_measures(loss: LossUse) -> bool:
    return loss.call is not None and runs_without_gradients(loss.call)


def _modes(call: Call) -> Iterator[Call]:
    """The calls that switch gradients off around a call."""
    for context in call.contexts:
        if isinstance(context, Object) and context.path in NO_GRAD:
            yield context.call


def _name(call: Call) -> str:
    if call.path in NO_GRAD or call.path == DETACHING:
        return f"gradients in line {call.place.span.start.line}"
    owner = _owner(call)
    return f"frozen {source_of(Place(call.place.chunk, owner))}"


def _owner(call: Call) -> ast.AST:
    """`base` of `base.trainable = False`; of the variable of a loop, what it goes over."""
    node = call.place.node
    owner = node.value if isinstance(node, ast.Attribute) else node
    if isinstance(node, ast.Call):
        owner = node.func
        if isinstance(owner, ast.Attribute) and call.method == "requires_grad_":
            owner = owner.value
    loops = (one for one in with_parents(call.place) if isinstance(one, ast.For))
    names = {ast.unparse(loop.target): loop.iter for loop in loops}
    return names.get(ast.unparse(owner), owner)


def _parameter(name: str, call: Call, context: RepairContext) -> Parameter:
    later = _later_compile(call, context.program)
    options = (TRAINED,) if later is None else (LATER, TRAINED)
    write = partial(_write, call, later)
    return Parameter(name, FaultType.REG, "", Choices(options), write, options,
                     (FaultType.GRAPH, FaultType.LOOP),
                     is_unusual=_is_unusual(context, later))  # fmt: skip


def _is_unusual(context: RepairContext, later: Compile | None) -> bool:
    """Freezing is on purpose where weights were loaded. A second stage with the same parts frozen
    brings nothing that a longer first one would not."""
    calls = context.program.calls
    is_loaded = any(one.method in LOADING or one.path.startswith(COLLECTIONS) for one in calls)
    is_untrained = any(one.name == UNTRAINED for one in context.diagnosis.symptoms)
    return not is_loaded and (is_untrained or later is not None)


def _later_compile(call: Call, program: Program) -> Compile | None:
    """The last `compile` of a network that was compiled before with the same part frozen."""
    if not sets_attribute(call, "trainable") or _is_set_again(call, program):
        return None
    after = [one for one in program.compiles if one.call.index > call.index]
    repeated = [one for at, one in enumerate(after) if _is_among(one.network, after[:at])]
    return repeated[-1] if repeated else None


def _is_set_again(call: Call, program: Program) -> bool:
    return any(
        sets_attribute(one, "trainable") and one.receiver is call.receiver
        for one in program.calls_to("operator.setattr")
        if one.index > call.index
    )


def _is_among(network: Network | None, compiles: Sequence[Compile]) -> bool:
    return network is not None and any(one.network is network for one in compiles)


def _write(call: Call, later: Compile | None, value: Value) -> tuple[Edit, ...]:
    if value == LATER and later is not None:
        return (_trainable_before(call, later),)
    edit = _trained(call)
    if edit is None:
        raise CannotWrite("it is not frozen by a literal")
    return (edit,)


def _trained(call: Call) -> Edit | None:
    if call.path in NO_GRAD:
        text = source_of(call.place)
        return replace(call.place, "torch.enable_grad()") if text.startswith("torch.") else None
    if call.path == DETACHING:
        return replace_with_input(call)
    node = _literal(call)
    return replace(Place(call.place.chunk, node), "True") if node is not None else None


def _literal(call: Call) -> ast.expr | None:
    """The `False` that freezes, in a call or an assignment."""
    node, around = call.place.node, with_parents(call.place)
    values = [one.value for one in around if isinstance(one, ast.Assign)]
    if isinstance(node, ast.Call):
        values = [*node.args, *(one.value for one in node.keywords if one.arg in FLAGS)]
    is_false = (one for one in values if isinstance(one, ast.Constant) and one.value is False)
    return next(is_false, None)


def _trainable_before(call: Call, later: Compile) -> Edit:
    """`base.trainable = True` before a `compile` in the same function. Raises `CannotWrite`."""
    node = call.place.node
    same = call.function is later.call.function and call.place.chunk.document is (
        later.place.chunk.document
    )
    owner = node.value if isinstance(node, ast.Attribute) else None
    is_stable = isinstance(owner, ast.Name | ast.Attribute) and call.loop is None
    line = f"{source_of(Place(call.place.chunk, node))} = True"
    edit = insert_before(later.place, line) if same and is_stable else None
    if edit is None:
        raise CannotWrite("it is not known by its name where the network is compiled again")
    return edit
