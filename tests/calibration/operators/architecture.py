"""Activations, layers and how they begin."""

from __future__ import annotations

import ast

from seismograd.faults import FaultType as F
from tests.calibration.operators.operator import Change, Operator
from tests.calibration.operators.source import LAYERS, Edit, Source, keyword, text_of

HIDDEN_MODULES = ("ReLU", "Tanh", "GELU", "ELU", "LeakyReLU")
HIDDEN_FUNCTIONS = ("relu", "gelu", "tanh")
HIDDEN_NAMES = ("relu", "tanh")


def hidden_activation(module: str, function: str, name: str) -> Change:
    """In place of every activation between layers; `{}` is what the function is given."""

    def change(source: Source) -> list[Edit]:
        edits = [source.replace(call, module) for call in source.calls(*HIDDEN_MODULES)]
        for call in source.calls(*HIDDEN_FUNCTIONS):
            if source.code(call.func) in ("F.relu", "torch.relu", "F.gelu", "torch.tanh"):
                edits += _around(source, call, function)
        for call in source.calls(*LAYERS):
            given = keyword(call, "activation")
            if given is not None and text_of(given) in HIDDEN_NAMES:
                edits.append(source.replace(given, f'"{name}"'))
        return edits

    return change


def _around(source: Source, call: ast.Call, function: str) -> list[Edit]:
    """Calls may be inside of each other: what is between is left alone."""
    before, after = function.split("{}")
    inner = call.args[0]
    return [
        Edit(source.start(call), source.start(inner), before),
        Edit(source.end(inner), source.end(call), after),
    ]


def output_function(function: str, module: str, losses: tuple[str, ...], name: str = "") -> Change:
    """After the last layer, where one of these losses is used."""

    def change(source: Source) -> list[Edit]:
        if not any(loss in source.text for loss in losses):
            return []
        if source.is_keras:
            return _keras_output(source, name)
        last = source.output
        if last is None:
            return []
        if source.code(last).startswith("nn.Linear"):
            return [source.replace(last, f"{source.code(last)}, {module}")]
        before, after = function.split("{}")
        return [source.wrap(last, before, after)]

    return change


def _keras_output(source: Source, name: str) -> list[Edit]:
    layers = source.calls("Dense")
    return [source.set_keyword(layers[-1], "activation", f'"{name}"')] if layers and name else []


def output_function_removed(source: Source) -> list[Edit]:
    edits = [
        edit
        for call in source.calls("sigmoid")
        if isinstance(source.statement(call), ast.Return)
        for edit in _around(source, call, "{}")
    ]
    for call in source.calls("Dense"):
        given = keyword(call, "activation")
        if given is not None and text_of(given) == "softmax":
            edits.append(source.replace(given, "None"))
    return edits


def initial_weights(torch_line: str, keras_value: str) -> Change:
    def change(source: Source) -> list[Edit]:
        if source.is_keras:
            layers = source.calls(*LAYERS)
            return [source.set_keyword(one, "kernel_initializer", keras_value) for one in layers]
        return _for_each_layer(source, torch_line)

    return change


def _for_each_layer(source: Source, line: str) -> list[Edit]:
    for optimiser in source.optimisers:
        model = source.model_of(optimiser)
        if model is not None:
            kinds = "(torch.nn.Linear, torch.nn.Conv1d, torch.nn.Conv2d, torch.nn.Embedding)"
            lines = (
                f"for layer in {model}.modules():",
                f"    if isinstance(layer, {kinds}):",
                f"        {line}",
            )
            return [source.before(optimiser, *lines)]
    return []


def dead_biases(source: Source) -> list[Edit]:
    if source.is_keras:
        value = "keras.initializers.Constant(-20.0)"
        layers = source.calls(*LAYERS)[:-1]
        return [source.set_keyword(one, "bias_initializer", value) for one in layers]
    line = "if getattr(layer, 'bias', None) is not None: torch.nn.init.constant_(layer.bias, -20.0)"
    return _for_each_layer(source, line)


def narrow(source: Source) -> list[Edit]:
    """One unit where there were many: by its name, or by the number of a layer and the next."""
    for name in ("hidden", "width", "units", "channels"):
        numbers = source.values_of(name)
        if numbers and "heads" not in source.text:
            return [source.replace(one, "1") for one in numbers]
    layers = source.calls(*LAYERS)
    position = 0 if source.is_keras else 1
    if len(layers) < 2 or not _is_number(layers[0], position):
        return []
    number = layers[0].args[position].value  # type: ignore[attr-defined]
    used = [source.replace(one, "1") for layer in layers for one in layer.args
            if isinstance(one, ast.Constant) and one.value == number]  # fmt: skip
    return used[:1] if source.is_keras else used if len(used) > 1 else []


def _is_number(call: ast.Call, position: int) -> bool:
    found = call.args[position] if len(call.args) > position else None
    return isinstance(found, ast.Constant) and isinstance(found.value, int)


def pixel_filters(source: Source) -> list[Edit]:
    """Filters that see one pixel, and then only a corner of the image."""
    edits = []
    for call in source.calls("Conv1d", "Conv2d", "Conv2D"):
        size = keyword(call, "kernel_size")
        position = 1 if source.is_keras else 2
        size = size if size is not None else call.args[position]
        edits.append(source.replace(size, "1"))
        padding = keyword(call, "padding")
        if padding is not None and not source.is_keras:
            edits.append(source.replace(padding, "0"))
    return edits


def without_layer(*names: str) -> Change:
    def change(source: Source) -> list[Edit]:
        return [source.replace(call, "nn.Identity()") for call in source.calls(*names)]

    return change


