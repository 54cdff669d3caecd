"""Data sets and loaders of PyTorch and torchvision."""

from __future__ import annotations

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import (
    Dim,
    Object,
    Sequence,
    Tensor,
    Unknown,
    Value,
)

LOADER = "torch.utils.data.DataLoader"
VISION = "torchvision.datasets"
IMAGE_SETS: dict[str, tuple[tuple[int, int, int], int, int]] = {
    "MNIST": ((1, 28, 28), 10, 60_000),
    "FashionMNIST": ((1, 28, 28), 10, 60_000),
    "KMNIST": ((1, 28, 28), 10, 60_000),
    "QMNIST": ((1, 28, 28), 10, 60_000),
    "CIFAR10": ((3, 32, 32), 10, 50_000),
    "CIFAR100": ((3, 32, 32), 100, 50_000),
    "SVHN": ((3, 32, 32), 10, 73_257),
}
"""Data set -> image shape, classes, training examples."""


def register(library: Library) -> None:
    library.elements.append(_batch)
    library.families[LOADER] = LOADER
    library.functions["torch.utils.data.random_split"] = _split
    library.families[VISION] = VISION


def dataset_name(value: Value | None) -> str | None:
    """The name of a well-known image set, also behind a subset."""
    source = underlying(value)
    if isinstance(source, Object) and source.path.startswith(VISION + "."):
        name = source.path.rpartition(".")[2]
        return name if name in IMAGE_SETS else None
    return None


def underlying(value: Value | None) -> Value | None:
    """The data set behind subsets and splits."""
    while isinstance(value, Object) and value.path in (
        "torch.utils.data.Subset",
        "torch.utils.data.random_split",
    ):
        value = value.call.value(0, "dataset")
    return value


def _split(call: Call) -> Value | None:
    lengths = call.value(1, "lengths")
    count = len(lengths.items) if isinstance(lengths, Sequence) else 2
    parts: list[Value] = [
        Object("torch.utils.data.random_split", call, call.place) for _ in range(count)
    ]
    return Sequence("tuple", parts, call.place)


def _batch(value: Value) -> Value | None:
    """What a loader yields; the shape is known for well-known image sets left unresized."""
    if not isinstance(value, Object) or value.path != LOADER:
        return None
    known = value.attributes.get("_batch")
    if known is None:
        known = value.attributes["_batch"] = _make_batch(value)
    return known


def _make_batch(loader: Object) -> Value:
    dataset = loader.call.value(0, "dataset")
    name = dataset_name(dataset)
    if name is None:
        return Unknown(loader.place, "batch")
    batch = Dim(1, ("batch",))
    channels, *sides = IMAGE_SETS[name][0]
    resized = _resized(underlying(dataset))
    image = (channels, None, None) if resized else (channels, *sides)
    inputs = Tensor("data", (loader,), (batch, *image), loader.place, dtype="float32")
    labels = Tensor("labels", (loader,), (batch,), loader.place, dtype="int64")
    return Sequence("tuple", [inputs, labels], loader.place)


_SIZE_KEEPING = frozenset(
    {"ColorJitter", "ConvertImageDtype", "Normalize", "RandomErasing", "RandomHorizontalFlip",
     "RandomRotation", "RandomVerticalFlip", "ToDtype", "ToImage", "ToTensor"}
)  # fmt: skip


def _resized(dataset: Value | None) -> bool:
    """Whether transforms may change the size of the images."""
    transform = dataset.call.value(None, "transform") if isinstance(dataset, Object) else None
    return not all(
        isinstance(step, Object) and step.path.rpartition(".")[2] in _SIZE_KEEPING
        for step in transform_steps(transform)
    )


def transform_steps(transform: Value | None) -> list[Value]:
    """The steps of a composed transform, or the one step it is."""
    if isinstance(transform, Object) and transform.path.endswith(".Compose"):
        steps = transform.call.value(0, "transforms")
        return list(steps.items) if isinstance(steps, Sequence) else [Sequence("list", [])]
    return [] if transform is None else [transform]
