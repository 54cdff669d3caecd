"""Which operation each function and method of PyTorch is."""

from __future__ import annotations

FUNCTIONAL = {
    "relu": "relu", "relu_": "relu", "relu6": "relu6", "elu": "elu", "elu_": "elu", "selu": "selu",
    "celu": "celu", "leaky_relu": "leaky_relu", "leaky_relu_": "leaky_relu", "prelu": "prelu",
    "rrelu": "rrelu", "gelu": "gelu", "glu": "glu", "silu": "silu", "mish": "mish",
    "hardswish": "hard_swish", "hardsigmoid": "hard_sigmoid", "hardtanh": "hardtanh",
    "logsigmoid": "log_sigmoid", "sigmoid": "sigmoid", "tanh": "tanh", "softplus": "softplus",
    "softsign": "softsign", "softshrink": "softshrink", "tanhshrink": "tanhshrink",
    "threshold": "threshold", "softmax": "softmax", "log_softmax": "log_softmax",
    "softmin": "softmin", "gumbel_softmax": "softmax", "dropout": "dropout",
    "dropout1d": "dropout", "dropout2d": "dropout", "dropout3d": "dropout",
    "alpha_dropout": "dropout", "feature_alpha_dropout": "dropout", "normalize": "normalize",
    "layer_norm": "layer_norm", "batch_norm": "batch_norm", "group_norm": "group_norm",
    "instance_norm": "instance_norm", "rms_norm": "rms_norm",
    "local_response_norm": "local_response_norm", "linear": "dense", "bilinear": "bilinear",
    "conv1d": "conv", "conv2d": "conv", "conv3d": "conv", "conv_transpose1d": "conv_transpose",
    "conv_transpose2d": "conv_transpose", "conv_transpose3d": "conv_transpose",
    "max_pool1d": "max_pool", "max_pool2d": "max_pool", "max_pool3d": "max_pool",
    "avg_pool1d": "avg_pool", "avg_pool2d": "avg_pool", "avg_pool3d": "avg_pool",
    "adaptive_avg_pool1d": "adaptive_pool", "adaptive_avg_pool2d": "adaptive_pool",
    "adaptive_avg_pool3d": "adaptive_pool", "adaptive_max_pool1d": "adaptive_pool",
    "adaptive_max_pool2d": "adaptive_pool", "adaptive_max_pool3d": "adaptive_pool",
    "interpolate": "upsample", "upsample": "upsample", "pad": "pad", "embedding": "embedding",
    "one_hot": "one_hot", "pixel_shuffle": "pixel_shuffle", "unfold": "unfold",
    "pixel_unshuffle": "pixel_unshuffle", "fold": "fold", "grid_sample": "grid_sample",
    "affine_grid": "affine_grid", "scaled_dot_product_attention": "attention",
    "cosine_similarity": "similarity", "pairwise_distance": "similarity",
}  # fmt: skip
"""Functions of torch.nn.functional -> operation."""

_UNARY = (
    "acos", "asin", "atan", "ceil", "cosh", "deg2rad", "digamma", "erfc", "erfinv", "exp2",
    "expm1", "frac", "isfinite", "isinf", "isnan", "lgamma", "logical_not", "nan_to_num",
    "reciprocal", "sinc", "sinh", "tan", "trunc",
)  # fmt: skip
SHARED = {
    **dict.fromkeys(_UNARY, "elementwise"),
    "relu": "relu", "sigmoid": "sigmoid", "tanh": "tanh", "softmax": "softmax",
    "log_softmax": "log_softmax", "exp": "exp", "log": "log", "log1p": "log1p", "log2": "log",
    "log10": "log", "sqrt": "sqrt", "rsqrt": "rsqrt", "abs": "abs", "absolute": "abs",
    "neg": "neg", "negative": "neg", "pow": "pow", "square": "square", "clamp": "clamp",
    "clip": "clamp", "sum": "sum", "nansum": "sum", "mean": "mean", "nanmean": "mean",
    "median": "max", "max": "max", "min": "min", "amax": "max", "amin": "min", "all": "all",
    "any": "any", "argmax": "argmax", "argmin": "argmin", "std": "std", "var": "var",
    "norm": "norm", "prod": "prod", "add": "add", "sub": "sub", "subtract": "sub", "mul": "mul",
    "multiply": "mul", "div": "div", "divide": "div", "true_divide": "div",
    "remainder": "mod", "floor_divide": "floordiv", "maximum": "maximum", "minimum": "minimum",
    "matmul": "matmul", "mm": "matmul", "bmm": "matmul", "mv": "matmul", "dot": "dot",
    "outer": "outer", "ger": "outer", "addmm": "dense", "baddbmm": "matmul",
    "flatten": "flatten", "ravel": "flatten", "reshape": "reshape", "permute": "permute",
    "transpose": "transpose", "swapaxes": "transpose", "swapdims": "transpose", "t": "transpose",
    "squeeze": "squeeze", "unsqueeze": "unsqueeze", "movedim": "movedim", "moveaxis": "movedim",
    "broadcast_to": "expand", "unflatten": "unflatten", "round": "round", "floor": "floor",
    "sign": "sign", "eq": "eq", "ne": "ne", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge",
    "logical_and": "and", "logical_or": "or", "logical_xor": "xor", "atan2": "add",
    "where": "where", "topk": "topk", "sort": "sort", "argsort": "sort", "cumsum": "cumsum",
    "cumprod": "cumsum", "logsumexp": "logsumexp", "clone": "clone", "detach": "detach",
    "masked_fill": "masked_fill", "masked_select": "masked_select", "nonzero": "nonzero",
    "unique": "unique", "gather": "gather", "take_along_dim": "gather", "scatter": "scatter",
    "scatter_add": "scatter", "index_select": "getitem", "bernoulli": "bernoulli", "sin": "sin",
    "cos": "cos", "erf": "erf", "logit": "logit", "dropout": "dropout", "roll": "roll",
    "flip": "flip", "tril": "triangle", "triu": "triangle", "diag": "diag",
    "repeat_interleave": "repeat_interleave", "chunk": "split", "split": "split",
    "unbind": "split", "tensor_split": "split", "tile": "repeat", "multinomial": "multinomial",
    "histc": "histogram", "trace": "sum", "relu_": "relu", "conj": "clone",
}  # fmt: skip
"""What is a function of torch and a method of tensors alike -> operation."""

