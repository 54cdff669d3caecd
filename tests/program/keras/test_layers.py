from __future__ import annotations

from collections.abc import Callable

import pytest

from seismograd.program.model import Network

Build = Callable[[str], Network]


@pytest.mark.parametrize(
    ("layer", "kind", "settings"),
    [
        ("layers.Dense(8)", "dense",
         {"units": 8, "use_bias": True, "kernel_initializer": "glorot_uniform",
          "bias_initializer": "zeros"}),
        ("layers.Dense(8, 'relu', False, 'zeros', 'ones', 'l2')", "dense",
         {"activation": "relu", "use_bias": False, "kernel_initializer": "zeros",
          "bias_initializer": "ones", "kernel_regularizer": "l2"}),
        ("layers.Dense(output_dim=8, init='uniform', W_regularizer='l1')", "dense",
         {"units": 8, "kernel_initializer": "uniform", "kernel_regularizer": "l1"}),
        ("layers.Conv2D(16, 3, strides=2, padding='same')", "conv",
         {"units": 16, "kernel_size": 3, "stride": 2, "padding": "same"}),
        ("layers.Conv2D(16, 3, 2, 'same', 'channels_last', 1, 4, 'relu', False)", "conv",
         {"padding": "same", "groups": 4, "activation": "relu", "use_bias": False}),
        ("layers.Conv2DTranspose(4, 2, 2)", "conv_transpose", {"units": 4, "stride": 2}),
        ("layers.SeparableConv2D(4, 3, depth_multiplier=2)", "conv",
         {"units": 4, "kernel_size": 3, "depth_multiplier": 2}),
        ("layers.MaxPooling2D()", "max_pool", {"kernel_size": 2, "padding": "valid"}),
        ("layers.GlobalAveragePooling2D()", "adaptive_pool", {"keepdims": False}),
        ("layers.Dropout(0.3)", "dropout", {"rate": 0.3}),
        ("layers.Dropout(p=0.3)", "dropout", {"rate": 0.3}),
        ("layers.SpatialDropout2D(0.1)", "dropout", {"rate": 0.1}),
        ("layers.BatchNormalization(momentum=0.9)", "batch_norm", {"momentum": 0.9, "eps": 1e-3}),
        ("layers.Embedding(1000, 64, mask_zero=True)", "embedding",
         {"in_units": 1000, "units": 64, "mask_zero": True}),
        ("layers.LSTM(32, return_sequences=True, dropout=0.2)", "recurrent",
         {"units": 32, "activation": "tanh", "return_sequences": True, "rate": 0.2}),
        ("layers.SimpleRNN(32, 'relu')", "recurrent", {"units": 32, "activation": "relu"}),
        ("layers.Bidirectional(layers.GRU(32))", "recurrent",
         {"units": 32, "bidirectional": True, "merge_mode": "concat"}),
        ("layers.Rescaling(1. / 255)", "rescale", {"scale": 1 / 255, "offset": 0.0}),
        ("layers.LeakyReLU()", "leaky_relu", {}),
        ("layers.Softmax(axis=1)", "softmax", {"dim": 1}),
        ("layers.ReLU(max_value=6)", "relu6", {}),
        ("layers.Activation('swish')", "silu", {"activation": "swish"}),
        ("layers.Activation('linear')", "identity", {}),
        ("layers.Masking(0.)", "identity", {"mask_value": 0.0}),
        ("layers.RandomFlip('horizontal')", "augment", {}),
    ],
)  # fmt: skip
def test_layers_under_neutral_names(
    network: Build, layer: str, kind: str, settings: dict[str, object]
) -> None:
    (found,) = network(f"model = keras.Sequential([{layer}])").layers
    assert found.kind == kind
    assert {name: found.settings[name].constant for name in settings} == settings


def test_kernel_of_the_first_generation(network: Build) -> None:
    built = network(
        "model = keras.Sequential([layers.Convolution2D(8, 3, 5, border_mode='same',"
        " subsample=(2, 2))])"
    )
    settings = built.layers[0].settings
    assert [item.value for item in settings["kernel_size"].value.items] == [3, 5]  # type: ignore[union-attr]
    assert settings["padding"].text == "same"


@pytest.mark.parametrize(
    ("argument", "activation"),
    [
        ("activation='relu'", "relu"),
        ("activation='ReLU'", "relu"),
        ("activation=keras.activations.sigmoid", "sigmoid"),
        ("activation=tf.nn.tanh", "tanh"),
        ("activation=ops.softplus", "softplus"),
        ("activation=layers.LeakyReLU(0.2)", "leaky_relu"),
        ("activation=layers.Activation('elu')", "elu"),
        ("activation=keras.activations.get('selu')", "selu"),
        ("activation=lambda x: tf.nn.leaky_relu(x, 0.1)", "leaky_relu"),
        ("activation=lambda x: x", "linear"),
        ("activation=lambda x: x * 2 + 1", None),
        ("activation=unknown_thing", None),
        ("activation=None", "linear"),
        ("activation='linear'", "linear"),
        ("", "linear"),
    ],
)
def test_own_activation(network: Build, argument: str, activation: str | None) -> None:
    built = network(f"model = keras.Sequential([layers.Dense(4, {argument})])")
    (layer,) = built.layers
    assert layer.activation == activation
    assert built.output_function == activation


def test_place_of_the_own_activation_is_the_argument(network: Build) -> None:
    built = network("model = keras.Sequential([layers.Dense(4, activation='relu')])")
    place = built.layers[0].activation_place
    assert place is not None
    assert place.span.start.column == built.layers[0].place.span.start.column + 27


def test_activation_layer_is_a_layer_and_the_effective_activation(network: Build) -> None:
    built = network(
        """
        model = keras.Sequential()
        model.add(layers.Dense(4))
        model.add(layers.BatchNormalization())
        model.add(layers.Activation('relu'))
        model.add(layers.Dense(1))
        """
    )
    assert [(layer.index, layer.kind, layer.activation) for layer in built.layers] == [
        (0, "dense", "relu"),
        (1, "batch_norm", None),
        (2, "relu", None),
        (3, "dense", "linear"),
    ]


def test_recurrent_layers_do_not_end_in_their_inner_activation(network: Build) -> None:
    built = network("model = keras.Sequential([layers.LSTM(4, activation='relu')])")
    assert built.output_function == "linear"


@pytest.mark.parametrize(
    ("layer", "shape"),
    [
        ("layers.TimeDistributed(layers.Conv2D(8, 3))", (10, 26, 26, 8)),
        ("layers.TimeDistributed(layers.Flatten())", (10, 784)),
        ("layers.TimeDistributed(keras.Sequential([layers.Flatten(), layers.Dense(5)]))", (10, 5)),
    ],
)
def test_each_time_step(network: Build, layer: str, shape: tuple[int, ...]) -> None:
    built = network(f"model = keras.Sequential([keras.Input((10, 28, 28, 1)), {layer}])")
    assert built.complete
    assert built.output.shape[1:] == shape  # type: ignore[union-attr]
    assert {found.index for found in built.layers} == {0}


def test_lambda_is_looked_into(network: Build) -> None:
    built = network(
        """
        model = keras.Sequential([
            layers.Lambda(lambda x: x / 255.0, input_shape=(28, 28)),
            layers.Flatten(),
            layers.Dense(2, activation='softmax'),
        ])
        """
    )
    assert [layer.index for layer in built.layers] == [0, 1, 2]
    assert built.complete
    assert built.output_function == "softmax"
