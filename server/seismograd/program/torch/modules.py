"""What every module can do, and modules of which only the head is known."""

from __future__ import annotations

from seismograd.program.operations import LEARNED
from seismograd.program.tensors import operate
from seismograd.program.torch.containers import DICTS, LISTS, named_child
from seismograd.program.torch.layers import LAYERS, spec_of
from seismograd.program.torch.names import MODULE
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import Interpreter
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import (
    Const,
    Instance,
    Member,
    Object,
    Sequence,
    Tensor,
    Unknown,
    Value,
)

_SELF_RETURNING = (
    "to", "cuda", "cpu", "float", "double", "half", "bfloat16", "train", "eval",
    "requires_grad_", "share_memory", "type", "compile",
)  # fmt: skip
_WRAPPERS = (
    "torch.nn.DataParallel", "torch.nn.parallel.DataParallel", "torch.compile",
    "torch.nn.parallel.DistributedDataParallel", "torch.jit.script", "torch.jit.trace",
    "torch.nn.utils.weight_norm", "torch.nn.utils.spectral_norm",
    "torch.nn.utils.parametrizations.weight_norm",
    "torch.nn.utils.parametrizations.spectral_norm",
    "torch.nn.utils.parametrizations.orthogonal",
    "torch.distributed.fsdp.FullyShardedDataParallel",
    "torch.nn.SyncBatchNorm.convert_sync_batchnorm",
)  # fmt: skip
_PARAMETERS = (f"returned:{MODULE}.parameters", f"returned:{MODULE}.named_parameters")
HEADS = ("fc", "classifier", "head", "heads", "last_linear")
"""What ready-made networks call the layer that makes their output."""


def register(library: Library) -> None:
    library.object_calls[MODULE] = run_opaque
    for name in _SELF_RETURNING:
        library.methods[f"{MODULE}.{name}"] = lambda call: call.receiver
    for path in _WRAPPERS:
        library.functions[path] = _first
    for preparer in ("accelerate.Accelerator.prepare", "lightning.Fabric.setup",
                     "lightning.Fabric.setup_dataloaders"):  # fmt: skip
        library.methods[preparer] = _prepared
    library.functions["copy.deepcopy"] = _copied
    library.attributes[MODULE] = _attribute
    library.elements.append(_parameter)
    for name in ("list", "tuple", "set"):
        library.functions[f"builtins.{name}"] = _collecting(name, library)
    library.attributes[f"{MODULE}.module"] = lambda base, name, run: base
    library.attributes[f"{MODULE}._orig_mod"] = lambda base, name, run: base


def _parameter(value: Value) -> Value | None:
    """One of the parameters of a module stands for all."""
    if not isinstance(value, Object) or value.path not in _PARAMETERS:
        return None
    known = value.attributes.get("_element")
    if known is None:
        parameter = Tensor("parameter", (value,), None, value.place)
        named = value.path == _PARAMETERS[1]
        known = Sequence("tuple", [Unknown(value.place, "name"), parameter]) if named else parameter
        value.attributes["_element"] = known
    return known


def _collecting(kind: str, library: Library) -> Model:
    """Lists of parameters can be joined, though their number is not known."""
    plain = library.functions.get(f"builtins.{kind}")

    def model(call: Call) -> Value | None:
        parameter = _parameter(call.positional[0].value) if call.positional else None
        if parameter is not None:
            return Sequence(kind, [parameter], call.place, True)
        return None if plain is None else plain(call)

    return model


def _first(call: Call) -> Value | None:
    return call.positional[0].value if call.positional else None


def _prepared(call: Call) -> Value | None:
    """What a launcher prepares is handed back in order."""
    values = [argument.value for argument in call.positional]
    if call.open or not values:
        return None
    return values[0] if len(values) == 1 else Sequence("tuple", values, call.place)


