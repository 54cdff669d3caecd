"""What goes wrong in the probe stays there; what goes wrong in a program stays what it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seismograd_sandbox.guest.probes.keras_probe import fitting, networks, visible_steps
from tests.sandbox.probes.keras.watching import keras, plain, watched

PROGRAM = """
import keras, numpy
keras.utils.set_random_seed(0)
x = numpy.random.default_rng(0).normal(size=(40, 4)).astype("float32")
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(4)])
model.compile("sgd", "mse")
"""


def broken(*arguments: Any, **options: Any) -> None:
    raise RuntimeError("out of luck")


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (networks.Networks, "meet"),
        (visible_steps.VisibleSteps, "before"),
        (visible_steps.VisibleSteps, "after"),
        (fitting.Fitting, "on_epoch_end"),
    ],
)
def test_a_probe_that_fails_changes_nothing(
    owner: type, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = plain("sequential.py", tmp_path)
    monkeypatch.setattr(owner, name, broken)
    seen = watched("sequential.py", tmp_path)
    assert seen.output == expected.output
    assert seen.weights == expected.weights
    troubles = seen.all("trouble")
    assert 1 <= len(troubles) <= 12
    assert "out of luck" in troubles[0]["message"]


def test_after_the_run_keras_is_as_it_was(tmp_path: Path) -> None:
    kinds = (
        keras.layers.Layer,
        keras.Model,
        keras.losses.Loss,
        keras.optimizers.Optimizer,
        keras.optimizers.LossScaleOptimizer,
        keras.callbacks.CallbackList,
    )
    before = [dict(vars(kind)) for kind in kinds]
    watched("sequential.py", tmp_path)
    assert [dict(vars(kind)) for kind in kinds] == before


def test_an_error_in_a_callback_is_the_same_error_and_the_next_fit_is_watched(
    tmp_path: Path,
) -> None:
    (tmp_path / "program.py").write_text(
        PROGRAM + "class Stop(keras.callbacks.Callback):\n"
        "    def on_train_batch_end(self, batch, logs=None):\n"
        "        raise KeyError('enough')\n"
        "try:\n"
        "    model.fit(x, x, verbose=0, callbacks=[Stop()])\n"
        "except KeyError as error:\n"
        "    print(repr(error))\n"
        "model.fit(x, x, epochs=2, verbose=0)\n"
    )
    run = watched(str(tmp_path / "program.py"), tmp_path)
    assert run.output == "KeyError('enough')\n"
    assert [epoch["epoch"] for epoch in run.all("epoch")] == [0, 1]
    assert [step["step"] for step in run.all("step")] == [0, 1, 2, 3, 4]


def test_models_and_arrays_are_not_kept_alive(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(
        PROGRAM + "import gc, time, weakref\n"
        "model.fit(x, x, verbose=0)\n"
        "gone = [weakref.ref(model), weakref.ref(x)]\n"
        "del model, x\n"
        "end = time.monotonic() + 20  # threads of the backend may let go a little later\n"
        "while any(reference() is not None for reference in gone):\n"
        "    gc.collect()\n"
        "    if time.monotonic() > end:\n"
        "        break\n"
        "    time.sleep(0.01)\n"
        "print([reference() is None for reference in gone])\n"
    )
    run = watched(str(tmp_path / "program.py"), tmp_path)
    plain_run = plain(str(tmp_path / "program.py"), tmp_path)
    assert run.output == plain_run.output == "[True, True]\n"


def test_signatures_and_names_are_those_of_keras(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(
        PROGRAM + "import inspect\n"
        "for kind, name in ((keras.Model, 'fit'), (keras.Model, 'compile'),\n"
        "                   (keras.optimizers.Optimizer, 'apply'), (keras.Layer, '__call__')):\n"
        "    function = getattr(kind, name)\n"
        "    print(function.__name__, function.__module__, inspect.signature(function))\n"
        "print(keras.layers.Dense(2).get_config())\n"
        "print(type(keras.layers.Dense(2)).__mro__)\n"
    )
    program = str(tmp_path / "program.py")
    assert watched(program, tmp_path).output == plain(program, tmp_path).output
