"""Where data comes from: well-known data sets, their splits, ranges and classes."""

from __future__ import annotations

from typing import NamedTuple

from seismograd.program.operations import TRANSPARENT, chain
from seismograd.source.evaluate.values import Sequence, Tensor, Value

LABELS = "labels"
INPUTS = "data"


class DataFacts(NamedTuple):
    """What everyone knows of a data set."""

    train: int
    test: int
    shape: tuple[int, ...]
    label_shape: tuple[int, ...] = ()
    classes: int | None = None
    raw_range: tuple[float, float] | None = None
    """The smallest and the largest input, as loaded."""
    dtype: str = "float64"
    label_dtype: str = "int64"


class DataSource(NamedTuple):
    """What a tensor was loaded from."""

    name: str | None
    """Canonical name of the data set or the loading function, such as mnist or numpy.load."""
    split: str | None
    """train or test, where the data set comes in parts."""
    role: str
    """data or labels."""
    raw_range: tuple[float, float] | None
    classes: int | None
    tensor: Tensor


_BYTES = (0.0, 255.0)
KERAS: dict[str, DataFacts] = {
    "mnist": DataFacts(60_000, 10_000, (28, 28), (), 10, _BYTES, "uint8", "uint8"),
    "fashion_mnist": DataFacts(60_000, 10_000, (28, 28), (), 10, _BYTES, "uint8", "uint8"),
    "cifar10": DataFacts(50_000, 10_000, (32, 32, 3), (1,), 10, _BYTES, "uint8", "uint8"),
    "cifar100": DataFacts(50_000, 10_000, (32, 32, 3), (1,), 100, _BYTES, "uint8", "int64"),
    "imdb": DataFacts(25_000, 25_000, (), (), 2, None, "object"),
    "reuters": DataFacts(8_982, 2_246, (), (), 46, None, "object"),
    "boston_housing": DataFacts(404, 102, (13,), (), None, (0.0, 711.0), label_dtype="float64"),
    "california_housing": DataFacts(16_512, 4_128, (8,), (), None, (-124.4, 35_682.0),
                                    "float32", "float32"),
}  # fmt: skip
"""Data sets of `keras.datasets`."""
SKLEARN: dict[str, DataFacts] = {
    "load_iris": DataFacts(150, 0, (4,), (), 3, (0.1, 7.9)),
    "load_wine": DataFacts(178, 0, (13,), (), 3, (0.13, 1_680.0)),
    "load_breast_cancer": DataFacts(569, 0, (30,), (), 2, (0.0, 4_254.0)),
    "load_digits": DataFacts(1_797, 0, (64,), (), 10, (0.0, 16.0)),
    "load_diabetes": DataFacts(442, 0, (10,), (), None, (-0.14, 0.2), label_dtype="float64"),
    "load_boston": DataFacts(506, 0, (13,), (), None, (0.0, 711.0), label_dtype="float64"),
    "fetch_california_housing": DataFacts(20_640, 0, (8,), (), None, (-124.4, 35_682.0),
                                          label_dtype="float64"),
    "fetch_olivetti_faces": DataFacts(400, 0, (4_096,), (), 40, (0.0, 1.0), "float32"),
    "fetch_covtype": DataFacts(581_012, 0, (54,), (), 7, (-173.0, 7_173.0)),
}  # fmt: skip
"""Data sets of `sklearn.datasets`."""


RAW_RANGES = {"keras.utils.image_dataset_from_directory": _BYTES}
for _method in ("flow_from_dataframe", "flow_from_directory"):
    RAW_RANGES[f"keras.preprocessing.image.ImageDataGenerator.{_method}"] = _BYTES
"""Loading functions whose numbers are always of one range."""


def facts_of(tensor: Tensor) -> tuple[str, DataFacts] | None:
    """The data set behind a tensor that was just loaded."""
    if tensor.call is None:
        return None
    parts = tensor.call.path.split(".")
    if parts[:2] == ["keras", "datasets"] and len(parts) > 2 and parts[2] in KERAS:
        return parts[2], KERAS[parts[2]]
    if parts[:2] == ["sklearn", "datasets"] and parts[-1] in SKLEARN:
        return parts[-1], SKLEARN[parts[-1]]
    return None


def root_of(value: Value | None) -> Tensor | None:
    """The tensor that was loaded or made, from which this one was computed."""
    steps = chain(value)
    return steps[0] if steps else None


def data_source(value: Value | None) -> DataSource | None:
    """What a tensor goes back to along its first inputs; None where it was not loaded."""
    steps = chain(value)
    if not steps or steps[0].op not in (INPUTS, LABELS):
        return None
    root = steps[0]
    known = facts_of(root)
    name = known[0] if known else None
    if name is None and root.call is not None:
        name = root.call.path
    split = part_of(root) or next((found for s in steps[1:] if (found := part_of(s))), None)
    raw = known[1].raw_range if known else RAW_RANGES.get(name or "")
    raw = raw if root.op == INPUTS else None
    return DataSource(name, split, root.op, raw, classes_of(root), root)


def classes_of(root: Tensor) -> int | None:
    """The number of classes of a data set that was just loaded."""
    known = facts_of(root)
    if known is None or root.call is None:
        return None
    if known[0] == "cifar100" and root.call.text(0, "label_mode") == "coarse":
        return 20
    return known[1].classes


def known_classes(value: Value | None) -> int | None:
    """The number of classes, where a value is the labels of a known data set as loaded."""
    steps = chain(value)
    if not steps or steps[0].op != LABELS:
        return None
    return classes_of(steps[0]) if all(s.op in TRANSPARENT for s in steps[1:]) else None


def part_of(tensor: Tensor) -> str | None:
    """train or test, where the call that made a tensor gave it together with the other part."""
    result = tensor.call.result if tensor.call is not None else None
    if not isinstance(result, Sequence):
        return None
    if tensor.op == "split":
        items = [id(item) for item in result.items]
        at = items.index(id(tensor)) if id(tensor) in items else None
        return None if at is None else ("test" if at % 2 else "train")
    for part, name in zip(result.items, ("train", "test"), strict=False):
        if isinstance(part, Sequence) and any(item is tensor for item in part.items):
            return name
    return None
