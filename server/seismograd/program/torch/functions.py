"""Functions of `torch` and `torch.nn.functional` as operations."""

from __future__ import annotations

from collections.abc import Callable

from seismograd.program.tensors import operate
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.library import Library, Model
from seismograd.source.evaluate.values import Choice, Sequence, Tensor, Value

F = "torch.nn.functional"
ELEMENTWISE = {
    "relu": "relu", "relu_": "relu", "relu6": "relu6", "elu": "elu", "selu": "selu",
    "celu": "celu", "leaky_relu": "leaky_relu", "leaky_relu_": "leaky_relu", "prelu": "prelu",
    "rrelu": "rrelu", "gelu": "gelu", "glu": "glu", "silu": "silu", "mish": "mish",
    "hardswish": "hard_swish", "hardsigmoid": "hard_sigmoid", "hardtanh": "hardtanh",
    "logsigmoid": "log_sigmoid", "sigmoid": "sigmoid", "tanh": "tanh", "softplus": "softplus",
    "softsign": "softsign", "softshrink": "softshrink", "tanhshrink": "tanhshrink",
    "threshold": "threshold", "softmax": "softmax", "log_softmax": "log_softmax",
    "softmin": "softmin", "gumbel_softmax": "softmax", "dropout": "dropout",
    "dropout1d": "dropout", "dropout2d": "dropout", "dropout3d": "dropout",
    "alpha_dropout": "dropout", "normalize": "normalize", "layer_norm": "layer_norm",
    "batch_norm": "batch_norm", "group_norm": "group_norm", "instance_norm": "instance_norm",
    "rms_norm": "rms_norm", "linear": "dense", "conv1d": "conv", "conv2d": "conv",
    "conv3d": "conv", "conv_transpose1d": "conv_transpose", "conv_transpose2d": "conv_transpose",
    "conv_transpose3d": "conv_transpose", "max_pool1d": "max_pool", "max_pool2d": "max_pool",
    "max_pool3d": "max_pool", "avg_pool1d": "avg_pool", "avg_pool2d": "avg_pool",
    "avg_pool3d": "avg_pool", "adaptive_avg_pool1d": "adaptive_pool",
    "adaptive_avg_pool2d": "adaptive_pool", "adaptive_avg_pool3d": "adaptive_pool",
    "adaptive_max_pool1d": "adaptive_pool", "adaptive_max_pool2d": "adaptive_pool",
    "adaptive_max_pool3d": "adaptive_pool", "interpolate": "upsample", "upsample": "upsample",
    "pad": "pad", "embedding": "embedding", "one_hot": "one_hot", "pixel_shuffle": "pixel_shuffle",
    "scaled_dot_product_attention": "attention", "unfold": "unfold",
}  # fmt: skip
"""Functions of torch.nn.functional -> operation."""

TORCH = {
    "relu": "relu", "sigmoid": "sigmoid", "tanh": "tanh", "softmax": "softmax",
    "log_softmax": "log_softmax", "exp": "exp", "log": "log", "log1p": "log1p", "log2": "log",
    "log10": "log", "sqrt": "sqrt", "rsqrt": "rsqrt", "abs": "abs", "neg": "neg", "pow": "pow",
    "square": "square", "clamp": "clamp", "clip": "clamp", "sum": "sum", "mean": "mean",
    "max": "max", "min": "min", "amax": "max", "amin": "min", "argmax": "argmax",
    "argmin": "argmin", "std": "std", "var": "var", "norm": "norm", "prod": "prod", "add": "add",
    "sub": "sub", "mul": "mul", "div": "div", "true_divide": "div", "matmul": "matmul",
    "mm": "matmul", "bmm": "matmul", "dot": "dot", "einsum": "einsum", "flatten": "flatten",
    "reshape": "reshape", "permute": "permute", "transpose": "transpose", "squeeze": "squeeze",
    "unsqueeze": "unsqueeze", "movedim": "movedim", "round": "round", "floor": "floor",
    "sign": "sign", "eq": "eq", "where": "where", "topk": "topk", "sort": "sort",
    "cumsum": "cumsum", "logsumexp": "logsumexp", "clone": "clone", "detach": "detach",
    "masked_fill": "masked_fill", "gather": "gather", "bernoulli": "bernoulli", "sin": "sin",
    "cos": "cos", "erf": "erf", "logit": "logit", "dropout": "dropout", "roll": "roll",
    "flip": "flip", "addmm": "dense", "baddbmm": "matmul", "relu_": "relu",
}  # fmt: skip
"""Functions of torch -> operation."""

