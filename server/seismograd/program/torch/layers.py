"""Layers of `torch.nn`: what each computes and what its parameters are called."""

from __future__ import annotations

from dataclasses import dataclass, field

from seismograd.program.settings import Setting, setting
from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library
from seismograd.source.evaluate.values import Object, Sequence, Tensor, Value

Parameter = tuple[int | None, str, object]
"""Position, library name and default of a parameter; a default of `...` means none."""


@dataclass(frozen=True, slots=True)
class LayerSpec:
    """The operation that a layer is and its parameters under neutral names."""

    op: str
    parameters: dict[str, Parameter] = field(default_factory=dict)


def _conv(transposed: bool = False) -> dict[str, Parameter]:
    names = ["in_units", "units", "kernel_size", "stride", "padding"]
    names += (["output_padding", "groups", "use_bias", "dilation"] if transposed
              else ["dilation", "groups", "use_bias", "padding_mode"])  # fmt: skip
    library = {"in_units": ("in_channels", ...), "units": ("out_channels", ...),
               "kernel_size": ("kernel_size", ...), "stride": ("stride", 1),
               "padding": ("padding", 0), "dilation": ("dilation", 1), "groups": ("groups", 1),
               "use_bias": ("bias", True), "padding_mode": ("padding_mode", "zeros"),
               "output_padding": ("output_padding", 0)}  # fmt: skip
    return {name: (index, *library[name]) for index, name in enumerate(names)}


def _lazy(parameters: dict[str, Parameter]) -> dict[str, Parameter]:
    """Lazy layers find out for themselves how wide their input is."""
    return {
        name: (None if index is None else index - 1, library, default)
        for name, (index, library, default) in parameters.items()
        if name != "in_units"
    }


def _pool(*extra: str) -> dict[str, Parameter]:
    found: dict[str, Parameter] = {
        "kernel_size": (0, "kernel_size", ...),
        "stride": (1, "stride", None),
        "padding": (2, "padding", 0),
    }
    for index, name in enumerate(extra, start=3):
        found[name] = (index, name, {"dilation": 1, "ceil_mode": False}.get(name, False))
    return found


def _norm() -> dict[str, Parameter]:
    return {
        "num_features": (0, "num_features", ...),
        "eps": (1, "eps", 1e-5),
        "momentum": (2, "momentum", 0.1),
        "affine": (3, "affine", True),
        "track_running_stats": (4, "track_running_stats", True),
    }


_DROPOUT: dict[str, Parameter] = {"rate": (0, "p", 0.5), "inplace": (1, "inplace", False)}
_DIM: dict[str, Parameter] = {"dim": (0, "dim", None)}
_RECURRENT: dict[str, Parameter] = {
    "in_units": (0, "input_size", ...),
    "units": (1, "hidden_size", ...),
    "num_layers": (2, "num_layers", 1),
    "use_bias": (3, "bias", True),
    "batch_first": (4, "batch_first", False),
    "rate": (5, "dropout", 0.0),
    "bidirectional": (6, "bidirectional", False),
}
_TRANSFORMER: dict[str, Parameter] = {
    "units": (0, "d_model", ...),
    "heads": (1, "nhead", ...),
    "feed_forward": (2, "dim_feedforward", 2048),
    "rate": (3, "dropout", 0.1),
    "batch_first": (6, "batch_first", False),
}
_ACTIVATIONS = {
    "CELU": "celu", "ELU": "elu", "GELU": "gelu", "GLU": "glu", "Hardsigmoid": "hard_sigmoid",
    "Hardswish": "hard_swish", "Hardtanh": "hardtanh", "LeakyReLU": "leaky_relu",
    "LogSigmoid": "log_sigmoid", "Mish": "mish", "PReLU": "prelu", "ReLU": "relu",
    "Hardshrink": "softshrink", "ReLU6": "relu6", "RReLU": "rrelu", "SELU": "selu",
    "SiLU": "silu", "Sigmoid": "sigmoid",
    "Softplus": "softplus", "Softshrink": "softshrink", "Softsign": "softsign", "Tanh": "tanh",
    "Tanhshrink": "tanhshrink", "Threshold": "threshold",
}  # fmt: skip

_BEFORE_INPLACE = {"CELU": 1, "ELU": 1, "Hardtanh": 2, "LeakyReLU": 1, "RReLU": 2,
                   "Threshold": 2}  # fmt: skip
_SLOPES = {"LeakyReLU": ("negative_slope", 0.01), "ELU": ("alpha", 1.0), "CELU": ("alpha", 1.0),
           "PReLU": ("num_parameters", 1), "Softplus": ("beta", 1.0)}  # fmt: skip
