from __future__ import annotations

from collections.abc import Callable

import pytest

from seismograd.program.model import Network, Program

Build = Callable[[str], Network]
Read = Callable[[str], Program]


def kinds(network: Network) -> list[tuple[int | None, str]]:
    return [(layer.index, layer.kind) for layer in network.layers]


@pytest.mark.parametrize(
    "code",
    [
        "model = keras.Sequential([keras.Input((4,)), layers.Dense(3), layers.Dense(2)])",
        "model = keras.Sequential([layers.Dense(3, input_shape=(4,)), layers.Dense(2)])",
        "model = keras.Sequential([layers.Dense(3, input_dim=4), layers.Dense(2)])",
        "model = keras.Sequential([layers.InputLayer((4,)), layers.Dense(3), layers.Dense(2)])",
        """
        model = keras.Sequential(layers=[layers.Dense(3), layers.Dense(2)])
        model.build((None, 4))
        """,
        """
        model = keras.Sequential()
        model.add(keras.Input(shape=(4,)))
        for units in (3, 2):
            model.add(layers.Dense(units))
        """,
        """
        model = keras.Sequential([layers.Dense(3, input_dim=4), layers.Dense(2), layers.Dense(9)])
        model.pop()
        """,
        """
        class Net(keras.Sequential):
            def __init__(self):
                super().__init__()
                self.add(layers.Dense(3, input_dim=4))
                self.add(layers.Dense(2))

        model = Net()
        """,
        """
        def build(hidden):
            model = keras.Sequential()
            model.add(layers.Dense(hidden, input_dim=4))
            model.add(layers.Dense(2))
            return model

        model = build(3)
        """,
    ],
)
def test_sequential_however_it_is_written(network: Build, code: str) -> None:
    built = network(code)
    assert kinds(built) == [(0, "dense"), (1, "dense")]
    assert [layer.units for layer in built.layers] == [3, 2]
    assert built.complete
    assert built.sequential
    assert built.output_units == 2
    assert built.input.shape[1:] == (4,)  # type: ignore[union-attr]


def test_what_a_running_loop_adds_is_not_known(network: Build) -> None:
    built = network(
        """
        model = keras.Sequential()
        for _ in range(depth):
            model.add(layers.Dense(3))
        """
    )
    assert not built.complete


@pytest.mark.parametrize(
    "ends",
    [
        "keras.Model(a, b)",
        "keras.Model(inputs=a, outputs=b)",
        "keras.Model(inputs=[a], outputs=[b])",
    ],
)
def test_functional(network: Build, ends: str) -> None:
    built = network(
        f"""
        a = keras.Input((8,))
        x = layers.Dense(4)(a)
        x = keras.activations.relu(x)
        b = layers.Dense(1, activation='sigmoid')(x)
        model = {ends}
        """
    )
    assert [(layer.index, layer.kind, layer.activation) for layer in built.layers] == [
        (1, "dense", "relu"),
        (None, "relu", None),
        (2, "dense", "sigmoid"),
    ]
    assert built.complete


def test_functional_counts_by_distance_from_the_output(network: Build) -> None:
    built = network(
        """
        image = keras.Input((36, 60, 1))
        x = layers.Conv2D(20, 5)(image)
        x = layers.Flatten()(x)
        pose = keras.Input((2,))
        x = layers.Dense(500)(x)
        x = layers.Concatenate()([pose, x])
        y = layers.Dense(2)(x)
        model = keras.Model([image, pose], y)
        """
    )
    assert kinds(built) == [(1, "conv"), (2, "flatten"), (4, "dense"), (5, "cat"), (6, "dense")]
    assert not built.sequential
    assert built.complete


def test_several_outputs(network: Build) -> None:
    built = network(
        """
        a = keras.Input((8,))
        x = layers.Dense(4, activation='relu')(a)
        model = keras.Model(a, [layers.Dense(1)(x), layers.Dense(3, activation='softmax')(x)])
        """
    )
    assert [layer.activation for layer in built.layers] == ["relu", "linear", "softmax"]
    assert built.output_function is None


def test_subclass(network: Build) -> None:
    built = network(
        """
        class Net(keras.Model):
            def __init__(self, classes=10):
                super().__init__()
                self.spare = layers.Dense(7)
                self.hidden = layers.Dense(32)
                self.out = layers.Dense(classes, activation='softmax')

            def call(self, x, training=False):
                return self.out(tf.nn.relu(self.hidden(x)))

        model = Net()
        """
    )
    assert [(layer.index, layer.activation) for layer in built.layers] == [
        (1, "relu"), (None, None), (2, "softmax"),
    ]  # fmt: skip
    assert [(layer.index, layer.units) for layer in built.unused] == [(0, 7)]
    assert built.output_units == 10


def test_subclass_made_from_tensors(network: Build) -> None:
    built = network(
        """
        class Net(keras.Model):
            def __init__(self):
                a = keras.Input((3,))
                super().__init__(inputs=a, outputs=layers.Dense(2)(a))

        model = Net()
        """
    )
    assert built.complete
    assert kinds(built) == [(1, "dense")]


