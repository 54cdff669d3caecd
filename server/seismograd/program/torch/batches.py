"""What a loader yields, as far as its data set tells."""

from __future__ import annotations

from seismograd.program.contents import is_modest
from seismograd.program.shapes.operation import shape_of
from seismograd.program.shapes.sizes import BATCH, fresh
from seismograd.program.torch.datasets import (
    IMAGE_SETS,
    LOADER,
    SPLIT,
    TENSORS,
    VISION,
    channels,
    dataset_name,
    image_size,
    underlying,
)
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.interpreter import BudgetExceeded
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    Const,
    Extent,
    Function,
    Instance,
    Mapping,
    Object,
    Sequence,
    Tensor,
    Unknown,
    Value,
    is_none,
)


def register(library: Library) -> None:
    library.elements.append(_batch)
    library.families[LOADER] = LOADER
    library.families[VISION] = VISION
    library.functions[SPLIT] = _split


def _split(call: Call) -> Value | None:
    lengths = call.value(1, "lengths")
    count = len(lengths.items) if isinstance(lengths, Sequence) and not lengths.open else 2
    parts: list[Value] = [Object(SPLIT, call, call.place) for _ in range(count)]
    return Sequence("tuple", parts, call.place)


def _batch(value: Value) -> Value | None:
    if not isinstance(value, Object) or value.path != LOADER:
        return None
    known = value.attributes.get("_batch")
    if known is None:
        # A data set that reads its own loader would ask for this batch again.
        value.attributes["_batch"] = Unknown(value.place, "batch")
        known = value.attributes["_batch"] = _make_batch(value)
    return known


def _make_batch(loader: Object) -> Value:
    dataset = loader.call.value(0, "dataset")
    if not _collates_plainly(loader):
        return Unknown(loader.place, "batch")
    name = dataset_name(dataset)
    if name is not None:
        return _images(loader, dataset, name)
    source = underlying(dataset)
    if isinstance(source, Object) and source.path == TENSORS and not source.call.open:
        columns = [argument.value for argument in source.call.positional]
        return Sequence("tuple", [_column(loader, column) for column in columns], loader.place)
    if isinstance(source, Tensor):
        return _column(loader, source)
    if isinstance(source, Instance):
        example = _example(source, loader)
        modest = example is None or is_modest(example)
        return _collated(loader, example if modest else None)
    return Unknown(loader.place, "batch")


def _collates_plainly(loader: Object) -> bool:
    given = loader.call.value(6, "collate_fn")
    return given is None or is_none(given)


def _images(loader: Object, dataset: Value | None, name: str) -> Value:
    native, height, width = IMAGE_SETS[name][0]
    sides = image_size(dataset, (height, width))
    shape = (BATCH, channels(dataset, native) or fresh(), *(side or fresh() for side in sides))
    inputs = Tensor("data", (loader,), shape, loader.place, dtype="float32")
    labels = Tensor("labels", (loader,), (BATCH,), loader.place, dtype="int64")
    return Sequence("tuple", [inputs, labels], loader.place)


def _column(loader: Object, whole: Value) -> Value:
    """A batch of one of the tensors of a data set."""
    shape = shape_of(whole)
    rest = None if not shape else (BATCH, *shape[1:])
    dtype = whole.dtype if isinstance(whole, Tensor) else None
    return Tensor("data", (loader, whole), rest, loader.place, dtype=dtype, tracked=False)


def _example(dataset: Instance, loader: Object) -> Value | None:
    """What a data set of the project gives for one index."""
    method = dataset.cls.lookup("__getitem__")
    run = loader.call.interpreter
    place = loader.place
    if not isinstance(method, Function) or place is None:
        return None
    call = Call("", [Argument(Extent(fresh(), place), place)], {}, place, run)
    try:
        with run.muted():
            return run.invocation.call_function(method, dataset, call)
    except (BudgetExceeded, RecursionError):
        return None


def _collated(loader: Object, example: Value | None) -> Value:
    """A batch of examples, each part of which gets one more axis."""
    if isinstance(example, Sequence) and not example.open:
        parts = [_collated(loader, item) for item in example.items]
        return Sequence("tuple", parts, loader.place)
    if isinstance(example, Mapping) and not example.open:
        held = {key: _collated(loader, item) for key, item in example.items.items()}
        return Mapping(held, loader.place)
    if isinstance(example, Tensor):
        shape = None if example.shape is None else (BATCH, *example.shape)
        return Tensor("data", (loader, example), shape, loader.place, dtype=example.dtype,
                      tracked=False)  # fmt: skip
    if isinstance(example, Const) and isinstance(example.value, int | float):
        dtype = "int64" if isinstance(example.value, int) else "float32"
        return Tensor("data", (loader, example), (BATCH,), loader.place, dtype=dtype)
    return Unknown(loader.place, "batch")