_WITHOUT_INPLACE = frozenset(
    {"GELU", "GLU", "LogSigmoid", "PReLU", "Sigmoid", "Softplus", "Softshrink", "Softsign", "Tanh",
     "Tanhshrink"}
)  # fmt: skip


def _activation(name: str) -> dict[str, Parameter]:
    found: dict[str, Parameter] = {}
    if name in _SLOPES:
        library_name, default = _SLOPES[name]
        found["slope"] = (0, library_name, default)
    if name == "GLU":
        found["dim"] = (0, "dim", -1)
    if name not in _WITHOUT_INPLACE:
        found["inplace"] = (_BEFORE_INPLACE.get(name, 0), "inplace", False)
    return found


LAYERS: dict[str, LayerSpec] = {
    "Linear": LayerSpec("dense", {"in_units": (0, "in_features", ...),
                                  "units": (1, "out_features", ...),
                                  "use_bias": (2, "bias", True)}),
    "LazyLinear": LayerSpec("dense", {"units": (0, "out_features", ...),
                                      "use_bias": (1, "bias", True)}),
    "Bilinear": LayerSpec("bilinear", {"units": (2, "out_features", ...)}),
    "Identity": LayerSpec("identity"),
    "Embedding": LayerSpec("embedding", {"in_units": (0, "num_embeddings", ...),
                                         "units": (1, "embedding_dim", ...),
                                         "padding_idx": (2, "padding_idx", None)}),
    "EmbeddingBag": LayerSpec("embedding", {"in_units": (0, "num_embeddings", ...),
                                            "units": (1, "embedding_dim", ...)}),
    "Flatten": LayerSpec("flatten", {"start_dim": (0, "start_dim", 1),
                                     "end_dim": (1, "end_dim", -1)}),
    "Unflatten": LayerSpec("unflatten", {"dim": (0, "dim", ...),
                                         "sizes": (1, "unflattened_size", ...)}),
    "Upsample": LayerSpec("upsample", {"size": (0, "size", None),
                                       "scale_factor": (1, "scale_factor", None)}),
    "UpsamplingBilinear2d": LayerSpec("upsample", {"size": (0, "size", None),
                                                   "scale_factor": (1, "scale_factor", None)}),
    "UpsamplingNearest2d": LayerSpec("upsample", {"size": (0, "size", None),
                                                  "scale_factor": (1, "scale_factor", None)}),
    "PixelUnshuffle": LayerSpec("pixel_unshuffle"),
    "ChannelShuffle": LayerSpec("identity"),
    "Unfold": LayerSpec("unfold", {"kernel_size": (0, "kernel_size", ...)}),
    "Fold": LayerSpec("fold"),
    "CosineSimilarity": LayerSpec("similarity", {"dim": (0, "dim", 1)}),
    "PairwiseDistance": LayerSpec("pairwise"),
    "LPPool2d": LayerSpec("lp_pool"),
    "PixelShuffle": LayerSpec("pixel_shuffle", {"factor": (0, "upscale_factor", ...)}),
    "LayerNorm": LayerSpec("layer_norm", {"normalized_shape": (0, "normalized_shape", ...),
                                          "eps": (1, "eps", 1e-5)}),
    "RMSNorm": LayerSpec("rms_norm", {"normalized_shape": (0, "normalized_shape", ...)}),
    "GroupNorm": LayerSpec("group_norm", {"groups": (0, "num_groups", ...),
                                          "num_features": (1, "num_channels", ...)}),
    "LocalResponseNorm": LayerSpec("local_response_norm"),
    "MultiheadAttention": LayerSpec("attention", {"units": (0, "embed_dim", ...),
                                                  "heads": (1, "num_heads", ...),
                                                  "rate": (2, "dropout", 0.0),
                                                  "batch_first": (8, "batch_first", False)}),
    "TransformerEncoderLayer": LayerSpec("transformer", _TRANSFORMER),
    "TransformerDecoderLayer": LayerSpec("transformer", _TRANSFORMER),
    "TransformerEncoder": LayerSpec("transformer"),
    "TransformerDecoder": LayerSpec("transformer"),
    "Transformer": LayerSpec("transformer", {"units": (0, "d_model", 512),
                                             "batch_first": (10, "batch_first", False)}),
    "Softmax": LayerSpec("softmax", _DIM),
    "Softmax2d": LayerSpec("softmax"),
    "LogSoftmax": LayerSpec("log_softmax", _DIM),
    "Softmin": LayerSpec("softmin", _DIM),
    "RNN": LayerSpec("recurrent", _RECURRENT | {"batch_first": (None, "batch_first", False),
                                                "bidirectional": (None, "bidirectional", False),
                                                "use_bias": (None, "bias", True),
                                                "rate": (None, "dropout", 0.0)}),
    "LSTM": LayerSpec("recurrent", _RECURRENT),
    "GRU": LayerSpec("recurrent", _RECURRENT),
    "RNNCell": LayerSpec("recurrent", {k: _RECURRENT[k] for k in ("in_units", "units")}),
    "LSTMCell": LayerSpec("recurrent", {k: _RECURRENT[k] for k in ("in_units", "units")}),
    "GRUCell": LayerSpec("recurrent", {k: _RECURRENT[k] for k in ("in_units", "units")}),
    **{f"Conv{n}d": LayerSpec("conv", _conv()) for n in (1, 2, 3)},
    **{f"LazyConv{n}d": LayerSpec("conv", _lazy(_conv())) for n in (1, 2, 3)},
    **{f"ConvTranspose{n}d": LayerSpec("conv_transpose", _conv(True)) for n in (1, 2, 3)},
    **{f"MaxPool{n}d": LayerSpec("max_pool", _pool("dilation", "return_indices", "ceil_mode"))
       for n in (1, 2, 3)},
    **{f"AvgPool{n}d": LayerSpec("avg_pool", _pool("ceil_mode")) for n in (1, 2, 3)},
    **{f"Adaptive{kind}Pool{n}d": LayerSpec("adaptive_pool", {"size": (0, "output_size", ...)})
       for n in (1, 2, 3) for kind in ("Avg", "Max")},
    **{f"BatchNorm{n}d": LayerSpec("batch_norm", _norm()) for n in (1, 2, 3)},
    "SyncBatchNorm": LayerSpec("batch_norm", _norm()),
    **{f"LazyBatchNorm{n}d": LayerSpec("batch_norm") for n in (1, 2, 3)},
    **{f"InstanceNorm{n}d": LayerSpec("instance_norm", _norm()) for n in (1, 2, 3)},
    **{name: LayerSpec("dropout", _DROPOUT)
       for name in ("Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout",
                    "FeatureAlphaDropout")},
    **{f"{kind}Pad{n}d": LayerSpec("pad", {"padding": (0, "padding", ...)})
       for kind in ("Zero", "Reflection", "Replication", "Constant", "Circular")
       for n in (1, 2, 3)},
    **{name: LayerSpec(op, _activation(name)) for name, op in _ACTIVATIONS.items()},
}  # fmt: skip


