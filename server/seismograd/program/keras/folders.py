"""Examples from folders, and images from generators."""

from __future__ import annotations

from seismograd.program.keras.pipelines import BATCHED, SHUFFLED, all_of, each_of, make_dataset
from seismograd.program.numpy.sources import INPUTS, LABELS
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    Const,
    Object,
    Sequence,
    Shape,
    Tensor,
    Value,
    integer,
    text,
)

GENERATOR = "keras.preprocessing.image.ImageDataGenerator"
_DEFAULT_BATCH = 32


def register(library: Library) -> None:
    library.functions["keras.utils.image_dataset_from_directory"] = _image_folder
    library.functions["keras.utils.text_dataset_from_directory"] = _text_folder
    for name in ("flow", "flow_from_directory", "flow_from_dataframe"):
        library.methods[f"{GENERATOR}.{name}"] = _generated
    library.renames["keras.legacy.preprocessing.image"] = "keras.preprocessing.image"


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
    made = [make_dataset(call, all_of(element, None), element, None) for _ in range(parts)]
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
    op = LABELS if dtype is None else "label_encode"
    return Tensor(op, (), shape, call.place, call=call, dtype=dtype)


def _generated(call: Call) -> Value | None:
    generator = call.receiver
    if not isinstance(generator, Object):
        return None
    given, labels = call.value(0, "x"), call.value(1, "y")
    if call.method != "flow":
        given = _flowing_images(call)
        labels = _labels(call.text(None, "class_mode", "categorical"), call)
    scaled = _scaled(given, generator, call)
    whole = given if labels is None else Sequence("tuple", [*scaled, labels], call.place)
    if whole is None:
        return None
    made = make_dataset(call, whole, each_of(whole), None)
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