FUNCTIONS = SHARED | {
    "einsum": "einsum", "cdist": "pairwise_distance", "vmap": "unknown", "meshgrid": "meshgrid",
    "lerp": "add", "addcmul": "add", "addcdiv": "add", "tensordot": "tensordot",
    "cosine_similarity": "similarity", "conv1d": "conv", "conv2d": "conv",
}  # fmt: skip

METHODS = SHARED | {
    "view": "view", "view_as": "view", "reshape_as": "reshape", "contiguous": "contiguous",
    "expand": "expand", "expand_as": "expand", "repeat": "repeat", "to": "device",
    "cuda": "device", "cpu": "device", "pin_memory": "device", "float": "cast", "double": "cast",
    "half": "cast", "bfloat16": "cast", "long": "cast", "int": "cast", "bool": "cast",
    "byte": "cast", "type": "cast", "type_as": "cast", "requires_grad_": "requires_grad",
    "item": "item", "numpy": "numpy", "tolist": "item", "masked_fill_": "masked_fill",
    "clamp_": "clamp", "clamp_min_": "clamp", "clamp_max_": "clamp", "add_": "add_",
    "mul_": "mul_", "sub_": "sub_", "div_": "div_", "zero_": "zero_", "fill_": "fill_",
    "copy_": "copy_", "normal_": "fill_", "uniform_": "fill_", "random_": "fill_",
    "exp_": "exp", "sigmoid_": "sigmoid", "tanh_": "tanh", "clamp_min": "clamp",
    "clamp_max": "clamp", "detach_": "detach", "scatter_": "scatter", "scatter_add_": "scatter",
    "index_fill_": "scatter", "squeeze_": "squeeze", "unsqueeze_": "unsqueeze",
    "retain_grad": "retain_grad", "unfold": "unfold", "lerp_": "add_", "addcmul_": "add_",
}  # fmt: skip
"""Methods of tensors -> operation."""

CREATION = frozenset(
    {"arange", "empty", "eye", "from_numpy", "full", "linspace", "normal", "ones", "rand",
     "randint", "randn", "randperm", "tensor", "zeros", "as_tensor", "asarray", "FloatTensor",
     "LongTensor", "Tensor", "ones_like", "zeros_like", "rand_like", "randn_like", "full_like",
     "empty_like", "randint_like"}
)  # fmt: skip
NEW_CREATION = {"new_zeros": "zeros", "new_ones": "ones", "new_empty": "empty",
                "new_full": "full", "new_tensor": "tensor"}  # fmt: skip
"""Methods that make a tensor of the same kind as their receiver."""
INTEGERS = frozenset({"arange", "randint", "randperm", "LongTensor", "randint_like"})

# Names that lists, dicts, strings, arrays or sessions have too say nothing about the receiver.
SHARED_NAMES = frozenset(
    {"abs", "add", "all", "any", "argmax", "argmin", "argsort", "bool", "byte", "clip", "conj",
     "copy", "cos", "cpu", "cuda", "cumprod", "cumsum", "diag", "dim", "div", "divide", "dot",
     "double", "dropout", "eq", "exp", "flatten", "flip", "float", "floor", "ge", "gt", "half",
     "int", "item", "le", "log", "long", "lt", "max", "maximum", "mean", "median", "min",
     "minimum", "mul", "multiply", "ne", "neg", "nonzero", "norm", "numpy", "outer", "pow",
     "prod", "ravel", "repeat", "reshape", "roll", "round", "scatter", "sign", "sin", "size",
     "sort", "split", "sqrt", "square", "squeeze", "std", "sub", "subtract", "sum", "swapaxes",
     "t", "tan", "tile", "to", "tolist", "trace", "transpose", "type", "unique", "update", "var",
     "where", "topk", "gather", "ceil", "trunc"}
)  # fmt: skip

CASTS = {"long": "int64", "int": "int32", "bool": "bool", "byte": "uint8", "float": "float32",
         "double": "float64", "half": "float16", "bfloat16": "bfloat16"}  # fmt: skip
"""Methods that change the type of the numbers -> the type."""