def register(library: Library) -> None:
    for name in LAYERS:
        library.object_calls[f"torch.nn.{name}"] = apply_layer
        if not name.startswith("Lazy"):
            library.final_classes.add(f"torch.nn.{name}")


def spec_of(path: str) -> LayerSpec | None:
    """What is known of a layer class, by canonical name."""
    head, _, name = path.rpartition(".")
    return LAYERS.get(name) if head == "torch.nn" else None


def layer_settings(path: str, call: Call) -> dict[str, Setting]:
    """The parameters of a layer under neutral names."""
    spec = spec_of(path)
    if spec is None:
        return {}
    found = {}
    for neutral, (index, name, default) in spec.parameters.items():
        found[neutral] = setting(call, index, name, None if default is ... else default)
    return found


def apply_layer(call: Call) -> Value | None:
    """Run a layer on its input."""
    layer = call.receiver
    if not isinstance(layer, Object):
        return None
    spec = spec_of(layer.path)
    if spec is None:
        return None
    inputs = tuple(argument.value for argument in call.positional) or tuple(
        argument.value for argument in call.keywords.values()
    )
    result = operate(spec.op, inputs, call, layer=layer, built=layer.call)
    return _with_state(layer.path, result, call)


def _with_state(path: str, result: Tensor, call: Call) -> Value:
    """Recurrent layers and attention give more than their output."""
    name = path.rpartition(".")[2]
    if name in ("RNN", "GRU"):
        return Sequence("tuple", [result, operate("state", (result,), call)], call.place)
    if name in ("LSTM", "LSTMCell"):
        states: list[Value] = [operate("state", (result,), call), operate("state", (result,), call)]
        if name == "LSTMCell":
            return Sequence("tuple", [result, states[1]], call.place)
        return Sequence("tuple", [result, Sequence("tuple", states, call.place)], call.place)
    if name == "MultiheadAttention":
        weights = operate("attention_weights", (result,), call)
        return Sequence("tuple", [result, weights], call.place)
    return result
