from __future__ import annotations

from collections.abc import Callable

import pytest

from seismograd.program.model import Program

Read = Callable[[str], Program]
MODEL = """\
import numpy as np
import tensorflow as tf
import keras
from keras import layers, losses, optimizers, metrics
model = keras.Sequential([layers.Dense(8, input_dim=4), layers.Dense(3, activation="softmax")])
"""


@pytest.mark.parametrize(
    ("loss", "kind", "expects", "labels"),
    [
        ("'categorical_crossentropy'", "cross_entropy", "probabilities", "one_hot"),
        ("'sparse_categorical_crossentropy'", "sparse_cross_entropy", "probabilities", "integer"),
        ("'binary_crossentropy'", "bce", "probabilities", None),
        ("'mse'", "mse", "values", None),
        ("'MSE'", "mse", "values", None),
        ("'mean_absolute_error'", "mae", "values", None),
        ("'hinge'", "hinge", "values", None),
        ("'kld'", "kl", "probabilities", None),
        ("losses.CategoricalCrossentropy(from_logits=True)", "cross_entropy", "logits", "one_hot"),
        ("losses.SparseCategoricalCrossentropy(True)", "sparse_cross_entropy", "logits", "integer"),
        ("losses.BinaryCrossentropy()", "bce", "probabilities", None),
        ("losses.BinaryCrossentropy(from_logits=unknown)", "bce", None, None),
        ("losses.categorical_crossentropy", "cross_entropy", "probabilities", "one_hot"),
        ("tf.keras.losses.Huber(delta=2.0)", "huber", "values", None),
        ("lambda t, p: keras.ops.mean(t - p)", "custom", None, None),
        ("'of_my_own'", "custom", None, None),
    ],
)
def test_compiled_loss(
    read: Read, loss: str, kind: str, expects: str | None, labels: str | None
) -> None:
    program = read(MODEL + f"model.compile(loss={loss}, optimizer='adam')\n")
    found = program.compiles[0].loss
    assert found is not None
    assert found is program.losses[0]
    assert (found.kind, found.expects, found.labels) == (kind, expects, labels)
    assert found.network is program.networks[0]
    assert found.output_function == "softmax"


@pytest.mark.parametrize(
    ("optimiser", "kind", "rate"),
    [
        ("'adam'", "adam", 1e-3),
        ("'sgd'", "sgd", 1e-2),
        ("'RMSprop'", "rmsprop", 1e-3),
        ("optimizers.Adam()", "adam", 1e-3),
        ("optimizers.Adam(3e-4)", "adam", 3e-4),
        ("optimizers.SGD(lr=0.5, momentum=0.9, decay=1e-6)", "sgd", 0.5),
        ("optimizers.Adadelta(learning_rate=1.0)", "adadelta", 1.0),
        ("tf.keras.optimizers.legacy.Adam(learning_rate=1e-5)", "adam", 1e-5),
        ("optimizers.Adam(optimizers.schedules.ExponentialDecay(1e-2, 100, 0.9))", "adam", None),
        ("optimizers.AdamW(1e-3, 1e-2)", "adamw", 1e-3),
    ],
)
def test_optimiser(read: Read, optimiser: str, kind: str, rate: float | None) -> None:
    program = read(MODEL + f"model.compile(optimizer={optimiser}, loss='mse')\n")
    (found,) = program.optimisers
    assert program.compiles[0].optimiser is found
    assert (found.kind, found.learning_rate.number) == (kind, rate)
    assert found.networks == program.networks
    assert found.learning_rate.value is None or found.learning_rate.is_known == (rate is not None)


def test_optimiser_settings(read: Read) -> None:
    program = read(
        MODEL + "opt = optimizers.SGD(lr=0.5, momentum=0.9, nesterov=True, clipnorm=1)\n"
    )
    settings = program.optimisers[0].settings
    assert [settings[name].constant for name in ("momentum", "nesterov", "clipnorm")] == [
        0.9,
        True,
        1,
    ]
    assert settings["weight_decay"].is_none


