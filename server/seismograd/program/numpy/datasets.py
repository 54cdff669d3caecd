"""Loading data: the data sets of Keras and scikit-learn, and files."""

from __future__ import annotations

import math

from seismograd.program.numpy.sources import INPUTS, KERAS, LABELS, SKLEARN, DataFacts
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import Object, Sequence, Size, Tensor, Value, text

_MADE = {
    "make_blobs": (100, 2, "int64"), "make_circles": (100, 2, "int64"),
    "make_classification": (100, 20, "int64"), "make_friedman1": (100, 10, "float64"),
    "make_gaussian_quantiles": (100, 2, "int64"), "make_moons": (100, 2, "int64"),
    "make_multilabel_classification": (100, 20, "int64"),
    "make_regression": (100, 100, "float64"),
}  # fmt: skip
"""Functions that make up data -> default samples, default features, type of the labels."""
_FIXED_WIDTH = frozenset({"make_circles", "make_moons"})
_TABLES = ("read_csv", "read_excel", "read_feather", "read_hdf", "read_json", "read_parquet",
           "read_pickle", "read_sql", "read_table")  # fmt: skip


def register(library: Library) -> None:
    for name in KERAS:
        library.functions[f"keras.datasets.{name}.load_data"] = _in_parts(name)
    for name in SKLEARN:
        library.functions[f"sklearn.datasets.{name}"] = _bunch(name)
    for name in _MADE:
        library.functions[f"sklearn.datasets.{name}"] = _made_up(name)
    library.functions["sklearn.datasets.fetch_openml"] = _downloaded
    for name in _TABLES:
        library.functions[f"pandas.{name}"] = _table
    library.functions["pandas.DataFrame"] = _from_values
    library.functions["pandas.Series"] = _from_values
    library.subscripts.append(_bunch_item)


def _in_parts(name: str) -> Model:
    def model(call: Call) -> Value:
        facts = KERAS[name]
        train, test = _counts(name, facts, call)
        parts: list[Value] = [_pair(facts, count, call) for count in (train, test)]
        return Sequence("tuple", parts, call.place)

    return model


def _counts(name: str, facts: DataFacts, call: Call) -> tuple[Size, Size]:
    """How many examples the parts have; some loaders let the caller choose."""
    share = call.argument(None, "test_split")
    if share is None:
        return (None, None) if call.open else (facts.train, facts.test)
    whole = facts.train + facts.test
    number = call.number(None, "test_split")
    if number is None or not 0 <= number <= 1:
        return None, None
    train = int(whole * (1 - number))
    return train, whole - train


def _pair(facts: DataFacts, count: Size, call: Call) -> Sequence:
    inputs = Tensor(INPUTS, (), (count, *facts.shape), call.place, call=call, dtype=facts.dtype)
    labels = Tensor(LABELS, (), (count, *facts.label_shape), call.place, call=call,
                    dtype=facts.label_dtype)  # fmt: skip
    return Sequence("tuple", [inputs, labels], call.place)


def _bunch(name: str) -> Model:
    def model(call: Call) -> Value:
        facts = SKLEARN[name]
        pair = _pair(facts, facts.train, call)
        if call.flag(None, "return_X_y") is True:
            return pair
        found = Object(call.path, call, call.place)
        found.attributes["data"], found.attributes["target"] = pair.items
        if name == "load_digits":
            side = math.isqrt(facts.shape[0])
            found.attributes["images"] = Tensor(
                INPUTS, (), (facts.train, side, side), call.place, call=call
            )
        return found

    return model


def _made_up(name: str) -> Model:
    samples, features, dtype = _MADE[name]

    def model(call: Call) -> Value:
        count = call.integer(0, "n_samples", samples)
        width = features if name in _FIXED_WIDTH else call.integer(1, "n_features", features)
        inputs = Tensor(INPUTS, (), (count, width), call.place, call=call, dtype="float64")
        shape: tuple[Size, ...] = (count,)
        if name == "make_multilabel_classification":
            shape = (count, call.integer(2, "n_classes", 5))
        labels = Tensor(LABELS, (), shape, call.place, call=call, dtype=dtype)
        return Sequence("tuple", [inputs, labels], call.place)

    return model


def _downloaded(call: Call) -> Value:
    inputs = Tensor(INPUTS, (), None, call.place, call=call)
    labels = Tensor(LABELS, (), None, call.place, call=call)
    if call.flag(None, "return_X_y") is True:
        return Sequence("tuple", [inputs, labels], call.place)
    found = Object(call.path, call, call.place)
    found.attributes["data"], found.attributes["target"] = inputs, labels
    return found


def _table(call: Call) -> Value:
    return Tensor(INPUTS, (), (None, None), call.place, call=call)


def _from_values(call: Call) -> Value | None:
    """A table of an array holds the same numbers; other tables are not followed."""
    given = call.value(0, "data")
    if not isinstance(given, Tensor):
        return None
    return Tensor("clone", (given,), given.shape, call.place, call=call, dtype=given.dtype)


def _bunch_item(base: Value, index: Value, call: Call) -> Value | None:
    """The parts of a data set of scikit-learn are items as well as attributes."""
    name = text(index)
    if name is None or not isinstance(base, Object):
        return None
    return base.attributes.get(name) if base.path.startswith("sklearn.datasets.") else None
