"""Data sets of PyTorch and torchvision: which they are, what they hold, how they are prepared."""

from __future__ import annotations

from pathlib import PurePath

from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import (
    Choice,
    Instance,
    Object,
    Sequence,
    Unknown,
    Value,
    constant,
    is_none,
    text,
)

LOADER = "torch.utils.data.DataLoader"
TENSORS = "torch.utils.data.TensorDataset"
SPLIT = "torch.utils.data.random_split"
SUBSET = "torch.utils.data.Subset"
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
_TRANSFORM_AT = {"MNIST": 2, "FashionMNIST": 2, "KMNIST": 2, "CIFAR10": 2, "CIFAR100": 2,
                 "SVHN": 2, "ImageFolder": 1}  # fmt: skip
"""Data set -> position of the transform, where it can be given without its name."""
_SIZE_KEEPING = frozenset(
    {"AutoAugment", "ColorJitter", "ConvertImageDtype", "GaussianBlur", "Grayscale", "Normalize",
     "RandAugment", "RandomAffine", "RandomErasing", "RandomHorizontalFlip", "RandomInvert",
     "RandomRotation", "RandomVerticalFlip", "ToDtype", "ToImage", "ToTensor",
     "TrivialAugmentWide"}
)  # fmt: skip
_SIZED = frozenset({"CenterCrop", "RandomCrop", "RandomResizedCrop", "Resize"})
_TRAIN_WORDS = frozenset({"train", "training"})
_TEST_WORDS = frozenset({"test", "val", "valid", "validation", "dev"})
_FOLDERS = frozenset({f"{VISION}.DatasetFolder", f"{VISION}.ImageFolder"})
MAX_WRAPS = 8


def underlying(value: Value | None) -> Value | None:
    """The data set behind subsets and splits."""
    for _ in range(MAX_WRAPS):
        if not isinstance(value, Object) or value.path not in (SUBSET, SPLIT):
            break
        value = value.call.value(0, "dataset")
    return value


def dataset_name(value: Value | None) -> str | None:
    """The name of a well-known image set, also behind a subset."""
    source = underlying(value)
    if isinstance(source, Object) and source.path.startswith(VISION + "."):
        name = source.path.rpartition(".")[2]
        return name if name in IMAGE_SETS else None
    return None


def split_role(dataset: Value | None) -> str | None:
    """train or test, where the data set says which of its splits it is."""
    source = underlying(dataset)
    call = source.call if isinstance(source, Object | Instance) else None
    if call is None:
        return None
    flag = constant(call.value(1 if call.path.startswith(VISION) else None, "train"))
    if isinstance(flag, bool):
        return "train" if flag else "test"
    return _role_of_word(text(call.value(1, "split"))) or _role_of_folder(call)


def _role_of_word(word: str | None) -> str | None:
    if word in _TRAIN_WORDS:
        return "train"
    return "test" if word in _TEST_WORDS else None


def _role_of_folder(call: Call) -> str | None:
    """Folders of images are split by folder: the last part of the path says which this is."""
    root = constant(call.value(0, "root")) if call.path in _FOLDERS else None
    if not isinstance(root, str | PurePath):
        return None
    return _role_of_word(PurePath(root).name.lower())


def transform_steps(transform: Value | None) -> list[Value] | None:
    """The steps of a composed transform, or the one step it is; None where not known."""
    if transform is None or is_none(transform):
        return []
    if not isinstance(transform, Object):
        return None if isinstance(transform, Choice) else [transform]
    name = transform.path.rpartition(".")[2]
    if name in ("Compose", "RandomApply"):
        steps = _inner_steps(transform.call.value(0, "transforms"))
        return steps if name == "Compose" or steps is None else [transform, *steps]
    if name == "Sequential":
        return _inner_steps(Sequence("list", [a.value for a in transform.call.positional]))
    return [transform]


def _inner_steps(listed: Value | None) -> list[Value] | None:
    if not isinstance(listed, Sequence) or listed.open:
        return None
    found: list[Value] = []
    for item in listed.items:
        steps = transform_steps(item)
        if steps is None:
            return None
        found.extend(steps)
    return found


def transform_of(dataset: Value | None) -> Value | None:
    """What prepares the examples of a data set, as it was given to it."""
    source = underlying(dataset)
    call = source.call if isinstance(source, Object | Instance) else None
    if call is None:
        return None
    given = call.value(_TRANSFORM_AT.get(call.path.rpartition(".")[2]), "transform")
    if given is None and call.open:
        return Unknown(call.place, "transform")
    return None if is_none(given) else given


def transforms_of(dataset: Value | None) -> list[Object] | None:
    """The steps that prepare the examples of a data set, in order; None where not known."""
    steps = transform_steps(transform_of(dataset))
    if steps is None or not all(isinstance(step, Object) for step in steps):
        return None
    return [step for step in steps if isinstance(step, Object)]


def image_size(dataset: Value | None, native: tuple[int, int]) -> tuple[int | None, int | None]:
    """Height and width of the images after their transforms."""
    size: tuple[int | None, int | None] = native
    steps = transform_steps(transform_of(dataset))
    if steps is None:
        return None, None
    for step in steps:
        name = step.path.rpartition(".")[2] if isinstance(step, Object) else ""
        if name not in _SIZE_KEEPING:
            size = _given_size(step) if name in _SIZED else (None, None)
    return size


def _given_size(step: Value) -> tuple[int | None, int | None]:
    given = step.call.value(0, "size") if isinstance(step, Object) else None
    if isinstance(given, Sequence) and len(given.items) == 2:
        height, width = (constant(item) for item in given.items)
    else:
        height = width = constant(given)
    return (height if isinstance(height, int) else None, width if isinstance(width, int) else None)


def channels(dataset: Value | None, native: int) -> int | None:
    """Channels of the images after their transforms."""
    steps = transform_steps(transform_of(dataset))
    known: int | None = None if steps is None else native
    for step in steps or ():
        if isinstance(step, Object) and step.path.endswith(".Grayscale"):
            known = step.call.integer(0, "num_output_channels", 1)
        elif not isinstance(step, Object) or not step.path.startswith("torchvision."):
            known = None
    return known