def test_nothing_said_means_rmsprop(read: Read) -> None:
    program = read(MODEL + "model.compile(loss='mse')\n")
    assert program.compiles[0].optimiser is not None
    assert program.compiles[0].optimiser.kind == "rmsprop"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("'adam', 'mse', metrics=['mae']", ["mae"]),
        ("'adam', 'mse', ['mae', 'mse']", ["mae", "mse"]),
        ("'adam', 'mse', metrics='accuracy'", ["accuracy"]),
        ("'adam', 'mse', metrics={'a': ['mae'], 'b': 'mse'}", ["mae", "mse"]),
        ("'adam', 'mse'", []),
    ],
)
def test_metrics(read: Read, arguments: str, expected: list[str]) -> None:
    program = read(MODEL + f"model.compile({arguments})\n")
    assert [metric.text for metric in program.compiles[0].metrics] == expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("x, y", {"batch_size": 32, "epochs": 1, "validation_split": 0.0, "shuffle": True}),
        ("x, y, 16, 5", {"batch_size": 16, "epochs": 5}),
        ("x=x, y=y, nb_epoch=7, batch_size=None", {"epochs": 7, "batch_size": 32}),
        ("x, y, epochs=20, initial_epoch=10", {"epochs": 20, "initial_epoch": 10}),
        ("x, y, shuffle=False, validation_split=0.2", {"shuffle": False, "validation_split": 0.2}),
    ],
)
def test_fit(read: Read, arguments: str, expected: dict[str, object]) -> None:
    program = read(
        MODEL
        + "x, y = np.zeros((50, 4)), np.zeros((50, 3))\nmodel.compile('adam', 'mse')\n"
        + f"model.fit({arguments})\n"
    )
    (fit,) = program.fits
    assert {name: fit.settings[name].constant for name in expected} == expected
    assert fit.network is program.networks[0]
    assert fit.compile is program.compiles[0]
    assert fit.samples == 50
    assert program.losses[0].target is fit.targets


def test_each_fit_belongs_to_the_compile_before_it(read: Read) -> None:
    program = read(
        MODEL
        + """
model.compile('adam', 'mse')
model.fit(a, b)
model.compile('sgd', 'mae')
model.fit(a, b)
"""
    )
    first, second = program.fits
    assert first.compile is program.compiles[0]
    assert second.compile is program.compiles[1]


def test_fit_of_an_unknown_model(read: Read) -> None:
    program = read("import keras\ndef train(model, x, y):\n    model.fit(x, y, epochs=3)\n")
    (fit,) = program.fits
    assert fit.network is None
    assert fit.settings["epochs"].integer == 3


def test_fit_of_an_estimator_is_not_training(read: Read) -> None:
    program = read("from sklearn.svm import SVC\nimport keras\nSVC().fit(x, y)\nother.fit(x, y)\n")
    assert program.fits == []


def test_losses_of_several_outputs(read: Read) -> None:
    program = read(
        """
        import keras
        from keras import layers
        a = keras.Input((8,))
        price = layers.Dense(1, name='price')(a)
        kind = layers.Dense(3, activation='softmax', name='kind')(a)
        model = keras.Model(a, [price, kind])
        model.compile('adam', loss={'kind': 'categorical_crossentropy', 'price': 'mse'})
        """
    )
    assert [(loss.kind, loss.output_function) for loss in program.losses] == [
        ("cross_entropy", "softmax"),
        ("mse", "linear"),
    ]


def test_losses_that_are_called(read: Read) -> None:
    program = read(
        MODEL
        + """
loss = losses.SparseCategoricalCrossentropy(from_logits=True)
loss(labels, model(data))
losses.mean_squared_error(labels, model(data))
tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=model(data))
"""
    )
    assert [(use.kind, use.expects, use.output_function) for use in program.losses] == [
        ("sparse_cross_entropy", "logits", "softmax"),
        ("mse", "values", "softmax"),
        ("bce", "logits", "softmax"),
    ]
    assert all(use.network is program.networks[0] for use in program.losses)
    assert program.losses[0].built_at != program.losses[0].place
