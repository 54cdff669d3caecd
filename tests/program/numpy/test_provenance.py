from __future__ import annotations

from collections.abc import Callable

import pytest

from seismograd.program.numpy.provenance import is_scaled, label_encoding
from seismograd.program.numpy.sources import data_source
from seismograd.source.evaluate.values import Const, Value

Evaluate = Callable[[str], Value]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("(result, y), _ = mnist.load_data()", ("mnist", "train", "data", 10)),
        ("_, (result, y) = mnist.load_data()", ("mnist", "test", "data", 10)),
        ("(x, result), _ = cifar10.load_data()", ("cifar10", "train", "labels", 10)),
        ("(x, y), _ = mnist.load_data()\nresult = x.reshape(-1, 784) / 255",
         ("mnist", "train", "data", 10)),
        ("a, result, c, d = train_test_split(load_iris().data, load_iris().target)",
         ("load_iris", "test", "data", 3)),
        ("result = load_iris()['target']", ("load_iris", None, "labels", 3)),
        ("x, result = load_breast_cancer(return_X_y=True)",
         ("load_breast_cancer", None, "labels", 2)),
        ("result = np.load('x.npy')", ("numpy.load", None, "data", None)),
        ("result = keras.datasets.cifar100.load_data('coarse')[0][1]",
         ("cifar100", "train", "labels", 20)),
    ],
)  # fmt: skip
def test_source(value: Evaluate, code: str, expected: tuple[object, ...]) -> None:
    source = data_source(value(code))
    assert source is not None
    assert (source.name, source.split, source.role, source.classes) == expected


def test_made_up_numbers_have_no_source(value: Evaluate) -> None:
    assert data_source(value("result = np.zeros((3, 4))")) is None


@pytest.mark.parametrize(
    ("code", "scaled"),
    [
        ("x", False),
        ("x.reshape(60000, 784)", False),
        ("x.astype('float32')", False),
        ("x / 255", True),
        ("x.astype('float32') / 255.0", True),
        ("np.divide(x, 255.0)", True),
        ("x * (1.0 / 255)", True),
        ("(x - x.mean()) / x.std()", True),
        ("x - 1", False),
        ("preprocessing.StandardScaler().fit_transform(x.reshape(-1, 784))", True),
        ("keras.utils.normalize(x, axis=1)", True),
        ("keras.applications.vgg16.preprocess_input(x)", True),
        ("x[:100]", False),
        ("train_test_split(x, y)[0]", False),
        ("prepare_somehow(x)", None),
        ("np.log1p(x)", None),
        ("np.load('x.npy')", None),
        ("np.random.rand(10, 3)", True),
        ("np.linspace(0, 1000, 50)", False),
        ("load_iris().data", True),
        ("load_breast_cancer().data", False),
    ],
)
def test_scaled(value: Evaluate, code: str, scaled: bool | None) -> None:
    found = value(f"(x, y), (x_test, y_test) = mnist.load_data()\nresult = {code}")
    assert is_scaled(found) is scaled


def test_scaled_in_place(value: Evaluate) -> None:
    assert is_scaled(
        value("(result, y), _ = mnist.load_data()\nresult = result * 1.0\nresult /= 255")
    )


@pytest.mark.parametrize(
    ("code", "encoding"),
    [
        ("y", "integer"),
        ("y.reshape(-1)", "integer"),
        ("y.astype('int32')", "integer"),
        ("keras.utils.to_categorical(y, 10)", "one_hot"),
        ("np.eye(10)[y]", "one_hot"),
        ("pd.get_dummies(y)", "one_hot"),
        ("preprocessing.LabelBinarizer().fit_transform(y)", "one_hot"),
        ("preprocessing.MultiLabelBinarizer().fit_transform(y)", "multi_hot"),
        ("preprocessing.LabelEncoder().fit_transform(frame)", "integer"),
        ("np.argmax(keras.utils.to_categorical(y), axis=1)", "integer"),
        ("np.array([0, 1, 2, 1])", "integer"),
        ("np.array([[0], [1], [1], [0]])", "integer"),
        ("np.array([[0, 1], [1, 0]])", "one_hot"),
        ("np.array([[1, 1], [1, 0]])", "multi_hot"),
        ("np.array([0.5, 1.5])", "float"),
        ("[0, 1, 1]", "integer"),
        ("make_moons(200)[1]", "integer"),
        ("np.random.randint(0, 3, 100)", "integer"),
        ("np.random.rand(100)", "float"),
        ("keras.datasets.boston_housing.load_data()[0][1]", "float"),
        ("train_test_split(x, keras.utils.to_categorical(y))[2]", "one_hot"),
        ("np.load('y.npy')", None),
        ("y * 2", None),
    ],
)
def test_label_encoding(value: Evaluate, code: str, encoding: str | None) -> None:
    found = value(f"(x, y), _ = mnist.load_data()\nresult = {code}")
    assert label_encoding(found) == encoding


@pytest.mark.parametrize(
    "expression",
    [
        "np.max(y) + 1",
        "int(np.max(y)) + 1",
        "y.max() + 1",
        "len(np.unique(y))",
        "len(set(y))",
        "int(max(y)) + 1",
    ],
)
def test_number_of_classes(value: Evaluate, expression: str) -> None:
    found = value(f"(x, y), _ = reuters.load_data()\nresult = {expression}")
    assert isinstance(found, Const)
    assert found.value == 46