CREATION = frozenset(
    {"arange", "empty", "eye", "from_numpy", "full", "linspace", "normal", "ones", "rand",
     "randint", "randn", "randperm", "tensor", "zeros", "as_tensor", "FloatTensor", "LongTensor",
     "Tensor", "ones_like", "zeros_like", "rand_like", "randn_like", "full_like", "empty_like"}
)  # fmt: skip


def register(library: Library) -> None:
    for name, op in ELEMENTWISE.items():
        library.functions[f"{F}.{name}"] = _operation(op)
    for name, op in TORCH.items():
        library.functions[f"torch.{name}"] = _operation(op)
    for name in CREATION:
        library.functions[f"torch.{name}"] = _creation(name)
    for name in ("cat", "concat", "concatenate"):
        library.functions[f"torch.{name}"] = _joining("cat")
    library.functions["torch.stack"] = _joining("stack")
    library.functions["torch.nn.Parameter"] = lambda call: operate(
        "parameter", tuple(a.value for a in call.positional[:1]), call
    )
    for name in ("chunk", "split"):
        library.functions[f"torch.{name}"] = _operation("split")
    library.operations.append(arithmetic)
    library.subscripts.append(index_tensor)


def _operation(op: str) -> Model:
    def model(call: Call) -> Value:
        inputs = tuple(argument.value for argument in call.positional)
        if not inputs:
            inputs = tuple(argument.value for argument in call.keywords.values())[:1]
        return several_results(op, operate(op, inputs, call), call)

    return model


def several_results(op: str, result: Tensor, call: Call) -> Value:
    """Reductions along an axis give values and indices."""
    along_axis = len(call.positional) > (1 if call.receiver is None else 0) or "dim" in call.keywords
    both = op in ("max", "min") and along_axis and call.method not in ("amax", "amin")
    if op in ("topk", "sort") or both:
        indices = operate("argmax" if op != "min" else "argmin", (result,), call)
        return Sequence("tuple", [result, indices], call.place)
    return result


def _creation(name: str) -> Model:
    op = {"from_numpy": "from_numpy", "as_tensor": "from_numpy", "tensor": "tensor"}.get(name, name)

    def model(call: Call) -> Value:
        inputs: tuple[Value, ...] = ()
        if op in ("from_numpy", "tensor") or name.endswith("_like") or name.endswith("Tensor"):
            inputs = tuple(argument.value for argument in call.positional[:1])
        return operate(op, inputs, call)

    return model


def _joining(op: str) -> Callable[[Call], Value | None]:
    def model(call: Call) -> Value | None:
        parts = call.value(0, "tensors")
        inputs = tuple(parts.items) if isinstance(parts, Sequence) else (parts,) if parts else ()
        return operate(op, inputs, call)

    return model


def arithmetic(op: str, operands: tuple[Value, ...], call: Call) -> Value | None:
    """Operators with a tensor among their operands."""
    flat = [option for value in operands
            for option in (value.options if isinstance(value, Choice) else (value,))]  # fmt: skip
    if not any(isinstance(value, Tensor) for value in flat) or op in ("not", "in", "is", "is_not"):
        return None
    return operate(op, operands, call)


def index_tensor(base: Value, index: Value, call: Call) -> Value | None:
    if isinstance(base, Tensor):
        return operate("getitem", (base, index), call)
    return None
