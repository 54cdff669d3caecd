"""Functions of Keras and TensorFlow on tensors, in the neutral vocabulary."""

from __future__ import annotations

from seismograd.program.keras.activations import NAMES
from seismograd.program.keras.layer_table import SPECS
from seismograd.program.keras.structures import shape_of
from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import (
    Const,
    Dim,
    Extent,
    Sequence,
    Symbol,
    Tensor,
    Unknown,
    Value,
    text,
)

OPERATIONS = {
    "abs": "abs", "absolute": "abs", "add": "add", "all": "all", "amax": "max", "amin": "min",
    "any": "any", "arccos": "acos", "argmax": "argmax", "argmin": "argmin", "arg_max": "argmax",
    "batch_dot": "batch_dot", "boolean_mask": "getitem", "broadcast_to": "expand", "ceil": "ceil",
    "clip": "clamp", "clip_by_value": "clamp", "cos": "cos", "cumsum": "cumsum", "divide": "div",
    "divide_no_nan": "div", "dot": "dot", "einsum": "einsum", "equal": "eq", "erf": "erf",
    "exp": "exp", "expand_dims": "unsqueeze", "flatten": "flatten", "batch_flatten": "flatten",
    "flip": "flip", "floor": "floor", "gather": "gather", "greater": "gt", "greater_equal": "ge",
    "identity": "identity", "less": "lt", "less_equal": "le", "log": "log", "log1p": "log1p",
    "logsumexp": "logsumexp", "matmul": "matmul", "max": "max", "maximum": "maximum",
    "mean": "mean", "min": "min", "minimum": "minimum", "mod": "mod", "moveaxis": "movedim",
    "multiply": "mul", "negative": "neg", "norm": "norm", "normalize": "normalize",
    "not_equal": "ne", "pad": "pad", "permute_dimensions": "permute", "pow": "pow",
    "power": "pow", "prod": "prod", "ravel": "flatten", "reduce_all": "all",
    "reduce_any": "any", "reduce_logsumexp": "logsumexp", "reduce_max": "max",
    "reduce_mean": "mean", "reduce_min": "min", "reduce_prod": "prod", "reduce_std": "std",
    "reduce_sum": "sum", "reduce_variance": "var", "repeat": "repeat_interleave",
    "reshape": "reshape", "roll": "roll", "round": "round", "rsqrt": "rsqrt", "scan": "unknown",
    "sign": "sign", "sin": "sin", "slice": "getitem", "sort": "sort", "sqrt": "sqrt",
    "square": "square", "squeeze": "squeeze", "std": "std", "stop_gradient": "detach",
    "subtract": "sub", "sum": "sum", "swapaxes": "transpose", "take": "getitem",
    "tensordot": "tensordot", "tile": "repeat", "top_k": "topk", "transpose": "permute",
    "true_divide": "div", "truediv": "div", "var": "var", "where": "where",
    "l2_normalize": "normalize", "one_hot": "one_hot", "dropout": "dropout",
    "batch_normalization": "batch_norm", "layer_normalization": "layer_norm",
    "conv1d": "conv", "conv2d": "conv", "conv3d": "conv", "conv": "conv",
    "depthwise_conv2d": "conv", "conv2d_transpose": "conv_transpose",
    "conv_transpose": "conv_transpose", "max_pool": "max_pool", "max_pool2d": "max_pool",
    "avg_pool": "avg_pool", "avg_pool2d": "avg_pool", "average_pool": "avg_pool",
    "bias_add": "add", "embedding_lookup": "embedding", "dot_product_attention": "attention",
    "ensure_shape": "identity", "depth_to_space": "pixel_shuffle", "tril": "masked_fill",
    "triu": "masked_fill", "copy": "clone", "expm1": "expm1",
}  # fmt: skip
"""Functions that mean the same wherever they stand -> operation."""

_MODULES = (
    "keras.ops",
    "keras.ops.nn",
    "keras.ops.numpy",
    "keras.backend",
    "tensorflow",
    "tensorflow.math",
    "tensorflow.nn",
    "tensorflow.linalg",
    "tensorflow.experimental.numpy",
)
_CREATION = {
    "arange": "arange", "eye": "eye", "fill": "full", "full": "full", "linspace": "linspace",
    "ones": "ones", "ones_like": "ones_like", "range": "arange", "zeros": "zeros",
    "zeros_like": "zeros_like",
}  # fmt: skip
_RANDOM = {"normal": "randn", "truncated_normal": "randn", "uniform": "rand",
           "random_normal": "randn", "random_uniform": "rand"}  # fmt: skip
_CONVERTING = ("constant", "convert_to_tensor", "convert_to_numpy", "Variable", "array")
_MERGING = {"add": "Add", "average": "Average", "concatenate": "Concatenate", "dot": "Dot",
            "maximum": "Maximum", "minimum": "Minimum", "multiply": "Multiply",
            "subtract": "Subtract"}  # fmt: skip
_APPLICATIONS = (
    "convnext", "densenet", "efficientnet", "efficientnet_v2", "imagenet_utils",
    "inception_resnet_v2", "inception_v3", "mobilenet", "mobilenet_v2", "mobilenet_v3", "nasnet",
    "resnet", "resnet50", "resnet_v2", "vgg16", "vgg19", "xception",
)  # fmt: skip
_DOES_NOTHING = ("efficientnet", "efficientnet_v2", "convnext", "mobilenet_v3")
"""Applications whose `preprocess_input` hands on what it is given."""