def _copied(call: Call) -> Value | None:
    """A copy of a network is another network of the same layers."""
    original = _first(call)
    if isinstance(original, Instance):
        copy = Instance(original.cls, call.place)
        copy.call, copy.complete = original.call, original.complete
        copy.super_init = original.super_init
        copy.attributes = dict(original.attributes)
        call.interpreter.register(copy)
        return copy
    if isinstance(original, Object) and call.interpreter.library.family(original.path) == MODULE:
        twin = Object(original.path, original.call, call.place)
        twin.attributes = dict(original.attributes)
        return twin
    return original


def _attribute(base: Value, name: str, run: Interpreter) -> Value | None:
    """Modules in a container by name, and the parameters a layer was built with."""
    if not isinstance(base, Object):
        return None
    if base.path in DICTS or base.path in LISTS:
        return named_child(base, name)
    if name == "weight" and spec_of(base.path) is not None:
        return _weight(base, run)
    if name == "bias" and spec_of(base.path) is not None:
        return _bias(base, run)
    return _built_with(base, name)


def _built_with(layer: Object, name: str) -> Value | None:
    spec = LAYERS.get(layer.path.rpartition(".")[2]) if spec_of(layer.path) else None
    for index, library_name, default in spec.parameters.values() if spec else ():
        if library_name == name:
            given = layer.call.value(index, name)
            if given is None and default is not ... and not layer.call.open:
                return Const(default, layer.place)
            return given
    return None


def _weight(layer: Object, run: Interpreter) -> Value | None:
    """The weights of a layer: the same tensor each time."""
    known = layer.attributes.get("weight")
    if known is None and layer.place is not None:
        call = Call("torch.nn.Parameter", [], {}, layer.place, run)
        weight = operate("parameter", (), call)
        spec = spec_of(layer.path)
        if spec is not None and spec.op in ("dense", "embedding"):
            weight.shape = _matrix_shape(layer, spec.op)
        known = layer.attributes["weight"] = weight
    return known


def _bias(layer: Object, run: Interpreter) -> Value | None:
    """The bias of a layer: the same tensor each time, or None where it has none."""
    known = layer.attributes.get("bias")
    if known is None and layer.place is not None:
        wanted = _built_with(layer, "bias")
        if isinstance(wanted, Const) and wanted.value is False:
            return Const(None, layer.place)
        call = Call("torch.nn.Parameter", [], {}, layer.place, run)
        known = layer.attributes["bias"] = operate("parameter", (), call)
    return known


def _matrix_shape(layer: Object, op: str) -> tuple[int | None, ...]:
    first, second = layer.call.integer(0, "in_features"), layer.call.integer(1, "out_features")
    if op == "embedding":
        return (layer.call.integer(0, "num_embeddings"), layer.call.integer(1, "embedding_dim"))
    return (second, first)


def run_opaque(call: Call) -> Value | None:
    """A module nothing is known of: its output depends on its inputs, and on a head put on it."""
    module = call.receiver
    inputs = tuple(argument.value for argument in call.arguments)
    body = operate("unknown", inputs, call, layer=module)
    head = head_of(module, call.interpreter) if isinstance(module, Object) else None
    if head is None:
        return body
    # Parts are called where they are built, as those of containers are.
    place = head.place or call.place
    step = Call("", [Argument(body, place)], {}, place, call.interpreter)
    return call.interpreter.invocation.call(head, step, call.interpreter.module_frame(call.place))


def head_of(module: Object, run: Interpreter) -> Value | None:
    """The layers that the program put at the end of a ready-made network."""
    if module.path.startswith("torch.nn."):
        return None
    for name in HEADS:
        head = module.attributes.get(name)
        if isinstance(head, Object | Instance):
            return head
    for other in reversed(run.calls):
        target = other.receiver
        is_part = isinstance(target, Member) and target.base is module and target.name in HEADS
        if is_part and other.path == "operator.setitem" and _sets_learned(other):
            return other.positional[-1].value
    return None


def _sets_learned(call: Call) -> bool:
    value = call.positional[-1].value
    spec = spec_of(value.path) if isinstance(value, Object) else None
    return spec is not None and spec.op in LEARNED
