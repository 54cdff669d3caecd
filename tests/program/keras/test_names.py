from __future__ import annotations

from collections.abc import Callable

import pytest

from seismograd.program.library import framework_library
from seismograd.program.model import Program

Read = Callable[[str], Program]


@pytest.mark.parametrize(
    ("path", "canonical"),
    [
        ("tensorflow.keras.layers.Dense", "keras.layers.Dense"),
        ("tensorflow.python.keras.layers.core.Dense", "keras.layers.Dense"),
        ("tf_keras.layers.Dense", "keras.layers.Dense"),
        ("keras.src.layers.core.dense.Dense", "keras.layers.Dense"),
        ("keras.api.layers.Dense", "keras.layers.Dense"),
        ("keras.layers.core.Dense", "keras.layers.Dense"),
        ("keras.layers.convolutional.Convolution2D", "keras.layers.Conv2D"),
        ("keras.layers.pooling.MaxPool2D", "keras.layers.MaxPooling2D"),
        ("keras.layers.normalization.BatchNormalization", "keras.layers.BatchNormalization"),
        ("keras.layers.advanced_activations.LeakyReLU", "keras.layers.LeakyReLU"),
        ("keras.layers.experimental.preprocessing.Rescaling", "keras.layers.Rescaling"),
        ("keras.layers.Input", "keras.Input"),
        ("keras.models.Sequential", "keras.Sequential"),
        ("keras.engine.training.Model", "keras.Model"),
        ("tensorflow.keras.Model", "keras.Model"),
        ("keras.Layer", "keras.layers.Layer"),
        ("keras.engine.topology.Layer", "keras.layers.Layer"),
        ("tensorflow.optimizers.Adam", "keras.optimizers.Adam"),
        ("keras.optimizers.legacy.Adam", "keras.optimizers.Adam"),
        ("tensorflow.keras.optimizers.experimental.AdamW", "keras.optimizers.AdamW"),
        ("tensorflow.losses.CategoricalCrossentropy", "keras.losses.CategoricalCrossentropy"),
        ("keras.utils.np_utils.to_categorical", "keras.utils.to_categorical"),
        ("tensorflow.keras.datasets.mnist.load_data", "keras.datasets.mnist.load_data"),
        ("keras.preprocessing.sequence.pad_sequences", "keras.utils.pad_sequences"),
        ("tensorflow.compat.v1.nn.relu", "tensorflow.nn.relu"),
    ],
)
def test_one_name_for_each_thing(path: str, canonical: str) -> None:
    assert framework_library().canonical(path) == canonical


@pytest.mark.parametrize(
    "imports",
    [
        "from keras.models import Sequential\nfrom keras.layers import Dense",
        "from tensorflow.keras.models import Sequential\nfrom tensorflow.keras.layers import Dense",
        "from keras.models import *\nfrom keras.layers import *",
        "from tensorflow import keras\nSequential, Dense = keras.Sequential, keras.layers.Dense",
        "import tensorflow as tf\nSequential = tf.keras.Sequential\nDense = tf.keras.layers.Dense",
        "from tf_keras import Sequential\nfrom tf_keras.layers import Dense",
    ],
)
def test_any_import_gives_the_same_network(read: Read, imports: str) -> None:
    program = read(f"{imports}\nmodel = Sequential([Dense(3, activation='relu', input_dim=2)])\n")
    (network,) = program.networks
    assert [(layer.path, layer.activation) for layer in network.layers] == [
        ("keras.layers.Dense", "relu")
    ]
    assert network.complete
    assert network.output_units == 3
