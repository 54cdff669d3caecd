"""The same source, read and run: what was understood is what the installed Keras builds."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest
from tests import parts

from seismograd.program.keras.structures import each_tensor
from seismograd.program.model import Layer, Network

pytestmark = pytest.mark.slow
Build = Callable[[str], Network]

MODELS = {
    "sequential": """
        model = keras.Sequential([
            keras.Input((32, 32, 3)),
            layers.Conv2D(8, 3, strides=2, padding="same", activation="relu"),
            layers.BatchNormalization(),
            layers.Activation("elu"),
            layers.MaxPooling2D(),
            layers.Dropout(0.2),
            layers.Conv2DTranspose(4, 3, strides=2, padding="same"),
            layers.LeakyReLU(),
            layers.GlobalAveragePooling2D(),
            layers.Dense(10, activation="softmax"),
        ])
    """,
    "residual": """
        a = keras.Input((8, 8, 3))
        x = layers.Conv2D(4, 3, activation="relu")(a)
        x = layers.add([x, layers.Conv2D(4, 3)(a)])
        x = layers.Dense(2)(layers.Flatten()(x))
        model = keras.Model(a, x)
    """,
    "two inputs": """
        image = keras.Input((36, 60, 1))
        x = layers.MaxPooling2D(2, 2)(layers.Conv2D(20, 5, activation="relu")(image))
        x = layers.Flatten()(x)
        pose = keras.Input((2,))
        x = layers.Dense(500, activation="relu")(x)
        y = layers.Dense(2)(layers.Concatenate()([pose, x]))
        model = keras.Model([image, pose], y)
    """,
    "two outputs": """
        a = keras.Input((16,))
        x = layers.Dense(8, activation="tanh")(a)
        model = keras.Model(a, [layers.Dense(1)(x), layers.Dense(3, activation="softmax")(x)])
    """,
    "functions between layers": """
        a = keras.Input((16,))
        x = ops.relu(layers.Dense(8)(a))
        x = keras.activations.gelu(layers.Dense(8)(x) + x)
        model = keras.Model(a, layers.Dense(1, activation="sigmoid")(x))
    """,
    "text": """
        words = keras.Input((40,))
        x = layers.Embedding(100, 16)(words)
        x = layers.Bidirectional(layers.LSTM(8, return_sequences=True))(x)
        x = layers.TimeDistributed(layers.Dense(6, activation="relu"))(x)
        x = layers.GRU(5)(x)
        model = keras.Model(words, layers.Dense(1, activation="sigmoid")(x))
    """,
    "nested": """
        encoder = keras.Sequential([keras.Input((8,)), layers.Dense(4), layers.Dense(2)])
        a = keras.Input((8,))
        inner = keras.Model(a, layers.Dense(8, activation="relu")(a))
        b = keras.Input((8,))
        model = keras.Model(b, layers.Dense(1)(encoder(inner(b))))
    """,
    "shared": """
        shared = layers.Dense(4, activation="relu")
        a, b = keras.Input((8,)), keras.Input((8,))
        model = keras.Model([a, b], layers.Dense(1)(layers.concatenate([shared(a), shared(b)])))
    """,
    "time": """
        series = keras.Input((50, 3))
        x = layers.Conv1D(8, 5, padding="causal", activation="relu")(series)
        x = layers.AveragePooling1D(2)(x)
        x = layers.UpSampling1D(2)(x)
        x = layers.ZeroPadding1D(1)(x)
        x = layers.Permute((2, 1))(x)
        x = layers.Reshape((-1,))(x)
        x = layers.RepeatVector(3)(x)
        model = keras.Model(series, layers.SimpleRNN(4, return_sequences=True)(x))
    """,
    "attention": """
        a = keras.Input((12, 16))
        x = layers.MultiHeadAttention(num_heads=2, key_dim=8)(a, a)
        x = layers.LayerNormalization()(x + a)
        x = layers.GlobalMaxPooling1D()(x)
        model = keras.Model(a, layers.Dense(4)(x))
    """,
    "separable": """
        model = keras.Sequential([
            keras.Input((33, 31, 6)),
            layers.SeparableConv2D(8, 3, strides=2, activation="relu"),
            layers.DepthwiseConv2D(3, depth_multiplier=2, padding="same"),
            layers.Conv2D(4, (3, 1), dilation_rate=2),
            layers.AveragePooling2D(3, strides=2, padding="same"),
            layers.Cropping2D(((1, 0), (0, 1))),
            layers.ZeroPadding2D((2, 1)),
            layers.UpSampling2D((2, 3)),
            layers.Conv2DTranspose(5, 4, strides=3),
            layers.GlobalMaxPooling2D(keepdims=True),
            layers.Flatten(),
            layers.PReLU(),
        ])
    """,
    "volume": """
        model = keras.Sequential([
            keras.Input((9, 9, 9, 1)),
            layers.Conv3D(4, 2, activation="selu"),
            layers.MaxPooling3D(),
            layers.Rescaling(0.5),
            layers.GaussianNoise(0.1),
            layers.GlobalAveragePooling3D(),
            layers.UnitNormalization(),
            layers.Dense(3),
            layers.Softmax(),
        ])
    """,
    "merging": """
        a, b = keras.Input((5, 8)), keras.Input((5, 8))
        x = layers.Multiply()([a, b])
        y = layers.Average()([x, layers.Subtract()([a, b])])
        model = keras.Model([a, b], layers.Concatenate(axis=1)([x, layers.Maximum()([y, a])]) )
    """,
    "subclass": """
        class Net(keras.Model):
            def __init__(self):
                super().__init__()
                self.blocks = [layers.Dense(8, activation="relu") for _ in range(3)]
                self.norm = layers.BatchNormalization()
                self.head = layers.Dense(2)

            def call(self, x):
                for block in self.blocks:
                    x = block(x)
                return self.head(self.norm(x))

        model = Net()
    """,
}


@pytest.fixture(scope="module")
def keras() -> Any:
    patch = pytest.MonkeyPatch()
    patch.setenv("KERAS_BACKEND", "torch")
    parts.module("torch")
    yield parts.module("keras")
    patch.undo()


@pytest.mark.parametrize("name", MODELS)
def test_positions_activations_and_shapes(network: Build, keras: Any, name: str) -> None:
    names: dict[str, Any] = {"keras": keras, "layers": keras.layers, "ops": keras.ops}
    exec(dedent(MODELS[name]), names)
    real = names["model"]
    built = network(MODELS[name])
    for layer in built.layers:
        if layer.index is not None:
            _compare(real.layers[layer.index], layer)
    if real.built:
        expected = [tuple(output.shape[1:]) for output in real.outputs]
        found = [tensor.shape[1:] for tensor in each_tensor(built.output) if tensor.shape]
        assert found == expected
    assert built.complete


def _compare(real: Any, found: Layer) -> None:
    kind = type(real).__name__
    if kind in ("Functional", "Sequential", "TimeDistributed"):
        return
    assert found.path == f"keras.layers.{kind}"
    if len(real._inbound_nodes) == 1 and found.tensor is not None:
        assert found.tensor.shape is not None
        assert found.tensor.shape[1:] == tuple(real.output.shape[1:])
    own = getattr(real, "activation", None)
    if found.is_learned and own is not None and own.__name__ != "linear":
        assert found.activation == own.__name__ or found.kind == "recurrent"
