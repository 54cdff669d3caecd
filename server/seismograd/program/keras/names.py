"""The one name of each thing in Keras, whatever it is imported from."""

from __future__ import annotations

from seismograd.source.evaluate.library import Library

LAYER = "keras.layers.Layer"
MODEL = "keras.Model"
SEQUENTIAL = "keras.Sequential"
INPUT = "keras.Input"
OPTIMISER = "keras.optimizers.Optimizer"
LOSS = "keras.losses.Loss"
METRIC = "keras.metrics.Metric"
TAPE = "tensorflow.GradientTape"

_ROOTS = (
    "keras._tf_keras.keras", "keras.api", "keras.api._v2.keras", "keras.api.v2.keras",
    "keras.src", "tensorflow.keras", "tensorflow.python.keras",
    "tensorflow.python.keras.api._v2.keras", "tf_keras", "tf_keras.src",
)  # fmt: skip
_LAYER_FILES = (
    "activation", "activations", "advanced_activations", "attention", "convolutional",
    "convolutional_recurrent", "core", "embeddings", "input_layer", "layer", "local", "merge",
    "merging", "noise", "normalization", "pooling", "preprocessing", "recurrent",
    "regularization", "reshaping", "rnn", "wrappers",
)  # fmt: skip
_LAYER_MODULES = {
    "activations": ("activation", "elu", "leaky_relu", "prelu", "relu", "softmax"),
    "attention": ("additive_attention", "attention", "grouped_query_attention",
                  "multi_head_attention"),
    "convolutional": ("conv1d", "conv1d_transpose", "conv2d", "conv2d_transpose", "conv3d",
                      "conv3d_transpose", "depthwise_conv1d", "depthwise_conv2d",
                      "separable_conv1d", "separable_conv2d"),
    "core": ("dense", "einsum_dense", "embedding", "identity", "input_layer", "lambda_layer",
             "masking", "wrapper"),
    "merging": ("add", "average", "concatenate", "dot", "maximum", "minimum", "multiply",
                "subtract"),
    "normalization": ("batch_normalization", "batch_normalization_v2", "group_normalization",
                      "layer_normalization", "spectral_normalization", "unit_normalization"),
    "preprocessing": ("category_encoding", "discretization", "hashing", "integer_lookup",
                      "normalization", "string_lookup", "text_vectorization"),
    "regularization": ("activity_regularization", "alpha_dropout", "dropout", "gaussian_dropout",
                       "gaussian_noise", "spatial_dropout"),
    "reshaping": ("cropping1d", "cropping2d", "cropping3d", "flatten", "permute",
                  "repeat_vector", "reshape", "up_sampling1d", "up_sampling2d", "up_sampling3d",
                  "zero_padding1d", "zero_padding2d", "zero_padding3d"),
    "rnn": ("bidirectional", "conv_lstm2d", "gru", "lstm", "rnn", "simple_rnn",
            "stacked_rnn_cells", "time_distributed"),
}  # fmt: skip
_OPTIMISER_FILES = (
    "adadelta", "adafactor", "adagrad", "adam", "adamax", "adamw", "base_optimizer",
    "experimental", "ftrl", "lamb", "legacy", "lion", "loss_scale_optimizer", "nadam",
    "optimizer", "rmsprop", "sgd",
)  # fmt: skip
OLD_CLASSES = {
    "AtrousConvolution2D": "Conv2D", "AvgPool1D": "AveragePooling1D",
    "AvgPool2D": "AveragePooling2D", "AvgPool3D": "AveragePooling3D", "Convolution1D": "Conv1D",
    "Convolution2D": "Conv2D", "Convolution2DTranspose": "Conv2DTranspose",
    "Convolution3D": "Conv3D", "CuDNNGRU": "GRU", "CuDNNLSTM": "LSTM",
    "Deconvolution2D": "Conv2DTranspose", "GlobalAvgPool1D": "GlobalAveragePooling1D",
    "GlobalAvgPool2D": "GlobalAveragePooling2D", "GlobalAvgPool3D": "GlobalAveragePooling3D",
    "GlobalMaxPool1D": "GlobalMaxPooling1D", "GlobalMaxPool2D": "GlobalMaxPooling2D",
    "GlobalMaxPool3D": "GlobalMaxPooling3D", "MaxPool1D": "MaxPooling1D",
    "MaxPool2D": "MaxPooling2D", "MaxPool3D": "MaxPooling3D",
    "SeparableConvolution1D": "SeparableConv1D", "SeparableConvolution2D": "SeparableConv2D",
    "BatchNormalizationV1": "BatchNormalization", "BatchNormalizationV2": "BatchNormalization",
    "MultiheadAttention": "MultiHeadAttention",
}  # fmt: skip
_SHARED_WITH_TENSORFLOW = ("initializers", "losses", "metrics", "optimizers")


