"""What a model was given to learn from, and what it was given twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest

from seismograd_sandbox.guest.probes.keras_probe.data import CHUNK, DataSet
from tests.sandbox.probes.keras.watching import Run, watched

PROGRAM = """
import keras, numpy
keras.utils.set_random_seed(0)
data = numpy.random.default_rng(0)
x = data.normal(size=(100, 4)).astype("float32")
y = data.integers(0, 3, 100)
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, "softmax")])
model.compile("sgd", "sparse_categorical_crossentropy")
"""


@pytest.fixture
def run_of(tmp_path: Path) -> Any:
    def run(calls: str) -> Run:
        (tmp_path / "program.py").write_text(PROGRAM + calls)
        return watched(str(tmp_path / "program.py"), tmp_path)

    return run


def overlaps(run: Run) -> list[tuple[str, str, int, int]]:
    return [(e["first"], e["second"], e["shared"], e["of"]) for e in run.all("overlap")]


def test_a_validation_split_is_cut_as_keras_cuts_it(run_of: Any) -> None:
    run = run_of("model.fit(x, y, validation_split=0.3, verbose=0)")
    train, validation = (run.one("data", role=role) for role in ("train", "validation"))
    assert (train["examples"], validation["examples"]) == (70, 30)
    assert train["inputs"][0]["shape"][1:] == [4]
    y = run.names["y"]
    assert train["labels"] == {str(k): int((y[:70] == k).sum()) for k in range(3)}
    assert overlaps(run) == []


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 40])
def test_what_is_seen_of_shuffled_data_comes_from_all_of_it(count: int) -> None:
    places = numpy.arange(count * CHUNK)
    looked = DataSet("train", [places], [places])
    seen = []
    while looked.look():
        seen.append(looked.fingerprint.fields()["targets"][0]["max"])
    assert looked.fingerprint.examples == len(places)
    assert len(seen) < 7 or max(seen[:3]) > 0.5 * len(places)


def test_examples_in_two_sets_are_counted(run_of: Any) -> None:
    run = run_of("model.fit(x[:80], y[:80], validation_data=(x[60:], y[60:]), verbose=0)")
    assert overlaps(run) == [("train", "validation", 20, 40)]


def test_a_test_set_is_compared_with_what_was_trained_on(run_of: Any) -> None:
    run = run_of(
        "model.fit(x[:80], y[:80], verbose=0)\n"
        "model.evaluate(numpy.array(x[70:]), y[70:], verbose=0)\n"
    )
    assert overlaps(run) == [("train", "test", 10, 30)]


def test_an_evaluation_of_the_training_data_itself_is_no_overlap(run_of: Any) -> None:
    run = run_of("model.fit(x, y, verbose=0)\nmodel.evaluate(x[:50], y[:50], verbose=0)\n")
    assert overlaps(run) == []


def test_folds_are_not_compared_with_each_other(run_of: Any) -> None:
    run = run_of(
        "for fold in (slice(0, 50), slice(50, 100)):\n"
        "    rest = numpy.delete(x, range(*fold.indices(100)), 0)\n"
        "    labels = numpy.delete(y, range(*fold.indices(100)), 0)\n"
        "    model.fit(rest, labels, verbose=0)\n"
        "    model.evaluate(x[fold], y[fold], verbose=0)\n"
    )
    assert len(run.all("data")) == 4
    assert overlaps(run) == []


def test_the_same_arrays_are_told_once(run_of: Any) -> None:
    run = run_of("for _ in range(3):\n    model.fit(x, y, verbose=0)\n")
    assert len(run.all("data")) == 1


def test_data_in_batches_is_told_from_the_steps_that_were_looked_at(tmp_path: Path) -> None:
    run = watched("batches.py", tmp_path)
    told = run.all("data")[0]
    assert told["role"] == "train"
    assert told["inputs"][0]["shape"][1:] == [3]
    assert told["examples"] == 120


def test_two_inputs_and_two_outputs(tmp_path: Path) -> None:
    data = watched("functional.py", tmp_path).one("data", role="train")
    assert [len(data["inputs"]), len(data["targets"])] == [2, 2]
    assert data["hashes"] == 96


SLICES = """
class Slices(keras.utils.PyDataset):
    def __len__(self):
        return 6
    def __getitem__(self, at):
        start = {start}
        return x[start : start + 16], y[start : start + 16]
model.fit(Slices(), epochs=2, verbose=0)
"""


@pytest.mark.parametrize(("start", "stride"), [("at", 1), ("at * 16", None)])
def test_batches_that_repeat_each_other_are_told_with_their_place(
    start: str, stride: int | None, run_of: Any
) -> None:
    told = run_of(SLICES.format(start=start)).one("data", role="train")
    line = 1 + PROGRAM.count("\n") + SLICES[: SLICES.index("def __getitem__")].count("\n")
    assert told["made"] == {"file": "train.py", "line": line}
    assert (told.get("overlapping") or {}).get("stride") == stride


def test_arrays_that_are_repeated_are_no_batches(run_of: Any) -> None:
    run = run_of("model.fit(numpy.tile(x, (20, 1)), numpy.tile(y, 20), shuffle=False, verbose=0)")
    assert all("overlapping" not in told for told in run.all("data"))


@pytest.mark.parametrize(
    ("options", "batches"),
    [
        ("shuffle=False", (3, 2)),
        ("shuffle=False, batch_size=10", (10, 10)),
        ("batch_size=10", (None, None)),
    ],
)
def test_batches_of_one_label_are_those_that_fit_cuts(
    run_of: Any, options: str, batches: tuple[int | None, int | None]
) -> None:
    run = run_of(f"model.fit(x, numpy.repeat([0, 1], 50), {options}, verbose=0)")
    train = run.one("data", role="train")
    assert (train.get("label_batches"), train.get("one_label_batches")) == batches
