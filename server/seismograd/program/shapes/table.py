"""Which function knows the shape that an operation gives."""

from __future__ import annotations

from collections.abc import Callable

from seismograd.program.operations import ACTIVATIONS, NORMALISATIONS, PASSING
from seismograd.program.shapes import (
    attention,
    axes,
    broadcasting,
    convolution,
    creation,
    dense,
    indexing,
    joining,
    normalisation,
    pooling,
    products,
    recurrent,
    reductions,
    reshaping,
    resizing,
)
from seismograd.program.shapes.operation import Operation
from seismograd.source.evaluate.values import Shape

ShapeFunction = Callable[[Operation], Shape]


def _same(operation: Operation) -> Shape:
    return operation.shape


def _halved(operation: Operation) -> Shape:
    """A gated linear unit uses up half of an axis."""
    shape = operation.shape
    axis = operation.integer(0, "dim", default=-1)
    return joining.halved(shape, axis)


_KEEPING = (
    ACTIVATIONS
    | PASSING
    | {
        "abs", "add_", "augment", "bernoulli", "clamp", "contiguous", "copy_", "cos", "cumsum",
        "detach", "div_", "dropout", "elementwise", "erf", "exp", "fill_", "flip", "floor",
        "invert", "local_response_norm", "log", "log1p", "logit", "masked_fill", "mul_", "neg",
        "noise", "normalize", "numpy", "pos", "rescale", "roll", "round", "rsqrt", "scale",
        "scatter", "sign", "sin", "sort", "sqrt", "square", "standardise", "sub_", "triangle",
        "zero_",
    }
)  # fmt: skip
_ARITHMETIC = (
    "add", "sub", "mul", "div", "pow", "mod", "floordiv", "eq", "ne", "lt", "le", "gt", "ge",
    "and", "or", "xor", "maximum", "minimum", "average",
)  # fmt: skip
_REDUCTIONS = (
    "sum", "mean", "max", "min", "argmax", "argmin", "std", "var", "norm", "prod", "logsumexp",
    "all", "any",
)  # fmt: skip
_SIZED = ("empty", "full", "ones", "rand", "randn", "zeros")

TABLE: dict[str, ShapeFunction] = {
    **dict.fromkeys(_KEEPING, _same),
    **dict.fromkeys(_ARITHMETIC, broadcasting.elementwise),
    **dict.fromkeys(_REDUCTIONS, reductions.reduction),
    **dict.fromkeys(_SIZED, creation.from_sizes),
    **dict.fromkeys(NORMALISATIONS - {"local_response_norm"}, normalisation.channel_norm),
    "layer_norm": normalisation.layer_norm,
    "rms_norm": normalisation.layer_norm,
    "glu": _halved,
    "dense": dense.dense,
    "bilinear": dense.bilinear,
    "embedding": dense.embedding,
    "one_hot": dense.one_hot,
    "conv": convolution.convolution,
    "conv_transpose": convolution.transposed,
    "max_pool": pooling.pooling,
    "avg_pool": pooling.pooling,
    "adaptive_pool": pooling.adaptive,
    "global_pool": pooling.whole,
    "recurrent": recurrent.recurrent,
    "state": recurrent.state,
    "pack": recurrent.packed,
    "unpack": recurrent.packed,
    "attention": attention.attention,
    "transformer": attention.transformer,
    "view": reshaping.reshape,
    "reshape": reshaping.reshape,
    "flatten": reshaping.flatten,
    "unflatten": reshaping.unflatten,
    "expand": reshaping.expand,
    "repeat": reshaping.repeat,
    "repeat_interleave": reshaping.repeat_interleave,
    "repeat_vector": reshaping.repeat_vector,
    "permute": axes.permute,
    "transpose": axes.transpose,
    "movedim": axes.movedim,
    "squeeze": axes.squeeze,
    "unsqueeze": axes.unsqueeze,
    "cat": joining.cat,
    "stack": joining.stack,
    "getitem": indexing.getitem,
    "upsample": resizing.upsample,
    "pixel_shuffle": resizing.pixel_shuffle,
    "pad": resizing.pad,
    "crop": resizing.crop,
    "resize": resizing.resize,
    "where": broadcasting.chosen,
    "matmul": products.matmul,
    "dot": products.dot,
    "einsum": products.einsum,
    "topk": reductions.topk,
    "gather": reductions.gather,
    "similarity": reductions.similarity,
    "outer": products.outer,
    "pairwise_distance": products.pairwise_distance,
    "arange": creation.counted,
    "randperm": creation.counted,
    "linspace": creation.spaced,
    "eye": creation.identity_matrix,
    "randint": creation.SizedAfter(2, 1),
    "normal": creation.SizedAfter(2),
    "uniform": creation.SizedAfter(2),
    "tensor": creation.from_data,
    "from_numpy": creation.from_data,
    "Tensor": creation.from_data,
    "FloatTensor": creation.from_data,
    "LongTensor": creation.from_data,
    "parameter": creation.parameter,
    **{f"{name}_like": creation.like for name in ("empty", "full", "ones", "rand", "randn",
                                                  "zeros")},
}  # fmt: skip
