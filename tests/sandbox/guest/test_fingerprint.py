from __future__ import annotations

import sys
from typing import Any

import numpy
import pytest
import torch

from seismograd_sandbox.guest import example_hashes
from seismograd_sandbox.guest.batches import split_batch
from seismograd_sandbox.guest.fingerprint import Fingerprint


def of(inputs: Any, targets: Any = None) -> dict[str, Any]:
    fingerprint = Fingerprint()
    fingerprint.add(inputs, targets)
    return fingerprint.fields()


def test_moments_over_batches_are_those_of_all_the_data() -> None:
    data = numpy.random.default_rng(0).normal(5.0, 3.0, (1_000, 7)).astype("float32")
    fingerprint = Fingerprint()
    for start in range(0, 1_000, 64):
        fingerprint.add(torch.from_numpy(data[start : start + 64]))
    (inputs,) = fingerprint.fields()["inputs"]
    assert inputs["mean"] == pytest.approx(data.mean(dtype="float64"), rel=1e-9)
    assert inputs["std"] == pytest.approx(data.std(dtype="float64"), rel=1e-9)
    assert (inputs["min"], inputs["max"]) == (data.min(), data.max())
    assert inputs["shape"] == [64, 7]
    assert inputs["dtype"] == "float32"
    assert fingerprint.examples == 1_000
    assert len(fingerprint.hashes) == 1_000


def test_columns_that_were_scaled_by_their_own_numbers() -> None:
    table = numpy.random.default_rng(0).normal(3, 2, (400, 5)).astype("float32")
    own = (table - table.mean(0)) / table.std(0)
    others = (table - table[:200].mean(0)) / table[:200].std(0)
    by_row = (table - table.mean(1, keepdims=True)) / table.std(1, keepdims=True)
    with_constant = numpy.c_[own, numpy.full((400, 1), 7.0)].astype("float32")
    assert unlike_standard(own) < 1e-5
    assert unlike_standard(with_constant) < 1e-5
    assert unlike_standard(others) > 0.02
    assert unlike_standard(by_row) > 0.02
    pictures = fingerprint_of([own.reshape(400, 5, 1)])
    assert "unlike_standard" not in pictures.fields()["inputs"][0]


def unlike_standard(table: Any) -> float:
    """In three pieces."""
    found: float = fingerprint_of([table[:150], table[150:151], table[151:]]).fields()["inputs"][0][
        "unlike_standard"
    ]
    return found


def fingerprint_of(pieces: list[Any]) -> Fingerprint:
    seen = Fingerprint()
    for piece in pieces:
        seen.add(piece)
    return seen


def test_what_is_not_finite_is_told_apart_from_the_moments() -> None:
    (inputs,) = of(numpy.array([[1.0, float("nan")], [3.0, float("inf")]]))["inputs"]
    assert inputs["nan"] == 0.25
    assert inputs["inf"] == 0.25
    assert (inputs["min"], inputs["max"], inputs["mean"]) == (1.0, 3.0, 2.0)


def test_data_that_is_nothing_but_nan_has_no_range() -> None:
    (inputs,) = of(torch.full((4, 2), float("nan")))["inputs"]
    assert inputs["nan"] == 1.0
    assert "min" not in inputs


@pytest.mark.parametrize(
    ("targets", "encoding", "labels"),
    [
        ([0, 1, 1, 2], "integer", {"0": 1, "1": 2, "2": 1}),
        ([0.0, 1.0, 1.0, 1.0], "integer", {"0": 1, "1": 3}),
        ([True, False, True, True], "integer", {"0": 1, "1": 3}),
        ([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [1.0, 0.0]], "one-hot", {"0": 2, "1": 2}),
        ([[1, 0, 1], [0, 1, 0], [0, 1, 1], [0, 0, 0]], "multi-hot", {"0": 1, "1": 2, "2": 2}),
        ([[0.5], [1.5], [0.25], [2.0]], "continuous", None),
    ],
)
def test_the_encoding_and_distribution_of_labels(
    targets: Any, encoding: str, labels: dict[str, int] | None
) -> None:
    fields = of(torch.zeros(4, 3), torch.tensor(targets))
    assert fields["encoding"] == encoding
    assert fields["labels"] == labels


def test_batches_that_look_one_hot_by_chance_do_not_hide_multi_hot() -> None:
    fingerprint = Fingerprint()
    fingerprint.add(None, numpy.array([[1, 0], [0, 1]]))
    fingerprint.add(None, numpy.array([[1, 1], [0, 0]]))
    assert fingerprint.fields()["encoding"] == "multi-hot"
    assert fingerprint.fields()["labels"] == {"0": 2, "1": 2}


def test_a_vocabulary_is_no_distribution_of_labels() -> None:
    fields = of(None, numpy.arange(5_000))
    assert fields["encoding"] == "integer"
    assert fields["labels"] is None


def test_examples_that_occur_in_two_sets_are_counted_once_each() -> None:
    data = numpy.arange(40, dtype="float32").reshape(10, 4)
    train, test = Fingerprint(), Fingerprint()
    train.add(data[:8])
    test.add(torch.from_numpy(numpy.concatenate([data[6:], data[6:7]])))
    assert train.overlap(test) == {"shared": 2, "of": 4}
    assert train.overlap(Fingerprint()) is None


