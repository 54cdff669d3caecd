from __future__ import annotations

from collections.abc import Callable

import pytest

from seismograd.source.evaluate.values import Const, Sequence, Tensor, Value

Evaluate = Callable[[str], Value]


@pytest.mark.parametrize(
    ("expression", "op", "shape"),
    [
        ("np.zeros((3, 4))", "zeros", (3, 4)),
        ("np.ones(5)", "ones", (5,)),
        ("np.full((2, 2), 7)", "full", (2, 2)),
        ("np.linspace(0, 1, 20)", "linspace", (20,)),
        ("np.linspace(0, 1)", "linspace", (50,)),
        ("np.arange(12).reshape(3, 4)", "reshape", (3, 4)),
        ("np.linspace(0, 1, 20).reshape(-1, 1)", "reshape", (20, 1)),
        ("np.random.rand(6, 2)", "rand", (6, 2)),
        ("np.random.random((6, 2))", "rand", (6, 2)),
        ("np.random.normal(0, 1, size=(6, 2))", "normal", (6, 2)),
        ("np.random.randint(0, 9, (6,))", "randint", (6,)),
        ("np.random.default_rng(0).standard_normal((6, 2))", "randn", (6, 2)),
        ("np.array([[1, 2], [3, 4], [5, 6]])", "tensor", (3, 2)),
        ("np.array([True] * 3 + [False] * 4)", "tensor", (7,)),
        ("np.expand_dims(np.zeros((3, 4)), -1)", "unsqueeze", (3, 4, 1)),
        ("np.zeros((3, 4))[..., np.newaxis]", "getitem", (3, 4, 1)),
        ("np.zeros((3, 4))[:2]", "getitem", (2, 4)),
        ("np.zeros((3, 4))[[0, 2]]", "getitem", (2, 4)),
        ("np.zeros((3, 4))[[True, False, True]]", "getitem", None),
        ("pd.DataFrame(np.zeros((3, 4)))[['a', 'b']]", "getitem", (3, 2)),
        ("pd.DataFrame(np.zeros((3, 4)))[['a']].values", "clone", (3, 1)),
        ("np.vstack((np.ones((3, 4)), np.zeros((2, 4))))", "cat", (5, 4)),
        ("np.vstack((np.ones(4), np.zeros(4)))", "cat", (2, 4)),
        ("np.hstack((np.ones((3, 4)), np.zeros((3, 1))))", "cat", (3, 5)),
        ("np.column_stack((np.ones(4), np.zeros(4)))", "cat", (4, 2)),
        ("np.column_stack((np.ones((4, 3)), np.zeros(4)))", "cat", (4, 4)),
        ("np.vstack((np.ones((2, 3)), np.zeros(3)))", "cat", (3, 3)),
        ("np.hstack((np.ones((2, 3)), np.zeros(3)))", "cat", None),
        ("np.concatenate([np.ones((3, 4)), np.zeros((2, 4))])", "cat", (5, 4)),
        ("np.concatenate([np.ones((3, 4)), np.zeros((3, 2))], axis=1)", "cat", (3, 6)),
        ("np.transpose(np.zeros((8, 32, 32, 3)), (0, 3, 1, 2))", "permute", (8, 3, 32, 32)),
        ("np.zeros((8, 32, 32, 3)).transpose(0, 3, 1, 2)", "permute", (8, 3, 32, 32)),
        ("np.zeros((8, 2)).T", "transpose", (2, 8)),
        ("np.zeros((8, 2)).ravel()", "flatten", (16,)),
        ("np.zeros((8, 2)).flatten()", "flatten", (16,)),
        ("np.zeros((8, 2)).max(axis=0)", "max", (2,)),
        ("np.argmax(np.zeros((8, 2)), axis=1)", "argmax", (8,)),
        ("np.mean(np.zeros((8, 2)), axis=0)", "mean", (2,)),
        ("np.zeros((8, 2)) / 255.0", "div", (8, 2)),
        ("np.sin(np.linspace(0, 9, 90))", "sin", (90,)),
        ("np.load('file.npy')", "data", None),
        ("pd.read_csv('file.csv')['a']", "getitem", None),
    ],
)
def test_arrays(value: Evaluate, expression: str, op: str, shape: tuple[int, ...] | None) -> None:
    found = value(f"result = {expression}")
    assert isinstance(found, Tensor)
    assert found.op == op
    assert found.shape == shape or (shape is None and found.shape in (None, (None,)))


