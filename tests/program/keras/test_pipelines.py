from __future__ import annotations

from collections.abc import Callable

import pytest

from seismograd.program.model import Program
from seismograd.program.numpy.provenance import is_scaled, label_encoding
from seismograd.program.numpy.sources import data_source

Read = Callable[[str], Program]
BEFORE = """\
import tensorflow as tf
import keras
from keras import layers
(x, y), _ = keras.datasets.mnist.load_data()
model = keras.Sequential([layers.Flatten(input_shape=(28, 28)), layers.Dense(10)])
model.compile('adam', keras.losses.SparseCategoricalCrossentropy(from_logits=True))
"""


@pytest.mark.parametrize(
    ("pipeline", "scaled"),
    [
        ("", False),
        (".map(lambda a, b: (tf.cast(a, tf.float32) / 255.0, b))", True),
        (".map(lambda a, b: (tf.image.resize(a, (14, 14)), b))", None),
    ],
)
def test_tensor_slices(read: Read, pipeline: str, scaled: bool | None) -> None:
    program = read(
        BEFORE
        + f"data = tf.data.Dataset.from_tensor_slices((x, y)){pipeline}.shuffle(100).batch(64)\n"
        + "model.fit(data.prefetch(tf.data.AUTOTUNE), epochs=3)\n"
    )
    (fit,) = program.fits
    assert fit.settings["batch_size"].integer == 64
    assert is_scaled(fit.inputs) is scaled
    assert label_encoding(fit.targets) == "integer"
    if scaled is not None:
        assert fit.samples == 60_000


def test_loop_sees_batches(read: Read) -> None:
    program = read(
        BEFORE
        + """
for images, labels in tf.data.Dataset.from_tensor_slices((x, y)).batch(16):
    model(images)
"""
    )
    (call,) = list(program.calls_to("keras.Sequential.__call__"))
    assert call.positional[0].value.shape == (16, 28, 28)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("mode", "encoding"), [("'int'", "integer"), ("'categorical'", "one_hot"), ("None", None)]
)
def test_folder_of_images(read: Read, mode: str, encoding: str | None) -> None:
    program = read(
        BEFORE
        + "train = keras.utils.image_dataset_from_directory('images', image_size=(64, 48),"
        + f" label_mode={mode}, batch_size=8)\nmodel.fit(train)\n"
    )
    (fit,) = program.fits
    source = data_source(fit.inputs)
    assert source is not None
    assert source.raw_range == (0.0, 255.0)
    assert fit.inputs.shape[1:] == (64, 48, 3)  # type: ignore[union-attr]
    assert label_encoding(fit.targets) == encoding
    assert fit.settings["batch_size"].integer == 8


def test_folder_in_two_parts(read: Read) -> None:
    program = read(
        BEFORE
        + "train, valid = keras.utils.image_dataset_from_directory('images', subset='both')\n"
        + "model.fit(train, validation_data=valid)\n"
    )
    assert data_source(program.fits[0].inputs) is not None


@pytest.mark.parametrize(("options", "scaled"), [("rescale=1. / 255", True), ("", False)])
def test_image_generator(read: Read, options: str, scaled: bool) -> None:
    program = read(
        BEFORE
        + f"""
from keras.preprocessing.image import ImageDataGenerator
flow = ImageDataGenerator({options}).flow_from_directory(
    'images', target_size=(32, 32), batch_size=20, class_mode='categorical')
model.fit_generator(flow, steps_per_epoch=10, nb_epoch=4)
"""
    )
    (fit,) = program.fits
    assert is_scaled(fit.inputs) is scaled
    assert label_encoding(fit.targets) == "one_hot"
    settings = {name: fit.settings[name].constant for name in ("batch_size", "epochs")}
    assert settings == {"batch_size": 20, "epochs": 4}
