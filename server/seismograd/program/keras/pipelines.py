"""Pipelines of examples: `tf.data`."""

from __future__ import annotations

from collections.abc import Callable

from seismograd.program.contents import is_modest
from seismograd.program.keras.structures import BATCH
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    Const,
    Mapping,
    Object,
    Sequence,
    Size,
    Tensor,
    Unknown,
    Value,
    integer,
)

DATASET = "tensorflow.data.Dataset"
WHOLE = "<whole>"
ELEMENT = "<element>"
BATCHED = "<batched>"
SHUFFLED = "<shuffled>"
_KEEPING = ("cache", "ignore_errors", "prefetch", "repeat", "shard", "with_options", "apply",
            "snapshot")  # fmt: skip
_PART = ("filter", "skip", "take")


def register(library: Library) -> None:
    for name in ("from_tensor_slices", "from_tensors"):
        library.functions[f"{DATASET}.{name}"] = _from_slices
    library.functions[f"{DATASET}.zip"] = _zipped
    for name in _KEEPING:
        library.methods[f"{DATASET}.{name}"] = _same
    for name in _PART:
        library.methods[f"{DATASET}.{name}"] = _part
    for name in ("batch", "padded_batch"):
        library.methods[f"{DATASET}.{name}"] = _batched
    library.methods[f"{DATASET}.shuffle"] = _shuffled
    library.methods[f"{DATASET}.map"] = _mapped
    library.methods[f"{DATASET}.unbatch"] = _unbatched
    library.elements.append(_element)


def is_dataset(value: Value | None) -> bool:
    return isinstance(value, Object) and value.path == DATASET


def inputs_and_targets(value: Value | None) -> tuple[Value | None, Value | None] | None:
    """What a pipeline feeds a model, as whole arrays; None where that is not known."""
    whole = value.attributes.get(WHOLE) if isinstance(value, Object) else None
    if isinstance(whole, Sequence) and len(whole.items) >= 2:
        return whole.items[0], whole.items[1]
    return None if whole is None else (whole, None)


def make_dataset(
    call: Call, whole: Value | None, element: Value | None, like: Object | None
) -> Object:
    made = Object(DATASET, call, call.place)
    if like is not None:
        made.attributes.update(like.attributes)
    for name, value in ((WHOLE, whole), (ELEMENT, element)):
        if value is not None:
            made.attributes[name] = value
        else:
            made.attributes.pop(name, None)
    return made


def each_of(value: Value) -> Value:
    """One example of what whole arrays hold."""
    return _rebuilt(value, _one)


def _one(whole: Tensor) -> Tensor:
    shape = None if whole.shape is None else whole.shape[1:]
    return Tensor("getitem", (whole,), shape, whole.place, call=whole.call, dtype=whole.dtype)


def all_of(value: Value, count: Size) -> Value:
    """Whole arrays of which each example is known."""

    def stacked(one: Tensor) -> Tensor:
        shape = None if one.shape is None else (count, *one.shape)
        return Tensor("stack", (one,), shape, one.place, call=one.call, dtype=one.dtype)

    return _rebuilt(value, stacked)


def _rebuilt(value: Value, change: Callable[[Tensor], Tensor]) -> Value:
    """A structure of tensors with each of them changed."""
    if not is_modest(value):
        return Unknown(value.place)

    def again(part: Value) -> Value:
        if isinstance(part, Sequence):
            return Sequence(part.kind, [again(item) for item in part.items], part.place)
        if isinstance(part, Mapping):
            return Mapping({k: again(v) for k, v in part.items.items()}, part.place)
        return change(part) if isinstance(part, Tensor) else part

    return again(value)


def _count(value: Value | None) -> Size:
    if isinstance(value, Sequence) and value.items:
        return _count(value.items[0])
    if isinstance(value, Mapping) and value.items:
        return _count(next(iter(value.items.values())))
    return value.shape[0] if isinstance(value, Tensor) and value.shape else None


def _from_slices(call: Call) -> Value:
    whole = call.value(0, "tensors")
    if whole is None:
        return make_dataset(call, None, None, None)
    return make_dataset(call, whole, each_of(whole), None)


def _zipped(call: Call) -> Value:
    given = call.positional[0].value if call.positional else None
    parts = list(given.items) if isinstance(given, Sequence) else [a.value for a in call.positional]
    known = [part for part in parts if isinstance(part, Object) and WHOLE in part.attributes]
    if len(known) != len(parts) or not known:
        return make_dataset(call, None, None, None)
    whole = Sequence("tuple", [part.attributes[WHOLE] for part in known], call.place)
    element = Sequence("tuple", [part.attributes[ELEMENT] for part in known], call.place)
    return make_dataset(call, whole, element, None)


def _receiver(call: Call) -> Object | None:
    return call.receiver if isinstance(call.receiver, Object) else None


def _same(call: Call) -> Value | None:
    before = _receiver(call)
    if before is None:
        return None
    return make_dataset(call, before.attributes.get(WHOLE), before.attributes.get(ELEMENT), before)


def _part(call: Call) -> Value | None:
    """Some of the examples: how many is known only for `take`."""
    before = _receiver(call)
    element = None if before is None else before.attributes.get(ELEMENT)
    count = call.integer(0, "count") if call.method == "take" else None
    batched = before is not None and BATCHED in before.attributes
    whole = None if element is None else all_of(element, None if batched else count)
    return make_dataset(call, whole, element, before)


def _batched(call: Call) -> Value | None:
    made = _same(call)
    size = call.value(0, "batch_size")
    if isinstance(made, Object) and size is not None:
        made.attributes[BATCHED] = size
    return made


def _shuffled(call: Call) -> Value | None:
    made = _same(call)
    if isinstance(made, Object):
        made.attributes[SHUFFLED] = Const(True, call.place)
    return made


def _unbatched(call: Call) -> Value | None:
    made = _same(call)
    if isinstance(made, Object):
        made.attributes.pop(BATCHED, None)
    return made


def _mapped(call: Call) -> Value | None:
    before = _receiver(call)
    function = call.value(0, "map_func")
    element = None if before is None else shown(before)
    if before is None or function is None or element is None:
        return make_dataset(call, None, None, before)
    run = call.interpreter
    many = isinstance(element, Sequence) and element.kind == "tuple"
    given = element.items if many and isinstance(element, Sequence) else [element]
    step = Call("", [Argument(item, call.place) for item in given], {}, call.place, run)
    result = run.invocation.call(function, step, run.module_frame(call.place))
    single = each_of(result) if BATCHED in before.attributes else result
    return make_dataset(call, all_of(single, _count(before.attributes.get(WHOLE))), single, before)


def shown(dataset: Object) -> Value | None:
    """What a loop over a pipeline or a function mapped over it sees."""
    element = dataset.attributes.get(ELEMENT)
    if element is None or BATCHED not in dataset.attributes:
        return element
    return all_of(element, integer(dataset.attributes[BATCHED]) or BATCH)


def _element(value: Value) -> Value | None:
    if not isinstance(value, Object) or value.path != DATASET:
        return None
    known = value.attributes.get("<shown>")
    if known is None:
        known = shown(value)
        if known is not None:
            value.attributes["<shown>"] = known
    return known
