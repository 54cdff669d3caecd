"""Pipelines of examples: `tf.data`, data sets from folders, and image generators."""

from __future__ import annotations

from seismograd.program.keras.models import BATCH
from seismograd.program.numpy.sources import INPUTS, LABELS
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    Const,
    Mapping,
    Object,
    Sequence,
    Shape,
    Size,
    Tensor,
    Value,
    integer,
    text,
)

DATASET = "tensorflow.data.Dataset"
GENERATOR = "keras.preprocessing.image.ImageDataGenerator"
WHOLE = "<whole>"
ELEMENT = "<element>"
BATCHED = "<batched>"
SHUFFLED = "<shuffled>"
_KEEPING = ("cache", "ignore_errors", "prefetch", "repeat", "shard", "with_options", "apply",
            "snapshot")  # fmt: skip
_PART = ("filter", "skip", "take")
_DEFAULT_BATCH = 32


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
    library.functions["keras.utils.image_dataset_from_directory"] = _image_folder
    library.functions["keras.utils.text_dataset_from_directory"] = _text_folder
    for name in ("flow", "flow_from_directory", "flow_from_dataframe"):
        library.methods[f"{GENERATOR}.{name}"] = _generated
    library.renames["keras.legacy.preprocessing.image"] = "keras.preprocessing.image"
    library.elements.append(_element)


def is_dataset(value: Value | None) -> bool:
    return isinstance(value, Object) and value.path == DATASET


def inputs_and_targets(value: Value | None) -> tuple[Value | None, Value | None] | None:
    """What a pipeline feeds a model, as whole arrays; None where that is not known."""
    whole = value.attributes.get(WHOLE) if isinstance(value, Object) else None
    if isinstance(whole, Sequence) and len(whole.items) >= 2:
        return whole.items[0], whole.items[1]
    return None if whole is None else (whole, None)


def _make(call: Call, whole: Value | None, element: Value | None, like: Object | None) -> Object:
    made = Object(DATASET, call, call.place)
    if like is not None:
        made.attributes.update(like.attributes)
    for name, value in ((WHOLE, whole), (ELEMENT, element)):
        if value is not None:
            made.attributes[name] = value
        else:
            made.attributes.pop(name, None)
    return made


def _each(value: Value) -> Value:
    """One example of what whole arrays hold."""
    if isinstance(value, Sequence):
        return Sequence(value.kind, [_each(item) for item in value.items], value.place)
    if isinstance(value, Mapping):
        return Mapping({k: _each(v) for k, v in value.items.items()}, value.place)
    if not isinstance(value, Tensor):
        return value
    shape = None if value.shape is None else value.shape[1:]
    return Tensor("getitem", (value,), shape, value.place, call=value.call, dtype=value.dtype)


def _all(value: Value, count: Size) -> Value:
    """Whole arrays of which each example is known."""
    if isinstance(value, Sequence):
        return Sequence(value.kind, [_all(item, count) for item in value.items], value.place)
    if isinstance(value, Mapping):
        return Mapping({k: _all(v, count) for k, v in value.items.items()}, value.place)
    if not isinstance(value, Tensor):
        return value
    shape = None if value.shape is None else (count, *value.shape)
    return Tensor("stack", (value,), shape, value.place, call=value.call, dtype=value.dtype)


def _count(value: Value | None) -> Size:
    if isinstance(value, Sequence) and value.items:
        return _count(value.items[0])
    if isinstance(value, Mapping) and value.items:
        return _count(next(iter(value.items.values())))
    return value.shape[0] if isinstance(value, Tensor) and value.shape else None


def _from_slices(call: Call) -> Value:
    whole = call.value(0, "tensors")
    if whole is None:
        return _make(call, None, None, None)
    return _make(call, whole, _each(whole), None)


def _zipped(call: Call) -> Value:
    given = call.positional[0].value if call.positional else None
    parts = list(given.items) if isinstance(given, Sequence) else [a.value for a in call.positional]
    known = [part for part in parts if isinstance(part, Object) and WHOLE in part.attributes]
    if len(known) != len(parts) or not known:
        return _make(call, None, None, None)
    whole = Sequence("tuple", [part.attributes[WHOLE] for part in known], call.place)
    element = Sequence("tuple", [part.attributes[ELEMENT] for part in known], call.place)
    return _make(call, whole, element, None)


def _receiver(call: Call) -> Object | None:
    return call.receiver if isinstance(call.receiver, Object) else None


def _same(call: Call) -> Value | None:
    before = _receiver(call)
    if before is None:
        return None
    return _make(call, before.attributes.get(WHOLE), before.attributes.get(ELEMENT), before)