def register(library: Library) -> None:
    _rename_packages(library.renames)
    _rename_layers(library.renames)
    _rename_models(library.renames)
    _rename_helpers(library.renames)
    library.families.update(
        {
            "keras.layers": LAYER,
            MODEL: MODEL,
            SEQUENTIAL: MODEL,
            "keras.applications": MODEL,
            "keras.models.load_model": MODEL,
            "keras.models.clone_model": MODEL,
            "keras.models.model_from_json": MODEL,
            "keras.optimizers": OPTIMISER,
            "keras.optimizers.schedules": "keras.optimizers.schedules.LearningRateSchedule",
            "keras.losses": LOSS,
            "keras.metrics": METRIC,
            TAPE: TAPE,
        }
    )
    library.instance_calls[LAYER] = "call"
    library.instance_calls[MODEL] = "call"
    library.instance_calls[LOSS] = "call"


def _rename_packages(renames: dict[str, str]) -> None:
    for root in _ROOTS:
        renames[root] = "keras"
    renames["tensorflow.compat.v1"] = "tensorflow"
    renames["tensorflow.compat.v2"] = "tensorflow"
    for name in _SHARED_WITH_TENSORFLOW:
        renames[f"tensorflow.{name}"] = f"keras.{name}"
    renames["tensorflow.python.ops.numpy_ops"] = "tensorflow.experimental.numpy"
    renames["tensorflow.math.softmax"] = "tensorflow.nn.softmax"
    renames["tensorflow.contrib.keras"] = "keras"


def _rename_layers(renames: dict[str, str]) -> None:
    for file in _LAYER_FILES:
        renames[f"keras.layers.{file}"] = "keras.layers"
    for folder, files in _LAYER_MODULES.items():
        for file in files:
            renames[f"keras.layers.{folder}.{file}"] = "keras.layers"
    renames["keras.layers.experimental.preprocessing"] = "keras.layers"
    renames["keras.layers.experimental"] = "keras.layers"
    renames["keras.layers.activation.Activation"] = "keras.layers.Activation"
    for old, new in OLD_CLASSES.items():
        renames[f"keras.layers.{old}"] = f"keras.layers.{new}"
    renames["keras.layers.Input"] = INPUT
    renames["keras.Layer"] = LAYER
    renames["keras.engine.Layer"] = LAYER
    renames["keras.engine.topology"] = "keras.layers"
    renames["keras.engine.base_layer"] = "keras.layers"
    renames["keras.engine.input_layer"] = "keras.layers"


def _rename_models(renames: dict[str, str]) -> None:
    for path in ("keras.models.Model", "keras.models.Functional", "keras.engine.training.Model",
                 "keras.engine.Model", "keras.engine.functional.Functional",
                 "keras.models.model.Model", "keras.models.functional.Functional",
                 "keras.engine.training_v1.Model"):  # fmt: skip
        renames[path] = MODEL
    for path in ("keras.models.Sequential", "keras.engine.sequential.Sequential",
                 "keras.models.sequential.Sequential"):  # fmt: skip
        renames[path] = SEQUENTIAL
    renames["keras.engine.input_layer.Input"] = INPUT
    renames["keras.engine.Input"] = INPUT
    for file in _OPTIMISER_FILES:
        renames[f"keras.optimizers.{file}"] = "keras.optimizers"
    renames["keras.optimizers.optimizer_v2"] = "keras.optimizers"
    renames["keras.optimizer_v2"] = "keras.optimizers"
    for file in _OPTIMISER_FILES:
        renames[f"keras.optimizer_v2.{file}"] = "keras.optimizers"
    renames["tensorflow.train.experimental.enable_mixed_precision_graph_rewrite"] = (
        "keras.optimizers.LossScaleOptimizer"
    )


def _rename_helpers(renames: dict[str, str]) -> None:
    for file in ("np_utils", "numerical_utils", "generic_utils", "all_utils", "vis_utils",
                 "data_utils", "layer_utils"):  # fmt: skip
        renames[f"keras.utils.{file}"] = "keras.utils"
    renames["keras.preprocessing.sequence.pad_sequences"] = "keras.utils.pad_sequences"
    renames["keras.preprocessing.image_dataset_from_directory"] = (
        "keras.utils.image_dataset_from_directory"
    )
    renames["keras.preprocessing.text_dataset_from_directory"] = (
        "keras.utils.text_dataset_from_directory"
    )
    for module in ("losses", "metrics", "regularizers", "activations"):
        renames[f"keras.{module}.{module}"] = f"keras.{module}"
    renames["keras.objectives"] = "keras.losses"
    renames["keras.regularizers.L1L2"] = "keras.regularizers.l1_l2"
    renames["keras.regularizers.L1"] = "keras.regularizers.l1"
    renames["keras.regularizers.L2"] = "keras.regularizers.l2"
    for kind in ("initializers", "random_initializers", "constant_initializers",
                 "initializers_v2"):  # fmt: skip
        renames[f"keras.initializers.{kind}"] = "keras.initializers"