def test_layers_of_the_project(network: Build) -> None:
    built = network(
        """
        class Block(layers.Layer):
            def __init__(self, units):
                super().__init__()
                self.dense = layers.Dense(units)
                self.norm = layers.LayerNormalization()

            def call(self, x):
                return keras.activations.gelu(self.norm(self.dense(x)))

        model = keras.Sequential([keras.Input((4,)), Block(8), Block(8), layers.Dense(1)])
        """
    )
    assert [(layer.index, layer.kind) for layer in built.layers if layer.value] == [
        (0, "dense"), (0, "layer_norm"), (1, "dense"), (1, "layer_norm"), (2, "dense"),
    ]  # fmt: skip
    assert [layer.activation for layer in built.layers if layer.is_learned] == [
        "gelu", "gelu", "linear",
    ]  # fmt: skip
    assert built.complete


def test_model_within_a_model_is_one_position(network: Build) -> None:
    built = network(
        """
        encoder = keras.Sequential([keras.Input((8,)), layers.Dense(4), layers.Dense(2)])
        a = keras.Input((8,))
        inner = keras.Model(a, layers.Dense(8)(a))
        b = keras.Input((8,))
        model = keras.Model(b, layers.Dense(1)(encoder(inner(b))))
        """
    )
    assert kinds(built) == [(1, "dense"), (2, "dense"), (2, "dense"), (3, "dense")]
    assert [layer.units for layer in built.layers] == [8, 4, 2, 1]


def test_models_that_others_contain_are_not_networks_of_their_own(read: Read) -> None:
    program = read(
        """
        import keras
        from keras import layers
        body = keras.Sequential([layers.Dense(4, input_dim=3)])
        whole = keras.Sequential([body, layers.Dense(1)])
        """
    )
    assert [[layer.units for layer in network.layers] for network in program.networks] == [[4, 1]]


def test_pretrained_body_leaves_the_network_incomplete(network: Build) -> None:
    built = network(
        """
        base = keras.applications.VGG16(include_top=False, input_shape=(224, 224, 3))
        x = layers.GlobalAveragePooling2D()(base.output)
        model = keras.Model(base.input, layers.Dense(5, activation='softmax')(x))
        """
    )
    assert not built.complete
    assert built.output_function == "softmax"
    assert built.output_units == 5


def test_shared_layer_is_counted_once(network: Build) -> None:
    built = network(
        """
        shared = layers.Dense(4)
        a, b = keras.Input((8,)), keras.Input((8,))
        model = keras.Model([a, b], layers.Dense(1)(layers.concatenate([shared(a), shared(b)])))
        """
    )
    assert kinds(built) == [(2, "dense"), (3, "cat"), (4, "dense")]


def test_weights_of_the_project(network: Build) -> None:
    built = network(
        """
        class Linear(layers.Layer):
            def __init__(self, units):
                super().__init__()
                self.w = self.add_weight(shape=(4, units))

            def call(self, x):
                return ops.matmul(x, self.w)

        model = keras.Sequential([keras.Input((4,)), Linear(3), layers.Dense(1)])
        """
    )
    assert built.complete


def test_layers_are_built_when_they_are_applied(network: Build) -> None:
    built = network(
        """
        class Gate(layers.Layer):
            def build(self, input_shape):
                self.inner = layers.Dense(input_shape[-1] * 2, activation='tanh')

            def call(self, x):
                return self.inner(x)

        model = keras.Sequential([keras.Input((4,)), Gate(), layers.Dense(1)])
        """
    )
    assert [(layer.index, layer.units, layer.activation) for layer in built.layers] == [
        (0, 8, "tanh"),
        (1, 1, "linear"),
    ]


def test_shapes_come_from_the_data_where_no_input_is_declared(network: Build) -> None:
    built = network(
        """
        x, y = np.zeros((100, 12)), np.zeros((100, 1))
        model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
        model.compile(loss='mse')
        model.fit(x, y)
        """
    )
    assert built.input.shape[1:] == (12,)  # type: ignore[union-attr]


def test_models_that_another_only_keeps_are_networks(read: Read) -> None:
    program = read(
        """
        import tensorflow as tf
        import keras
        from keras import layers
        a = keras.Input((8,))
        x = layers.Dense(4)(a)
        encoder = keras.Model(a, x + tf.random.normal((1, 4)), name="encoder")
        decoder = keras.Sequential([keras.Input((4,)), layers.Dense(8)], name="decoder")

        class Both(keras.Model):
            def __init__(self, encoder, decoder):
                super().__init__()
                self.encoder, self.decoder = encoder, decoder

            def train_step(self, data):
                return self.decoder(self.encoder(data))

        Both(encoder, decoder).fit(data)
        """
    )
    assert {network.name for network in program.networks} == {"encoder", "decoder"}


def test_first_generation_shapes(network: Build) -> None:
    built = network(
        "model = keras.Sequential([layers.Convolution2D(8, 3, 5, border_mode='valid',"
        " input_shape=(28, 28, 1)), layers.Convolution2D(4, 3, 3, subsample=(2, 2))])"
    )
    assert [layer.tensor.shape[1:] for layer in built.layers] == [(26, 24, 8), (12, 11, 4)]  # type: ignore[union-attr, index]