@pytest.mark.parametrize(
    ("expression", "number"),
    [
        ("np.prod((28, 28, 1))", 784),
        ("int(np.sqrt(16))", 4),
        ("np.log2(8)", 3.0),
        ("np.float32(2)", 2.0),
        ("len(np.zeros((7, 2)))", 7),
        ("np.zeros((7, 2)).shape[1]", 2),
        ("np.pi > 3", True),
    ],
)
def test_numbers(value: Evaluate, expression: str, number: object) -> None:
    found = value(f"result = {expression}")
    assert isinstance(found, Const)
    assert found.value == number


@pytest.mark.parametrize(
    ("expression", "dtype"),
    [
        ("np.zeros(3)", "float64"),
        ("np.zeros(3, dtype=np.float32)", "float32"),
        ("np.zeros(3, dtype='int32')", "int32"),
        ("np.array([1, 2])", "int64"),
        ("np.array([1, 2], dtype=float)", "float64"),
        ("np.array([True])", "bool"),
        ("np.zeros(3).astype('float32')", "float32"),
        ("np.zeros(3).astype(np.int64)", "int64"),
        ("mnist.load_data()[0][0]", "uint8"),
    ],
)
def test_types(value: Evaluate, expression: str, dtype: str) -> None:
    found = value(f"result = {expression}")
    assert isinstance(found, Tensor)
    assert found.dtype == dtype


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ("test_size=0.2", (80, 20)),
        ("test_size=0.25", (75, 25)),
        ("", (75, 25)),
        ("test_size=30", (70, 30)),
        ("train_size=0.6", (60, 40)),
        ("test_size=0.333", (66, 34)),
        ("test_size=unknown", (None, None)),
    ],
)
def test_split(value: Evaluate, options: str, sizes: tuple[int | None, int | None]) -> None:
    found = value(f"result = train_test_split(np.zeros((100, 3)), np.zeros(100), {options})")
    assert isinstance(found, Sequence)
    shapes = [part.shape for part in found.items if isinstance(part, Tensor)]
    assert shapes == [(sizes[0], 3), (sizes[1], 3), (sizes[0],), (sizes[1],)]


@pytest.mark.parametrize(
    ("expression", "op", "shape"),
    [
        ("preprocessing.StandardScaler().fit_transform(np.zeros((9, 3)))", "scaled", (9, 3)),
        ("preprocessing.MinMaxScaler().fit(a).transform(np.zeros((9, 3)))", "scaled", (9, 3)),
        ("preprocessing.LabelEncoder().fit_transform(np.zeros(9))", "label_encode", (9,)),
        ("preprocessing.OneHotEncoder().fit_transform(np.zeros((9, 1)))", "one_hot", (9, None)),
        ("keras.utils.to_categorical(np.zeros((9, 1)), 4)", "one_hot", (9, 4)),
        ("keras.utils.to_categorical(mnist.load_data()[0][1])", "one_hot", (60_000, 10)),
        ("keras.utils.pad_sequences(imdb.load_data()[0][0], maxlen=80)", "pad_sequences",
         (25_000, 80)),
        ("pd.get_dummies(np.zeros(9))", "one_hot", (9, None)),
    ],
)  # fmt: skip
def test_preparation(
    value: Evaluate, expression: str, op: str, shape: tuple[int | None, ...]
) -> None:
    found = value(f"result = {expression}")
    assert isinstance(found, Tensor)
    assert (found.op, found.shape) == (op, shape)
