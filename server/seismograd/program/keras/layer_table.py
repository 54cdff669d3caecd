"""The layers of Keras: the operation that each is, and its parameters under neutral names."""

from __future__ import annotations

from dataclasses import dataclass, field

from seismograd.program.keras.activations import CUSTOM, LAYERS
from seismograd.program.settings import Setting
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.values import (
    Symbol,
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """Position, names and default of a parameter; older names come after the current one."""

    index: int | None
    names: tuple[str, ...]
    default: object = None

    def find(self, call: Call) -> Argument | None:
        for name in self.names:
            if name in call.keywords:
                return call.keywords[name]
        return call.argument(self.index, self.names[0])

    def setting(self, neutral: str, call: Call) -> Setting:
        found = self.find(call)
        if found is None:
            return Setting(neutral, Symbol("?") if call.open else None, call.place, self.default)
        return Setting(neutral, found.value, found.place, self.default)


Parameters = dict[str, Parameter]


@dataclass(frozen=True, slots=True)
class LayerSpec:
    """The operation that a layer is and its parameters under neutral names."""

    op: str
    parameters: Parameters = field(default_factory=dict)
    activates: bool = False
    """Whether its `activation` is applied to what it computes."""


def _at(index: int | None, *names: str, default: object = None) -> Parameter:
    return Parameter(index, names, default)


_WEIGHTS: Parameters = {
    "use_bias": _at(None, "use_bias", "bias", default=True),
    "kernel_initializer": _at(None, "kernel_initializer", "init", "depthwise_initializer",
                              default="glorot_uniform"),
    "bias_initializer": _at(None, "bias_initializer", default="zeros"),
    "kernel_regularizer": _at(None, "kernel_regularizer", "W_regularizer",
                              "depthwise_regularizer"),
    "bias_regularizer": _at(None, "bias_regularizer", "b_regularizer"),
    "activity_regularizer": _at(None, "activity_regularizer"),
    "kernel_constraint": _at(None, "kernel_constraint", "W_constraint"),
    "input_shape": _at(None, "input_shape", "batch_input_shape"),
    "input_dim": _at(None, "input_dim"),
}  # fmt: skip


def _weights(first: int) -> Parameters:
    """Weight parameters where they follow the activation in this order."""
    order = ("use_bias", "kernel_initializer", "bias_initializer", "kernel_regularizer",
             "bias_regularizer", "activity_regularizer", "kernel_constraint")  # fmt: skip
    places = {name: first + offset for offset, name in enumerate(order)}
    return {
        name: Parameter(places.get(name), parameter.names, parameter.default)
        for name, parameter in _WEIGHTS.items()
    }


_DENSE: Parameters = {
    "units": _at(0, "units", "output_dim"),
    "activation": _at(1, "activation"),
    **_weights(2),
}


def _conv(rank: int, transposed: bool = False) -> Parameters:
    found: Parameters = {
        "units": _at(0, "filters", "nb_filter"),
        "kernel_size": _at(1, "kernel_size", "filter_length"),
        "stride": _at(2, "strides", "subsample", "subsample_length", default=1),
        "padding": _at(3, "padding", "border_mode", default="valid"),
    }
    if transposed:
        rest = ["output_padding", "data_format", "dilation", "activation"]
        if rank == 3:
            rest[:2] = rest[1::-1]
    else:
        rest = ["data_format", "dilation", "groups", "activation"]
    library = {"data_format": _at(None, "data_format", "dim_ordering"),
               "dilation": _at(None, "dilation_rate", "atrous_rate", default=1),
               "groups": _at(None, "groups", default=1),
               "activation": _at(None, "activation"),
               "output_padding": _at(None, "output_padding")}  # fmt: skip
    for index, name in enumerate(rest, start=4):
        found[name] = Parameter(index, library[name].names, library[name].default)
    return {**found, **_weights(4 + len(rest))}


def _depthwise(separable: bool) -> Parameters:
    shift = 1 if separable else 0
    found: Parameters = {
        "kernel_size": _at(shift, "kernel_size"),
        "stride": _at(1 + shift, "strides", default=1),
        "padding": _at(2 + shift, "padding", default="valid"),
        "depth_multiplier": _at(6 if separable else 3, "depth_multiplier", default=1),
        "data_format": _at(4, "data_format"),
        "dilation": _at(5, "dilation_rate", default=1),
        "activation": _at(6 + shift, "activation"),
    }
    if separable:
        found["units"] = _at(0, "filters")
    return {**found, **_WEIGHTS}


def _pool() -> Parameters:
    return {
        "kernel_size": _at(0, "pool_size", "pool_length", default=2),
        "stride": _at(1, "strides", "stride"),
        "padding": _at(2, "padding", "border_mode", default="valid"),
        "data_format": _at(3, "data_format", "dim_ordering"),
    }


_GLOBAL: Parameters = {"data_format": _at(0, "data_format"),
                       "keepdims": _at(1, "keepdims", default=False)}  # fmt: skip


def _recurrent(*, gated: bool) -> Parameters:
    order = ["units", "activation"] + (["recurrent_activation"] if gated else [])
    order += ["use_bias", "kernel_initializer", "recurrent_initializer", "bias_initializer"]
    library: Parameters = {
        **_WEIGHTS,
        "units": _at(None, "units", "output_dim"),
        "activation": _at(None, "activation", default="tanh"),
        "recurrent_activation": _at(None, "recurrent_activation", "inner_activation",
                                    default="sigmoid"),
        "recurrent_initializer": _at(None, "recurrent_initializer", "inner_init",
                                     default="orthogonal"),
        "recurrent_regularizer": _at(None, "recurrent_regularizer", "U_regularizer"),
        "rate": _at(None, "dropout", "dropout_W", default=0.0),
        "recurrent_rate": _at(None, "recurrent_dropout", "dropout_U", default=0.0),
        "return_sequences": _at(None, "return_sequences", default=False),
        "return_state": _at(None, "return_state", default=False),
        "stateful": _at(None, "stateful", default=False),
    }  # fmt: skip
    for index, name in enumerate(order):
        library[name] = Parameter(index, library[name].names, library[name].default)
    return library


_DROPOUT: Parameters = {"rate": _at(0, "rate", "p"), "noise_shape": _at(1, "noise_shape")}
_BATCH_NORM: Parameters = {
    "dim": _at(0, "axis", default=-1),
    "momentum": _at(1, "momentum", default=0.99),
    "eps": _at(2, "epsilon", default=1e-3),
    "center": _at(3, "center", default=True),
    "scale": _at(4, "scale", default=True),
}
_CONV_LSTM: Parameters = {
    **_recurrent(gated=True),
    "units": _at(0, "filters"),
    "kernel_size": _at(1, "kernel_size"),
    "stride": _at(2, "strides", default=1),
    "padding": _at(3, "padding", default="valid"),
    "activation": _at(6, "activation", default="tanh"),
    "recurrent_activation": _at(7, "recurrent_activation", default="sigmoid"),
    "use_bias": _at(8, "use_bias", default=True),
    "kernel_initializer": _at(9, "kernel_initializer", default="glorot_uniform"),
    "recurrent_initializer": _at(10, "recurrent_initializer", default="orthogonal"),
    "bias_initializer": _at(11, "bias_initializer", default="zeros"),
}
_EMBEDDING: Parameters = {
    "in_units": _at(0, "input_dim"),
    "units": _at(1, "output_dim"),
    "kernel_initializer": _at(2, "embeddings_initializer", "init", default="uniform"),
    "kernel_regularizer": _at(3, "embeddings_regularizer"),
    "mask_zero": _at(None, "mask_zero", default=False),
    "input_length": _at(None, "input_length"),
    "input_shape": _at(None, "input_shape", "batch_input_shape"),
}
_ATTENTION: Parameters = {
    **_WEIGHTS,
    "heads": _at(0, "num_heads"),
    "key_dim": _at(1, "key_dim"),
    "value_dim": _at(2, "value_dim"),
    "rate": _at(3, "dropout", default=0.0),
    "output_shape": _at(5, "output_shape"),
}
_AUGMENTING = (
    "AugMix", "AutoContrast", "CutMix", "Equalization", "MixUp", "RandAugment",
    "RandomBrightness", "RandomColorDegeneration", "RandomColorJitter", "RandomContrast",
    "RandomElasticTransform", "RandomErasing", "RandomFlip", "RandomGaussianBlur",
    "RandomGrayscale", "RandomHue", "RandomInvert", "RandomPerspective", "RandomPosterization",
    "RandomRotation", "RandomSaturation", "RandomSharpness", "RandomShear", "RandomTranslation",
    "RandomZoom", "Solarization",
)  # fmt: skip
_CODING = ("CategoryEncoding", "Discretization", "HashedCrossing", "Hashing", "IntegerLookup",
           "StringLookup", "TextVectorization")  # fmt: skip
_MERGING = {
    "Add": "add", "Average": "average", "Concatenate": "cat", "Dot": "dot",
    "Maximum": "maximum", "Minimum": "minimum", "Multiply": "mul", "Subtract": "sub",
}  # fmt: skip

SPECS: dict[str, LayerSpec] = {
    "Dense": LayerSpec("dense", _DENSE, True),
    "EinsumDense": LayerSpec("dense", {"equation": _at(0, "equation"),
                                       "output_shape": _at(1, "output_shape"),
                                       "activation": _at(2, "activation"), **_WEIGHTS}, True),
    "Embedding": LayerSpec("embedding", _EMBEDDING),
    "Flatten": LayerSpec("flatten", {"data_format": _at(0, "data_format")}),
    "Reshape": LayerSpec("reshape", {"sizes": _at(0, "target_shape"),
                                     "input_shape": _at(None, "input_shape")}),
    "Permute": LayerSpec("permute", {"dims": _at(0, "dims"),
                                     "input_shape": _at(None, "input_shape")}),
    "RepeatVector": LayerSpec("repeat_vector", {"times": _at(0, "n")}),
    "Masking": LayerSpec("identity", {"mask_value": _at(0, "mask_value", default=0.0)}),
    "Identity": LayerSpec("identity"),
    "ActivityRegularization": LayerSpec("identity"),
    "Rescaling": LayerSpec("rescale", {"scale": _at(0, "scale"),
                                       "offset": _at(1, "offset", default=0.0),
                                       "input_shape": _at(None, "input_shape")}),
    "Normalization": LayerSpec("standardise", {"dim": _at(0, "axis", default=-1)}),
    "Resizing": LayerSpec("resize", {"height": _at(0, "height"), "width": _at(1, "width")}),
    "CenterCrop": LayerSpec("resize", {"height": _at(0, "height"), "width": _at(1, "width")}),
    "RandomCrop": LayerSpec("resize", {"height": _at(0, "height"), "width": _at(1, "width")}),
    "GaussianNoise": LayerSpec("noise", {"rate": _at(0, "stddev")}),
    "BatchNormalization": LayerSpec("batch_norm", _BATCH_NORM),
    "LayerNormalization": LayerSpec("layer_norm", {"dim": _at(0, "axis", default=-1),
                                                   "eps": _at(1, "epsilon", default=1e-3)}),
    "RMSNormalization": LayerSpec("rms_norm", {"dim": _at(0, "axis", default=-1)}),
    "UnitNormalization": LayerSpec("normalize", {"dim": _at(0, "axis", default=-1)}),
    "GroupNormalization": LayerSpec("group_norm", {"groups": _at(0, "groups", default=32),
                                                   "dim": _at(1, "axis", default=-1)}),
    "MultiHeadAttention": LayerSpec("attention", _ATTENTION),
    "GroupQueryAttention": LayerSpec("attention", _ATTENTION),
    "Attention": LayerSpec("attention"),
    "AdditiveAttention": LayerSpec("attention"),
    "LSTM": LayerSpec("recurrent", _recurrent(gated=True)),
    "GRU": LayerSpec("recurrent", _recurrent(gated=True)),
    "SimpleRNN": LayerSpec("recurrent", _recurrent(gated=False)),
    "RNN": LayerSpec("recurrent", {"cell": _at(0, "cell"),
                                   "return_sequences": _at(1, "return_sequences", default=False),
                                   "return_state": _at(2, "return_state", default=False)}),
    "Bidirectional": LayerSpec("recurrent", {"merge_mode": _at(1, "merge_mode",
                                                               default="concat"),
                                             "input_shape": _at(None, "input_shape")}),
    **{f"ConvLSTM{n}D": LayerSpec("recurrent", _CONV_LSTM) for n in (1, 2, 3)},
    **{f"Conv{n}D": LayerSpec("conv", _conv(n), True) for n in (1, 2, 3)},
    **{f"Conv{n}DTranspose": LayerSpec("conv_transpose", _conv(n, True), True)
       for n in (1, 2, 3)},
    **{f"SeparableConv{n}D": LayerSpec("conv", _depthwise(True), True) for n in (1, 2)},
    **{f"DepthwiseConv{n}D": LayerSpec("conv", _depthwise(False), True) for n in (1, 2)},
    **{f"LocallyConnected{n}D": LayerSpec("conv", _conv(n), True) for n in (1, 2)},
    **{f"MaxPooling{n}D": LayerSpec("max_pool", _pool()) for n in (1, 2, 3)},
    **{f"AveragePooling{n}D": LayerSpec("avg_pool", _pool()) for n in (1, 2, 3)},
    **{f"Global{kind}Pooling{n}D": LayerSpec("adaptive_pool", _GLOBAL)
       for kind in ("Average", "Max") for n in (1, 2, 3)},
    **{f"Adaptive{kind}Pooling{n}D": LayerSpec("adaptive_pool", {"size": _at(0, "output_size")})
       for kind in ("Average", "Max") for n in (1, 2, 3)},
    **{f"UpSampling{n}D": LayerSpec("upsample", {"scale_factor": _at(0, "size", default=2)})
       for n in (1, 2, 3)},
    **{f"ZeroPadding{n}D": LayerSpec("pad", {"padding": _at(0, "padding", default=1),
                                             "input_shape": _at(None, "input_shape")})
       for n in (1, 2, 3)},
    **{f"Cropping{n}D": LayerSpec("crop", {"cropping": _at(0, "cropping")}) for n in (1, 2, 3)},
    **{name: LayerSpec("dropout", _DROPOUT)
       for name in ("AlphaDropout", "Dropout", "GaussianDropout", "SpatialDropout1D",
                    "SpatialDropout2D", "SpatialDropout3D")},
    **{name: LayerSpec("augment", {"input_shape": _at(None, "input_shape")})
       for name in _AUGMENTING},
    **{name: LayerSpec("encode", {"output_mode": _at(None, "output_mode")}) for name in _CODING},
    **{name: LayerSpec(op, {"dim": _at(0, "axis", "axes", default=-1)})
       for name, op in _MERGING.items()},
    **{name: LayerSpec(op, {"dim": _at(0, "axis", default=-1)} if name == "Softmax" else {})
       for name, op in LAYERS.items()},
    "Activation": LayerSpec(CUSTOM, {"activation": _at(0, "activation")}),
}  # fmt: skip