def _part(call: Call) -> Value | None:
    """Some of the examples: how many is known only for `take`."""
    before = _receiver(call)
    element = None if before is None else before.attributes.get(ELEMENT)
    count = call.integer(0, "count") if call.method == "take" else None
    batched = before is not None and BATCHED in before.attributes
    whole = None if element is None else _all(element, None if batched else count)
    return _make(call, whole, element, before)


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
        return _make(call, None, None, before)
    run = call.interpreter
    many = isinstance(element, Sequence) and element.kind == "tuple"
    given = element.items if many and isinstance(element, Sequence) else [element]
    step = Call("", [Argument(item, call.place) for item in given], {}, call.place, run)
    result = run.invocation.call(function, step, run.module_frame(call.place))
    single = _without_batch(result) if BATCHED in before.attributes else result
    return _make(call, _all(single, _count(before.attributes.get(WHOLE))), single, before)


def _without_batch(value: Value) -> Value:
    if isinstance(value, Sequence):
        return Sequence(value.kind, [_without_batch(item) for item in value.items], value.place)
    return _each(value) if isinstance(value, Tensor) else value


def shown(dataset: Object) -> Value | None:
    """What a loop over a pipeline or a function mapped over it sees."""
    element = dataset.attributes.get(ELEMENT)
    if element is None or BATCHED not in dataset.attributes:
        return element
    return _all(element, integer(dataset.attributes[BATCHED]) or BATCH)


def _element(value: Value) -> Value | None:
    if not isinstance(value, Object) or value.path != DATASET:
        return None
    known = value.attributes.get("<shown>")
    if known is None:
        known = shown(value)
        if known is not None:
            value.attributes["<shown>"] = known
    return known


# -- folders and generators ------------------------------------------------------------------


def _image_folder(call: Call) -> Value:
    size = call.value(None, "image_size") or call.value(6, "image_size")
    sides = [integer(item) for item in size.items] if isinstance(size, Sequence) else None
    if size is None and not call.open:
        sides = [256, 256]
    channels = {"grayscale": 1, "rgba": 4}.get(call.text(4, "color_mode", "rgb") or "", 3)
    shape = None if sides is None or len(sides) != 2 else (*sides, channels)
    image = Tensor(INPUTS, (), shape, call.place, call=call, dtype="float32")
    return _folder(call, image)


def _text_folder(call: Call) -> Value:
    return _folder(call, Tensor(INPUTS, (), (), call.place, call=call, dtype="str"))


def _folder(call: Call, example: Tensor) -> Value:
    labels = _folder_labels(call)
    element: Value = example
    if labels is not None:
        element = Sequence("tuple", [example, labels], call.place)
    parts = 2 if call.text(None, "subset") == "both" else 1
    made = [_make(call, _all(element, None), element, None) for _ in range(parts)]
    for dataset in made:
        dataset.attributes[BATCHED] = call.value(None, "batch_size") or Const(_DEFAULT_BATCH)
        if call.flag(None, "shuffle", True):
            dataset.attributes[SHUFFLED] = Const(True, call.place)
    return made[0] if parts == 1 else Sequence("tuple", [*made], call.place)


def _folder_labels(call: Call) -> Value | None:
    mode = call.value(2, "label_mode")
    if isinstance(mode, Const) and mode.value is None:
        return None
    return _labels(text(mode) if mode is not None else "int", call)


def _labels(mode: str | None, call: Call) -> Tensor:
    shape: Shape = (None,) if mode == "categorical" else ()
    if mode == "categorical":
        return Tensor("one_hot", (), shape, call.place, call=call, dtype="float32")
    dtype = {"int": "int32", "sparse": "float32", "binary": "float32"}.get(mode or "")
    return Tensor(LABELS, (), shape, call.place, call=call, dtype=dtype)


def _generated(call: Call) -> Value | None:
    generator = _receiver(call)
    if generator is None:
        return None
    given, labels = call.value(0, "x"), call.value(1, "y")
    if call.method != "flow":
        given = _flowing_images(call)
        labels = _labels(call.text(None, "class_mode", "categorical"), call)
    scaled = _scaled(given, generator, call)
    whole = given if labels is None else Sequence("tuple", [*scaled, labels], call.place)
    if whole is None:
        return None
    made = _make(call, whole, _each(whole), None)
    index = 2 if call.method == "flow" else None
    made.attributes[BATCHED] = call.value(index, "batch_size") or Const(_DEFAULT_BATCH, call.place)
    made.attributes[SHUFFLED] = call.value(None, "shuffle") or Const(True, call.place)
    return made


def _scaled(given: Value | None, generator: Object, call: Call) -> list[Value]:
    """What a generator does to the numbers of its images."""
    if given is None:
        return []
    options = generator.call
    changes = ("featurewise_center", "preprocessing_function", "rescale", "samplewise_center")
    if not any(name in options.keywords for name in changes):
        return [given]
    shape = given.shape if isinstance(given, Tensor) else None
    return [Tensor("rescale", (given,), shape, call.place, call=call, dtype="float32")]


def _flowing_images(call: Call) -> Tensor:
    size = call.value(None, "target_size")
    sides = [integer(item) for item in size.items] if isinstance(size, Sequence) else [256, 256]
    channels = 1 if call.text(None, "color_mode", "rgb") == "grayscale" else 3
    shape = (None, *sides, channels) if len(sides) == 2 else None
    return Tensor(INPUTS, (), shape, call.place, call=call, dtype="float32")