def test_an_example_is_all_of_its_inputs() -> None:
    first, second = Fingerprint(), Fingerprint()
    same, other = numpy.zeros((2, 3)), numpy.arange(4.0).reshape(2, 2)
    first.add({"a": same, "b": other})
    second.add({"a": same, "b": other + 10})
    assert len(first.hashes) == 2
    assert first.overlap(second) is None


def test_an_example_of_too_many_inputs_is_not_hashed() -> None:
    many = [numpy.zeros(3) for _ in range(80)]
    assert of(many[:64])["hashes"] == 1
    assert of(many)["hashes"] is None


@pytest.mark.parametrize("size", [32, 512])
def test_how_often_examples_repeat_is_told_of_one_pass(size: int) -> None:
    ids = numpy.random.default_rng(0).integers(0, 1_000, (1_024, 1))
    fingerprint = Fingerprint()
    for _ in range(3):
        fingerprint.begin_pass()
        for start in range(0, 1_024, size):
            fingerprint.add(ids[start : start + size])
    counts = numpy.unique(ids, return_counts=True)[1]
    share = counts[counts > 1].sum() / 1_024
    assert fingerprint.fields()["repeated"] == pytest.approx(share, abs=1e-3)


def test_a_part_of_each_pass_stands_for_the_whole() -> None:
    random, fingerprint = numpy.random.default_rng(0), Fingerprint()
    ids = random.integers(0, 2_000, (2_048, 1))
    for _ in range(20):
        fingerprint.begin_pass()
        fingerprint.add(random.permutation(ids)[:512])
    assert fingerprint.fields()["repeated"] == pytest.approx(0.64, abs=0.1)


def test_the_limit_on_examples_holds_within_one_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(example_hashes, "MAX_HASHED_EXAMPLES", 10)
    assert of(numpy.random.default_rng(0).normal(size=(50, 4)))["hashes"] == 10


@pytest.mark.parametrize("empty", [numpy.zeros((0, 3)), numpy.zeros(0)])
def test_an_empty_batch_after_one_hot_labels_is_no_error(empty: Any) -> None:
    fingerprint = Fingerprint()
    fingerprint.add(PICTURES[:3], numpy.eye(3))
    fingerprint.add(PICTURES[:0], empty)
    assert fingerprint.fields()["encoding"] == "one-hot"


PICTURES = numpy.random.default_rng(0).normal(size=(40, 6))
CLASSES = numpy.random.default_rng(0).integers(0, 3, 40)


@pytest.mark.parametrize(
    ("labels", "contradicted"),
    [
        (numpy.tile(CLASSES, 2), None),
        (numpy.repeat(CLASSES, 2), 26),
        (numpy.eye(3)[numpy.repeat(CLASSES, 2)], 26),
        (numpy.repeat(CLASSES, 2)[:, None], 26),
        (numpy.repeat(CLASSES, 2) + 0.5, None),
    ],
    ids=["right", "integers", "one-hot", "column", "numbers"],
)
def test_equal_examples_with_other_labels_are_counted(
    labels: Any, contradicted: int | None
) -> None:
    fingerprint, repeated = Fingerprint(), numpy.tile(PICTURES, (2, 1))
    for start in range(0, 80, 16):
        fingerprint.add(repeated[start : start + 16], labels[start : start + 16])
    found = fingerprint.fields().get("contradicted")
    assert found == (contradicted and {"examples": contradicted, "of": 80})


def test_a_batch_that_is_given_to_two_tasks_contradicts_nothing() -> None:
    fingerprint = Fingerprint()
    for start in range(0, 40, 8):
        for labels in (CLASSES, 2 - CLASSES):
            fingerprint.add(PICTURES[start : start + 8], labels[start : start + 8])
    assert "contradicted" not in fingerprint.fields()


def test_episodes_that_number_their_classes_anew_contradict_nothing() -> None:
    fingerprint = Fingerprint()
    for at, labels in enumerate((CLASSES, 2 - CLASSES, (CLASSES + 1) % 3)):
        fingerprint.add(PICTURES[5 * at : 5 * at + 20], labels[5 * at : 5 * at + 20])
    assert "contradicted" not in fingerprint.fields()


def test_labels_may_be_made_anew_for_every_pass() -> None:
    fingerprint = Fingerprint()
    for labels in (CLASSES, 2 - CLASSES):
        fingerprint.begin_pass()
        fingerprint.add(PICTURES, labels)
    assert "contradicted" not in fingerprint.fields()


@pytest.mark.parametrize(
    ("inputs", "categorical"),
    [
        (numpy.arange(64) % 7, True),
        (numpy.eye(64), True),
        ((numpy.arange(64) % 4)[:, None] / 3, True),
        (numpy.random.default_rng(0).normal(size=(64, 1)), True),
        (numpy.random.default_rng(0).normal(size=(64, 2)), None),
        (numpy.ones((64, 28, 28)), None),
    ],
    ids=["ids", "one-hot", "scaled", "one number", "measured", "pixels"],
)
def test_categories_are_told_from_measured_numbers(inputs: Any, categorical: bool | None) -> None:
    assert of(inputs)["categorical"] is categorical
    measured = numpy.random.default_rng(0).normal(size=(64, 1))
    assert of([inputs, measured])["categorical"] is None


