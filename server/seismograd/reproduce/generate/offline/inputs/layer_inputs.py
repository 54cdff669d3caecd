"""What a layer takes, by what it is called; sizes are read from the layer itself when it runs."""

from __future__ import annotations

from collections.abc import Callable

from seismograd.reproduce.generate.offline.inputs.tensors import Kind, TensorSpec

_Made = Callable[[str], TensorSpec]


def _floats(*sizes: str, is_sure: bool = True) -> _Made:
    def made(path: str) -> TensorSpec:
        named = tuple(f"{path}{size}" if size.startswith(".") else size for size in sizes)
        return TensorSpec(Kind.FLOAT, named, is_sure=is_sure)

    return made


def _indices(limit: str) -> _Made:
    return lambda path: TensorSpec(Kind.WHOLE, ("BATCH", "LENGTH"), f"{path}{limit}", is_sure=True)


_IMAGE = ("HEIGHT", "WIDTH")
LAYERS: dict[str, _Made] = {
    "Linear": _floats("BATCH", ".in_features", is_sure=False),
    "LazyLinear": _floats("BATCH", "FEATURES", is_sure=False),
    "Bilinear": _floats("BATCH", ".in1_features", is_sure=False),
    "Conv1d": _floats("BATCH", ".in_channels", "SIZE"),
    "Conv2d": _floats("BATCH", ".in_channels", *_IMAGE),
    "Conv3d": _floats("BATCH", ".in_channels", "8", *_IMAGE),
    "ConvTranspose1d": _floats("BATCH", ".in_channels", "SIZE"),
    "ConvTranspose2d": _floats("BATCH", ".in_channels", *_IMAGE),
    "BatchNorm1d": _floats("BATCH", ".num_features", is_sure=False),
    "BatchNorm2d": _floats("BATCH", ".num_features", *_IMAGE),
    "InstanceNorm2d": _floats("BATCH", ".num_features", *_IMAGE),
    "GroupNorm": _floats("BATCH", ".num_channels", *_IMAGE, is_sure=False),
    "LayerNorm": _floats("BATCH", "LENGTH", "*{path}.normalized_shape", is_sure=False),
    "RMSNorm": _floats("BATCH", "LENGTH", "*{path}.normalized_shape", is_sure=False),
    "LSTM": _floats("BATCH", "LENGTH", ".input_size"),
    "GRU": _floats("BATCH", "LENGTH", ".input_size"),
    "RNN": _floats("BATCH", "LENGTH", ".input_size"),
    "LSTMCell": _floats("BATCH", ".input_size"),
    "GRUCell": _floats("BATCH", ".input_size"),
    "MultiheadAttention": _floats("BATCH", "LENGTH", ".embed_dim"),
    "TransformerEncoderLayer": _floats("BATCH", "LENGTH", ".self_attn.embed_dim"),
    "TransformerEncoder": _floats("BATCH", "LENGTH", ".layers[0].self_attn.embed_dim"),
    "Embedding": _indices(".num_embeddings"),
    "EmbeddingBag": _indices(".num_embeddings"),
    "MaxPool2d": _floats("BATCH", "CHANNELS", *_IMAGE),
    "AvgPool2d": _floats("BATCH", "CHANNELS", *_IMAGE),
}
KERAS_LAYERS: dict[str, _Made] = {
    "Conv1D": _floats("BATCH", "SIZE", "FEATURES"),
    "Conv2D": _floats("BATCH", "HEIGHT", "WIDTH", "CHANNELS"),
    "Dense": _floats("BATCH", "FEATURES", is_sure=False),
    "Embedding": _indices(".input_dim"),
    "LSTM": _floats("BATCH", "LENGTH", "FEATURES"),
    "GRU": _floats("BATCH", "LENGTH", "FEATURES"),
    "SimpleRNN": _floats("BATCH", "LENGTH", "FEATURES"),
    "MultiHeadAttention": _floats("BATCH", "LENGTH", "FEATURES"),
    "LayerNormalization": _floats("BATCH", "LENGTH", "FEATURES", is_sure=False),
    "BatchNormalization": _floats("BATCH", "FEATURES", is_sure=False),
}
"""They take their sizes from what they are called with first."""
KEEP_SHAPE = {
    "Dropout", "Dropout2d", "ReLU", "GELU", "SiLU", "Tanh", "Sigmoid", "LeakyReLU", "Identity",
    "ELU", "Softmax", "Flatten", "Unflatten", "Rescaling", "Normalization",
}  # fmt: skip
"""What stands before a layer without saying anything about its input."""


def layer_takes(name: str, path: str, is_keras: bool = False) -> TensorSpec | None:
    """For a layer of a framework that stands at `path`, such as `model.body[0]`."""
    made = (KERAS_LAYERS if is_keras else LAYERS).get(name)
    if made is None:
        return None
    spec = made(path)
    sizes = tuple(size.replace("{path}", path) for size in spec.sizes)
    return TensorSpec(spec.kind, sizes, spec.below, spec.is_sure)