def without_term(needle: str, instead: str = "") -> Change:
    """A piece of an expression is missing."""

    def change(source: Source) -> list[Edit]:
        start = source.text.find(needle)
        return [Edit(start, start + len(needle), instead)] if start >= 0 else []

    return change


def residual_removed(source: Source) -> list[Edit]:
    """`x = x + f(x)` becomes `x = f(x)`."""
    edits = []
    for node in source.nodes:
        values = [node.value] if isinstance(node, ast.Assign | ast.Return) else []
        for value in values:
            if (
                isinstance(value, ast.BinOp)
                and isinstance(value.op, ast.Add)
                and source.code(value.left) == "x"
                and isinstance(value.right, ast.Call)
            ):
                edits.append(Edit(source.start(value), source.start(value.right), ""))
    return edits


SIGMOIDS = "nn.Sequential(nn.Sigmoid(), nn.Sigmoid(), nn.Sigmoid(), nn.Sigmoid())"
NESTED = "torch.sigmoid(torch.sigmoid(torch.sigmoid(torch.sigmoid({}))))"
CLASSES = ("CrossEntropyLoss", "cross_entropy", "SparseCategoricalCrossentropy")
CHOICES = ("BCEWithLogitsLoss",)
NUMBERS = ("MSELoss", '"mse"')

OPERATORS = (
    Operator(
        "no-hidden-activation", F.AAL, hidden_activation("nn.Identity()", "({})", "linear"),
        (F.ACH,), causes=("linear-network",),
    ),
    Operator(
        "hidden-sigmoid", F.ACH, hidden_activation("nn.Sigmoid()", "torch.sigmoid({})", "sigmoid"),
        (F.WCI, F.HLR, F.HNE), causes=("hidden-activation",),
    ),
    Operator(
        "hidden-softmax", F.ACH,
        hidden_activation("nn.Softmax(dim=-1)", "torch.softmax({}, dim=-1)", "softmax"),
        (F.ARM, F.HLR), causes=("hidden-activation",),
    ),
    Operator(
        "hidden-step", F.ACH,
        hidden_activation("nn.Threshold(1.0, 0.0)", "F.hardtanh({}, -1e-3, 1e-3)", "hard_tanh"),
        (F.WCI,), causes=("hidden-activation",),
    ),
    Operator(
        "many-sigmoids", F.LAD, hidden_activation(SIGMOIDS, NESTED, "sigmoid"), (F.ACH, F.ARM),
        causes=("hidden-activation",),
    ),
    Operator(
        "softmax-before-cross-entropy", F.ARM,
        output_function("torch.softmax({}, dim=-1)", "nn.Softmax(dim=-1)", CLASSES, "softmax"),
        (F.ACH, F.LCH), causes=("output-activation", "probabilities-as-scores"),
    ),
    Operator(
        "relu-on-logits", F.ARM,
        output_function("torch.relu({})", "nn.ReLU()", (*CLASSES, *CHOICES), "relu"),
        (F.ACH, F.LCH), causes=("output-activation",),
    ),
    Operator(
        "sigmoid-before-logit-loss", F.ARM,
        output_function("torch.sigmoid({})", "nn.Sigmoid()", CHOICES), (F.ACH, F.LCH),
        causes=("output-activation", "probabilities-as-scores"),
    ),
    Operator(
        "relu-on-regression", F.ARM,
        output_function("torch.relu({})", "nn.ReLU()", NUMBERS, "relu"), (F.ACH, F.CPP),
        causes=("output-activation",),
    ),
    Operator(
        "sigmoid-on-regression", F.ACH,
        output_function("torch.sigmoid({})", "nn.Sigmoid()", NUMBERS, "sigmoid"), (F.ARM, F.CPP),
        causes=("output-activation",),
    ),
    Operator(
        "no-output-activation", F.AAL, output_function_removed, (F.LCH, F.ACH),
        causes=("scores-as-probabilities",),
    ),
    Operator(
        "zero-weights", F.WCI, initial_weights("torch.nn.init.zeros_(layer.weight)", '"zeros"'),
        causes=("constant-weights",),
    ),
    Operator(
        "constant-weights", F.WCI,
        initial_weights(
            "torch.nn.init.constant_(layer.weight, 0.3)", "keras.initializers.Constant(0.3)"
        ),
        causes=("constant-weights",),
    ),
    Operator(
        "huge-weights", F.WCI,
        initial_weights(
            "torch.nn.init.normal_(layer.weight, std=10.0)",
            "keras.initializers.RandomNormal(stddev=10.0)",
        ),
        causes=("badly-scaled-weights",),
    ),
    Operator(
        "tiny-weights", F.WCI,
        initial_weights(
            "torch.nn.init.normal_(layer.weight, std=1e-5)",
            "keras.initializers.RandomNormal(stddev=1e-5)",
        ),
        causes=("badly-scaled-weights",),
    ),
    Operator("dead-biases", F.BCI, dead_biases, (F.WCI, F.ACH), causes=("initial-biases",)),
    Operator("one-unit", F.LCN, narrow, causes=("too-small-network",)),
    Operator("pixel-filters", F.LCF, pixel_filters, causes=("pointwise-convolutions",)),
    Operator(
        "no-normalisation-layer", F.LRM,
        without_layer("BatchNorm1d", "BatchNorm2d", "LayerNorm"),
    ),
    Operator("no-residual", F.LRM, residual_removed),
    Operator(
        "no-positions", F.LRM, without_term(" + self.positions(torch.arange(ids.shape[1]))"),
        (F.API,),
    ),
    Operator(
        "output-dropout", F.LAD,
        output_function(
            "torch.nn.functional.dropout({}, 0.9, self.training)", "nn.Dropout(0.9)",
            (*CLASSES, *CHOICES, *NUMBERS),
        ),
        (F.RCD,),
    ),
)  # fmt: skip