@pytest.mark.parametrize(
    "tensor",
    [
        torch.zeros(3, 2, device="meta"),
        torch.eye(3).to_sparse(),
        torch.quantize_per_tensor(torch.ones(3, 2), 0.1, 0, torch.quint8),
        torch.ones(3, 2, dtype=torch.complex64),
        torch.ones(3, 2, dtype=torch.bfloat16),
        torch.ones(3, 2, dtype=torch.float16).t(),
        torch.zeros(0, 2),
        torch.tensor(1.5),
        torch.ones(3, 2, requires_grad=True) * 2,
        numpy.array(["a", "b"]),
        numpy.array([object(), None], dtype=object),
    ],
)
def test_whatever_a_loader_yields_has_a_shape(tensor: Any) -> None:
    (inputs,) = of(tensor, tensor)["inputs"]
    assert inputs["shape"] == list(tensor.shape)
    assert isinstance(inputs["dtype"], str)


def test_nothing_is_drawn_and_nothing_changed() -> None:
    torch.manual_seed(3)
    numpy.random.seed(3)
    data = torch.rand(16, 4, requires_grad=True)
    before, version = torch.get_rng_state(), data._version
    state = numpy.random.get_state()[1].copy()
    of(data, torch.arange(16))
    assert torch.equal(torch.get_rng_state(), before)
    assert (numpy.random.get_state()[1] == state).all()
    assert (data._version, data.grad) == (version, None)


def test_without_numpy_there_are_still_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setattr(torch.Tensor, "numpy", _no_numpy)
    (inputs,) = of(torch.zeros(3, 2), torch.zeros(3))["inputs"]
    assert inputs == {"shape": [3, 2], "dtype": "float32"}


def _no_numpy(*_: Any) -> Any:
    raise RuntimeError("Numpy is not available")


@pytest.mark.parametrize(
    ("batch", "inputs", "targets"),
    [
        ((1, 2), [1], 2),
        ([1, 2, 3], [1, 2], 3),
        ({"image": 1, "Label": 2}, {"image": 1}, {"Label": 2}),
        ({"image": 1}, {"image": 1}, None),
        (7, 7, None),
        ([7], [7], None),
    ],
)
def test_the_parts_of_a_batch(batch: Any, inputs: Any, targets: Any) -> None:
    assert split_batch(batch) == (inputs, targets)


WINDOWS = numpy.random.default_rng(1).normal(size=(40, 6, 3)).astype("float32")


@pytest.mark.parametrize(
    ("inputs", "targets"),
    [
        (WINDOWS, WINDOWS + 0.5),
        (WINDOWS, WINDOWS[:, -1, :] + 0.5),
        (WINDOWS, WINDOWS[:, -1, 1] + 0.5),
        (WINDOWS, WINDOWS[:, -1, 1:2] + 0.5),
        (WINDOWS, WINDOWS[:, -1:, :].repeat(4, axis=1) + 0.5),
        (WINDOWS.transpose(0, 2, 1), WINDOWS[:, -1, :] + 0.5),
        (WINDOWS[:, :, :1], WINDOWS[:, -1, :1] + 0.5),
        (WINDOWS[:, :, 0], WINDOWS[:, -1, 0] + 0.5),
        (WINDOWS[:, :, 0], WINDOWS[:, -1:, 0].repeat(4, axis=1) + 0.5),
    ],
    ids=lambda value: str(value.shape),
)
def test_how_far_a_copy_of_the_input_is_from_the_target(inputs: Any, targets: Any) -> None:
    fingerprint = Fingerprint()
    for start in (0, 16, 32):
        fingerprint.add(inputs[start : start + 16], targets[start : start + 16])
    copied = fingerprint.fields()["copied"]
    assert copied["squared"] == pytest.approx(0.25, rel=1e-5)
    assert copied["absolute"] == pytest.approx(0.5, rel=1e-5)


@pytest.mark.parametrize(
    ("inputs", "targets"),
    [
        (WINDOWS, numpy.arange(40)),
        (WINDOWS.astype("int64"), WINDOWS[:, -1, 0]),
        (WINDOWS, WINDOWS[:, :, :2]),
        (WINDOWS, WINDOWS[:, :4, 0]),
        (WINDOWS, WINDOWS[:20, -1, 0]),
        (WINDOWS, None),
        ([WINDOWS, WINDOWS], WINDOWS),
        (numpy.zeros((0, 4), "float32"), numpy.zeros((0, 4), "float32")),
        (numpy.float32(1.0), numpy.float32(1.0)),
    ],
    ids=lambda value: "",
)
def test_what_cannot_be_a_copy_is_not_measured(inputs: Any, targets: Any) -> None:
    assert "copied" not in of(inputs, targets)
