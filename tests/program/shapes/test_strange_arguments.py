"""Whatever is written, shape inference answers; it never raises."""

from __future__ import annotations

import logging

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.program.reading import value_of

ARGUMENTS = [
    "0", "-1", "1", "2", "3", "-7", "10**30", "1.5", "float('inf')", "float('nan')", "None",
    "True", "'same'", "'x'", "()", "(1,)", "(2, 3)", "[0, 1]", "(-1, -1)", "unknown", "x",
    "x.shape", "x.size(0)", "...", "*args", "dim=1", "dim=(0, 1)", "keepdim=True", "size=(2, 2)",
    "scale_factor=0", "stride=0", "padding=(1, 2, 3)", "kernel_size=0", "groups=0", "{}", "x > 0",
]  # fmt: skip
LAYERS = [
    "Linear", "Conv1d", "Conv2d", "ConvTranspose2d", "MaxPool2d", "AvgPool1d",
    "AdaptiveAvgPool2d", "BatchNorm1d", "BatchNorm2d", "LayerNorm", "GroupNorm", "LSTM", "GRU",
    "RNN", "LSTMCell", "Embedding", "Flatten", "Unflatten", "Upsample", "PixelShuffle",
    "ZeroPad2d", "MultiheadAttention", "TransformerEncoderLayer", "Bilinear", "GLU", "Softmax",
]  # fmt: skip
METHODS = [
    "view", "reshape", "permute", "transpose", "squeeze", "unsqueeze", "expand", "repeat",
    "chunk", "split", "unbind", "flatten", "sum", "mean", "max", "argmax", "norm", "topk", "sort",
    "gather", "matmul", "repeat_interleave", "movedim", "index_select", "new_zeros", "unflatten",
    "masked_fill", "size", "__getitem__", "swapaxes", "std", "cumsum",
]  # fmt: skip
FUNCTIONS = [
    "torch.cat", "torch.stack", "torch.einsum", "torch.zeros", "torch.arange", "torch.linspace",
    "torch.eye", "torch.randint", "torch.full", "torch.tensor", "torch.where", "torch.bmm",
    "F.conv2d", "F.interpolate", "F.pad", "F.one_hot", "F.max_pool2d", "F.cross_entropy",
    "F.mse_loss", "F.cosine_similarity", "torch.outer", "torch.cdist", "F.linear",
]  # fmt: skip
INPUTS = ["torch.randn(2, 3, 8, 8)", "torch.randn(2, 3)", "torch.tensor(1.0)", "unknown",
          "torch.randn(n, 3, m)", "torch.zeros(0)"]  # fmt: skip

given_arguments = st.lists(st.sampled_from(ARGUMENTS), max_size=4)


def joined(arguments: list[str]) -> str:
    positional = [argument for argument in arguments if "=" not in argument]
    named = [argument for argument in arguments if "=" in argument]
    return ", ".join([*positional, *dict.fromkeys(named)])


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(LAYERS), st.sampled_from(INPUTS), given_arguments)
def test_layers(layer: str, tensor: str, arguments: list[str]) -> None:
    _check(tensor, f"nn.{layer}({joined(arguments)})(x)")


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(METHODS), st.sampled_from(INPUTS), given_arguments)
def test_methods(method: str, tensor: str, arguments: list[str]) -> None:
    call = f"x[{joined(arguments) or '...'}]" if method == "__getitem__" else (
        f"x.{method}({joined(arguments)})"
    )  # fmt: skip
    _check(tensor, call)


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(FUNCTIONS), st.sampled_from(INPUTS), given_arguments)
def test_functions(function: str, tensor: str, arguments: list[str]) -> None:
    _check(tensor, f"{function}({joined(['x', *arguments])})")


class _Failures(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(self.format(record))


def _check(tensor: str, expression: str) -> None:
    failures = _Failures()
    logger = logging.getLogger("seismograd")
    logger.addHandler(failures)
    try:
        value_of(f"x = {tensor}\nargs = unknown.list\ny = {expression}\n")
    finally:
        logger.removeHandler(failures)
    assert failures.seen == [], expression