def register(library: Library) -> None:
    functions = library.functions
    for module in _MODULES:
        for name, op in OPERATIONS.items():
            functions.setdefault(f"{module}.{name}", _operation(op))
        for name, op in NAMES.items():
            functions.setdefault(
                f"{module}.{name}", _operation("identity" if op == "linear" else op)
            )
        for name, op in _CREATION.items():
            functions.setdefault(f"{module}.{name}", _created(op))
        for name in _CONVERTING:
            functions.setdefault(f"{module}.{name}", _converted)
        for name in ("concat", "concatenate", "stack", "hstack", "vstack"):
            functions[f"{module}.{name}"] = _joined
        functions[f"{module}.image_data_format"] = _data_format
        for name in ("cast", "saturate_cast"):
            functions[f"{module}.{name}"] = _cast
        for name in ("split", "unstack"):
            functions[f"{module}.{name}"] = _pieces
        functions[f"{module}.shape"] = _shape
        functions[f"{module}.int_shape"] = _shape
        functions[f"{module}.size"] = lambda call: Unknown(call.place, "size")
    for name, op in NAMES.items():
        functions[f"keras.activations.{name}"] = _operation("identity" if op == "linear" else op)
    for name, op in _RANDOM.items():
        for module in ("keras.random", "tensorflow.random", "keras.backend"):
            functions[f"{module}.{name}"] = _created(op)
    for name in _MERGING:
        functions[f"keras.layers.{name}"] = _merged
    for name in _APPLICATIONS:
        functions[f"keras.applications.{name}.preprocess_input"] = _preprocessed
    library.constants["tensorflow.newaxis"] = None
    functions["keras.config.image_data_format"] = _data_format


def _inputs(call: Call) -> tuple[Value, ...]:
    given = tuple(argument.value for argument in call.positional)
    return given or tuple(argument.value for argument in call.keywords.values())[:1]


def _operation(op: str) -> Model:
    def model(call: Call) -> Value:
        result = operate(op, _inputs(call), call)
        if op == "topk":
            indices = operate("argmax", (result,), call)
            return Sequence("tuple", [result, indices], call.place)
        return result

    return model


def _created(op: str) -> Model:
    def model(call: Call) -> Value:
        inputs = _inputs(call)[:1] if op.endswith("_like") else ()
        result = operate(op, inputs, call)
        if op in ("ones", "zeros", "rand", "randn", "full"):
            result.shape = shape_of(call.value(0, "shape"))
        return result

    return model


def _converted(call: Call) -> Value:
    inputs = _inputs(call)[:1]
    op = "clone" if inputs and isinstance(inputs[0], Tensor) else "tensor"
    return operate(op, inputs, call, dtype=_dtype(call, 1))


def _dtype(call: Call, index: int) -> str | None:
    given = call.value(index, "dtype")
    if isinstance(given, Symbol):
        return given.path.rpartition(".")[2]
    return text(given)


def _cast(call: Call) -> Value:
    return operate("cast", _inputs(call)[:1], call, dtype=_dtype(call, 1))


def _joined(call: Call) -> Value:
    parts = call.value(0, "values") or call.value(0, "xs") or call.value(0, "tensors")
    if not isinstance(parts, Sequence) or parts.open or call.method in ("hstack", "vstack"):
        inputs = tuple(parts.items) if isinstance(parts, Sequence) else _inputs(call)[:1]
        return Tensor("cat", inputs, None, call.place, call=call)
    return operate("stack" if call.method == "stack" else "cat", tuple(parts.items), call)


def _data_format(call: Call) -> Value:
    """What Keras takes unless a configuration file says otherwise."""
    return Const("channels_last", call.place, soft=True)


def _pieces(call: Call) -> Value:
    given = _inputs(call)[:1]
    count = call.integer(1, "num_or_size_splits") or call.integer(1, "indices_or_sections")
    known = count is not None and 0 < count <= 64
    pieces: list[Value] = []
    for _ in range(count if known and count else 1):
        piece = operate("split", given, call)
        piece.shape = None
        pieces.append(piece)
    return Sequence("list", pieces, call.place, not known)


def _shape(call: Call) -> Value:
    """The shape as numbers, as far as it is known, by name where it is not."""
    given = _inputs(call)[0] if _inputs(call) else None
    shape = given.shape if isinstance(given, Tensor) else None
    if shape is None:
        return Unknown(call.place, "shape")
    sizes: list[Value] = []
    for axis, size in enumerate(shape):
        if isinstance(size, int):
            sizes.append(Const(size, call.place))
        else:
            sizes.append(Extent(size or Dim(1, (f"{id(given):x}[{axis}]",)), call.place))
    return Sequence("tuple", sizes, call.place)


def _merged(call: Call) -> Value | None:
    """`concatenate([a, b])` builds a layer and applies it."""
    name = _MERGING[call.method]
    run = call.interpreter
    parts = call.argument(0, "inputs")
    if parts is None:
        return None
    options = {key: given for key, given in call.keywords.items() if key != "inputs"}
    built = Call(f"keras.layers.{name}", call.positional[1:], options, call.place, run)
    layer = run.invocation.call(Symbol(built.path), built, run.module_frame(call.place))
    step = Call("", [Argument(parts.value, parts.place)], {}, call.place, run)
    return run.invocation.call(layer, step, run.module_frame(call.place))


def _preprocessed(call: Call) -> Value:
    module = call.path.split(".")[-2]
    return operate("identity" if module in _DOES_NOTHING else "rescale", _inputs(call)[:1], call)


def exported_layers() -> frozenset[str]:
    """What `from keras.layers import *` brings."""
    more = {"Bidirectional", "Input", "InputLayer", "Lambda", "Layer", "TimeDistributed",
            "Wrapper", "SpectralNormalization"}  # fmt: skip
    return frozenset(SPECS) | more | frozenset(_MERGING)
