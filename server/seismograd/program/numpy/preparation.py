"""Preparing data: splits, scalers, encoders of scikit-learn, pandas and Keras."""

from __future__ import annotations

import math

from seismograd.program.numpy.arrays import dtype_name, has_array
from seismograd.program.numpy.sources import known_classes
from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import (
    Const,
    Sequence,
    Shape,
    Size,
    Tensor,
    Value,
    number,
)

SCALERS = frozenset(
    {"MaxAbsScaler", "MinMaxScaler", "Normalizer", "PowerTransformer", "QuantileTransformer",
     "RobustScaler", "StandardScaler"}
)  # fmt: skip
_TRANSFORMERS: dict[str, str] = {
    **{f"sklearn.preprocessing.{name}": "scaled" for name in SCALERS},
    "sklearn.preprocessing.OneHotEncoder": "one_hot",
    "sklearn.preprocessing.LabelBinarizer": "one_hot",
    "sklearn.preprocessing.MultiLabelBinarizer": "multi_hot",
    "sklearn.preprocessing.LabelEncoder": "label_encode",
    "sklearn.preprocessing.OrdinalEncoder": "label_encode",
    "sklearn.preprocessing.PolynomialFeatures": "features",
    "sklearn.preprocessing.KBinsDiscretizer": "features",
    "sklearn.preprocessing.FunctionTransformer": "transformed",
    "sklearn.impute.SimpleImputer": "clone",
    "sklearn.decomposition.PCA": "features",
    "sklearn.feature_extraction.text.CountVectorizer": "features",
    "sklearn.feature_extraction.text.TfidfVectorizer": "features",
    "sklearn.compose.ColumnTransformer": "transformed",
    "sklearn.pipeline.Pipeline": "transformed",
    "sklearn.compose.make_column_transformer": "transformed",
    "sklearn.pipeline.make_pipeline": "transformed",
}
_FUNCTIONS = {
    **{f"sklearn.preprocessing.{name}": "scaled"
       for name in ("maxabs_scale", "minmax_scale", "normalize", "robust_scale", "scale")},
    "sklearn.preprocessing.label_binarize": "one_hot",
    "keras.utils.normalize": "normalize",
    "scipy.stats.zscore": "scaled",
    "pandas.to_numeric": "cast",
}  # fmt: skip
_KEEPING_SHAPE = frozenset({"scaled", "label_encode", "clone", "normalize", "cast"})
_TEST_SHARE = 0.25


def register(library: Library) -> None:
    for path, op in _TRANSFORMERS.items():
        for method in ("fit_transform", "transform"):
            library.methods[f"{path}.{method}"] = _transform(op)
        library.methods[f"{path}.inverse_transform"] = _transform("unscaled")
        library.methods[f"{path}.fit"] = lambda call: call.receiver
    for path, op in _FUNCTIONS.items():
        library.functions[path] = _transform(op)
    library.functions["keras.utils.to_categorical"] = _to_categorical
    library.functions["pandas.get_dummies"] = _dummies
    library.functions["keras.utils.pad_sequences"] = _padded
    library.functions["sklearn.model_selection.train_test_split"] = _train_test_split
    library.functions["sklearn.utils.shuffle"] = _shuffled


def _given(call: Call) -> Value | None:
    """What is transformed: `fit(x)` before a transform of nothing counts too."""
    return call.positional[0].value if call.positional else call.value(None, "X")


def _transform(op: str) -> Model:
    def model(call: Call) -> Value:
        given = _given(call)
        result = operate(op, () if given is None else (given,), call, layer=call.receiver)
        shape = given.shape if isinstance(given, Tensor) else None
        result.shape = shape if op in _KEEPING_SHAPE else _encoded_shape(op, shape)
        result.dtype = {"scaled": "float64", "label_encode": "int64", "one_hot": "int64",
                        "multi_hot": "int64"}.get(op, result.dtype)  # fmt: skip
        return result

    return model


def _encoded_shape(op: str, shape: Shape) -> Shape:
    """Encoders keep the rows; how many columns they make depends on the data."""
    if not shape:
        return None if op not in ("one_hot", "multi_hot") else (None, None)
    return (shape[0], None) if op in ("features", "multi_hot", "one_hot", "transformed") else None


def _to_categorical(call: Call) -> Value:
    labels = call.value(0, "x") or call.value(None, "y")
    result = operate("one_hot", () if labels is None else (labels,), call, dtype="float32")
    width = call.integer(1, "num_classes") or call.integer(None, "nb_classes")
    if width is None and call.argument(1, "num_classes") is None:
        width = known_classes(labels)
    shape = labels.shape if isinstance(labels, Tensor) else None
    result.shape = None if shape is None else (*_without_last_one(shape), width)
    return result


def _without_last_one(shape: tuple[Size, ...]) -> tuple[Size, ...]:
    return shape[:-1] if len(shape) > 1 and shape[-1] == 1 else shape


def _dummies(call: Call) -> Value:
    given = call.value(0, "data")
    chosen = call.argument(None, "columns") is not None
    op = "features" if chosen else "one_hot"
    result = operate(op, () if given is None else (given,), call)
    rows = given.shape[0] if isinstance(given, Tensor) and given.shape else None
    result.shape = (rows, None)
    return result


def _padded(call: Call) -> Value:
    given = call.value(0, "sequences")
    result = operate("pad_sequences", () if given is None else (given,), call,
                     dtype=dtype_name(call.value(2, "dtype")) or "int32")  # fmt: skip
    rows = given.shape[0] if isinstance(given, Tensor) and given.shape else None
    result.shape = (rows, call.integer(1, "maxlen"))
    return result


def _train_test_split(call: Call) -> Value | None:
    """Each array in two parts, the larger one to train on."""
    if call.open or not call.positional:
        return None
    parts: list[Value] = []
    for argument in call.positional:
        rows = _rows(argument.value)
        for count in _part_sizes(rows, call):
            part = operate("split", (argument.value,), call)
            shape = argument.value.shape if isinstance(argument.value, Tensor) else None
            part.shape = None if shape is None else (count, *shape[1:])
            parts.append(part)
    return Sequence("list", parts, call.place)


def _rows(value: Value) -> int | None:
    if isinstance(value, Sequence) and not value.open:
        return len(value.items)
    size = value.shape[0] if isinstance(value, Tensor) and value.shape else None
    return size if isinstance(size, int) else None


def _part_sizes(rows: int | None, call: Call) -> tuple[int | None, int | None]:
    test, train = call.value(None, "test_size"), call.value(None, "train_size")
    given = [value for value in (test, train) if not _is_absent(value)]
    if rows is None or any(number(value) is None for value in given):
        return None, None
    held_out = _count(test, rows, up=True)
    kept = _count(train, rows, up=False)
    if held_out is None:
        held_out = math.ceil(rows * _TEST_SHARE) if kept is None else rows - kept
    return (rows - held_out if kept is None else kept), held_out


def _is_absent(value: Value | None) -> bool:
    return value is None or (isinstance(value, Const) and value.value is None)


def _count(share: Value | None, rows: int, up: bool) -> int | None:
    """A share of the rows, or a number of them."""
    given = number(share)
    if given is None or isinstance(given, int):
        return given if given is None else int(given)
    return math.ceil(given * rows) if up else math.floor(given * rows)


def _shuffled(call: Call) -> Value | None:
    arrays = [argument.value for argument in call.positional]
    if not any(has_array(value) for value in arrays):
        return None
    parts: list[Value] = []
    for value in arrays:
        part = operate("clone", (value,), call)
        parts.append(part)
    return parts[0] if len(parts) == 1 else Sequence("list", parts, call.place)
