"""Models of Keras: inputs, losses, names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import at_last_line, related, tensors_at, without
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, place_of
from seismograd.localise.crashes.family import Family, family
from seismograd.localise.crashes.keras_layers import layer_called, layer_with
from seismograd.localise.crashes.origins import Origins
from seismograd.localise.crashes.sources import Function, argument, called_name, constant
from seismograd.traces.events import Place

SIZES = r"(?:torch\.Size\()?[(\[]([\d, None]*)[)\]]"
IDENTIFIERS = {
    "loss": FaultType.LCH,
    "metric": FaultType.MET,
    "optimizer": FaultType.OCH,
    "activation": FaultType.ACH,
    "initializer": FaultType.WCI,
    "regularizer": FaultType.RAW,
}
RECURRENT = frozenset({"LSTM", "GRU", "SimpleRNN", "RNN"})
SAME_AXES = frozenset(
    [
        "Bidirectional",
        "Dropout",
        "BatchNormalization",
        "LayerNormalization",
        "Activation",
        "ReLU",
        "Dense",
    ]
)
"""Layers that give as many axes as they get."""
FITTING = ("fit", "evaluate", "predict", "train_on_batch", "test_on_batch", "predict_on_batch")


def _sizes(text: str) -> tuple[int | None, ...]:
    parts = (part.strip() for part in text.split(","))
    return tuple(int(part) if part.isdigit() else None for part in parts if part)


def _input_width(failure: Failure, match: re.Match[str]) -> Crash | None:
    """A layer gets another width than it was built for: by the model, or by the data."""
    name, axis, wanted, shape = match.group(1), match.group(2), match.group(3), match.group(4)
    if failure.last is None:
        return None
    place = layer_called(failure, name)
    declared = None if shape.startswith("None") else _declared_input(failure, int(wanted))
    first = declared or place or place_of(failure.last)
    others = related(
        (place, "The layer is built here."), (place_of(failure.last), "It is called here.")
    )
    return Crash(
        "keras-input-width",
        first,
        FaultType.LCN,
        f"Layer `{name}` expects {wanted} in axis {axis} of its input and gets shape ({shape}).",
        0.75,
        (FaultType.SHAPE, FaultType.CPP),
        "Declare the input with the shape of the data." if declared else None,
        tensors_at(failure),
        without(others, first),
    )


def _is_fitting(failure: Failure) -> bool:
    assert failure.last is not None
    calls = failure.sources.calls_at(place_of(failure.last))
    return any(called_name(call) in FITTING for call in calls)


def _declared_input(failure: Failure, width: int) -> Place | None:
    """The `Input` or `input_shape` whose last size is the one that was expected."""
    found = [
        Place(file, value.lineno)
        for file in failure.files
        for call in failure.sources.calls(file)
        for value in _declarations(call)
        if _last(value) == width
    ]
    return found[0] if len(found) == 1 else None


def _declarations(call: ast.Call) -> Iterator[ast.expr]:
    for keyword in call.keywords:
        if keyword.arg in ("input_shape", "input_dim", "batch_input_shape"):
            yield keyword.value
    named = called_name(call) in ("Input", "InputLayer", "build")
    shape = argument(call, 0, "shape", "input_shape") if named else None
    if shape is not None:
        yield shape


def _last(node: ast.expr) -> int | None:
    if isinstance(node, ast.Tuple | ast.List):
        return constant(node.elts[-1]) if node.elts else None
    return constant(node)


def _input_rank(failure: Failure, match: re.Match[str]) -> Crash | None:
    """Too few or too many axes: the line that builds on it, or the data that is fitted."""
    name, wanted, got, shape = match.groups()
    if failure.last is None:
        return None
    here = place_of(failure.last)
    layer = layer_called(failure, name)
    origin = Origins(failure).of_argument(failure.last, 0, "x") if _is_fitting(failure) else None
    inside = _whole_model(failure) and layer is not None and not _is_fitting(failure)
    place = origin.place if origin else layer if inside and layer else here
    more = int(wanted) > int(got)
    single = _returns_last(failure, layer or here) if more and not origin else None
    place = single or place
    return Crash(
        "keras-input-axes",
        place,
        FaultType.SHAPE,
        f"Layer `{name}` needs an input with {wanted} axes and gets {got}: shape ({shape}).",
        0.75,
        (FaultType.CPP, FaultType.LRM),
        "Set `return_sequences=True`, so that the layer gives an output for every step."
        if single
        else "Add the missing axis, for example with `keras.ops.expand_dims(x, -1)`."
        if more
        else "Flatten or pool the input first, or use `return_sequences=False`.",
        tensors_at(failure),
        without(related((layer, "The layer is built here."), (here, "It is called here.")), place),
    )


def _returns_last(failure: Failure, place: Place) -> Place | None:
    """The recurrent layer before a line that gives its last output only."""
    before = [
        call
        for call in failure.sources.calls(place.file)
        if called_name(call)[:1].isupper() and call.lineno < (place.line or 0)
    ]
    for call in sorted(before, key=lambda call: -call.lineno):
        if called_name(call) in RECURRENT:
            sequences = argument(call, None, "return_sequences")
            every = isinstance(sequences, ast.Constant) and sequences.value is True
            return None if every else Place(place.file, call.lineno)
        if called_name(call) not in SAME_AXES:
            return None
    return None


def _whole_model(failure: Failure) -> bool:
    """Whether the line that failed builds a model from a list of layers."""
    assert failure.last is not None
    calls = failure.sources.calls_at(place_of(failure.last))
    return any(called_name(call) in ("Sequential", "Model", "build") for call in calls)


def _loss_shapes(failure: Failure, match: re.Match[str]) -> Crash | None:
    target, output = _sizes(match.group(1)), _sizes(match.group(2))
    if failure.last is None or not output:
        return None
    width = output[-1]
    if len(target) < len(output) or (target[-1] == 1 and width != 1):
        return _sparse(failure, target, output)
    if len(target) == len(output) and target[-1] != width and width is not None:
        return _output_width(failure, target, width)
    cause = f"The targets have the shape {list(target)} and the outputs {list(output)}."
    return at_last_line(failure, "keras-loss-shapes", FaultType.SHAPE, cause, 0.6)


def _sparse(
    failure: Failure, target: tuple[int | None, ...], output: tuple[int | None, ...]
) -> Crash | None:
    """Class indices with a loss that compares vectors, or the output is one too wide."""
    assert failure.last is not None
    place = _compiled(failure, "loss", 1)
    encodings = {data.encoding for data in failure.summary.parts.data if data.targets}
    classes = "integer" in encodings
    return Crash(
        "keras-loss-shapes",
        place or place_of(failure.last),
        FaultType.LCH if classes else FaultType.SHAPE,
        f"The loss compares targets {list(target)} with outputs {list(output)}, which need equal "
        "shapes.",
        0.85 if place and classes else 0.6,
        (FaultType.CPP, FaultType.LCN),
        "Use the sparse loss for class indices, or one-hot targets." if classes else None,
        tensors_at(failure),
        related((place_of(failure.last), "The loss is computed here.")),
    )


def _compiled(failure: Failure, name: str, position: int) -> Place | None:
    """Where `compile` was given its loss or metrics."""
    for setting in reversed(failure.summary.parts.settings):
        if setting.name != "keras.compile" or setting.place is None:
            continue
        call = failure.sources.call_of(setting.place, "compile")
        given = argument(call, position, name) if call is not None else None
        return Place(setting.place.file, given.lineno) if given is not None else setting.place
    return None


def _output_width(failure: Failure, target: tuple[int | None, ...], width: int) -> Crash | None:
    assert failure.last is not None
    built = layer_with(failure, "Dense", (0, ("units",), width)) or _last_built(failure)
    place = built or place_of(failure.last)
    return Crash(
        "keras-output-width",
        place,
        FaultType.LCN,
        f"The network has {width} outputs and the targets have {target[-1]}.",
        0.8 if built else 0.6,
        (FaultType.CPP, FaultType.LCH),
        f"Use {target[-1]} units in the last layer.",
        tensors_at(failure),
        without(related((place_of(failure.last), "The loss is computed here.")), place),
    )


def _last_built(failure: Failure) -> Place | None:
    layers = failure.layers_before()
    return layers[-1].built if layers else None


def _identifier(failure: Failure, match: re.Match[str]) -> Crash | None:
    kind, word = match.group(1).lower(), match.group(2).strip("'\"` .")
    fault_type = IDENTIFIERS.get(kind)
    found = at_last_line(
        failure,
        "keras-unknown-name",
        fault_type or FaultType.API,
        f"Keras knows no {kind} called `{word[:60]}`.",
        0.9,
    )
    written = _written(failure, word)
    if found is None or written is None:
        return found
    others = without(related((found.place, "It is looked up here.")), written)
    return replace(found, place=written, related=others)


def _written(failure: Failure, word: str) -> Place | None:
    lines = {
        Place(file, node.lineno)
        for file in failure.files
        for node in failure.sources.nodes(file)
        if isinstance(node, ast.Constant) and node.value == word
    }
    return lines.pop() if len(lines) == 1 else None


def _no_room(failure: Failure, match: re.Match[str]) -> Crash | None:
    """The kernel's shape tells the layer: its size and its number of filters."""
    sizes = re.search(r"kernel shape=\(([\d, ]+)\)", failure.message)
    kernel = _sizes(sizes.group(1)) if sizes else ()
    built = None
    if kernel and kernel[0] is not None and kernel[-1] is not None:
        built = layer_with(
            failure,
            "Conv",
            (0, ("filters",), kernel[-1]),
            (1, ("kernel_size",), kernel[0]),
        )
    cause = "The kernel is larger than the input that is left at this layer."
    found = at_last_line(failure, "kernel-size", FaultType.LCF, cause, 0.75)
    if found is None:
        return None
    advice = 'Use a smaller kernel, `padding="same"`, or fewer pooling layers.'
    return replace(
        found,
        place=built or found.place,
        advice=advice,
        alternatives=(FaultType.LAD, FaultType.SHAPE),
    )


def _reshape(failure: Failure, match: re.Match[str]) -> Crash | None:
    sizes = f": {match.group(1)} cannot become {match.group(2)}" if match.group(1) else ""
    cause = f"The new shape has another number of elements than the input{sizes}."
    found = at_last_line(failure, "keras-reshape", FaultType.SHAPE, cause, 0.8)
    layer = _failing_layer(failure)
    if found is None or layer is None:
        return found
    others = related((found.place, "The layer is called here."))
    return replace(found, place=layer, related=without(others, layer))


def _failing_layer(failure: Failure) -> Place | None:
    """Where the layer that Keras names in its message is built, if there is one such layer."""
    named = re.search(r"when calling (\w{1,100})\.call\(\)", failure.message)
    if named is None:
        return None
    frame = failure.layer
    if frame is not None and frame.module is not None and frame.module.type == named.group(1):
        return frame.module.built
    found = [
        Place(file, call.lineno)
        for file in failure.files
        for call in failure.sources.calls(file)
        if called_name(call) == named.group(1)
    ]
    return found[0] if len(found) == 1 else None


def _own_layer(failure: Failure, match: re.Match[str]) -> Crash | None:
    """A layer of the project failed while Keras worked out its shapes; no frame is left of it."""
    owner = failure.sources.class_named(failure.files, match.group(1))
    told = re.search(
        r"Error encountered:\s*(.{1,200}?)\s*(?:Arguments received|$)", failure.message, re.S
    )
    if owner is None or failure.last is None:
        return None
    file, kind = owner
    call = next((m for m in kind.body if isinstance(m, Function) and m.name == "call"), None)
    if call is None:
        return None
    place = Place(file, _product_line(call) or call.lineno)
    cause = f"`{kind.name}.call` fails: {told.group(1) if told else 'its shapes do not fit'}."
    return Crash(
        "keras-own-layer",
        place,
        FaultType.SHAPE,
        cause.replace("..", "."),
        0.65,
        (FaultType.LCN, FaultType.API),
        None,
        tensors_at(failure),
        related((place_of(failure.last), "The model is built here.")),
    )


def _product_line(method: Function) -> int | None:
    """The only line that combines tensors, or the only statement."""
    lines = {
        node.lineno
        for node in ast.walk(method)
        if (isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult))
        or (isinstance(node, ast.Call) and called_name(node) in ("matmul", "dot", "einsum"))
    }
    if len(lines) == 1:
        return lines.pop()
    return method.body[0].lineno if len(method.body) == 1 else None


def _at_call(pattern: str, fault_type: FaultType, cause: str, advice: str | None) -> Family:
    def explain(failure: Failure, match: re.Match[str]) -> Crash | None:
        said = [part or "" for part in match.groups()]
        text = cause.format(*said, "", "")
        found = at_last_line(failure, "keras-misuse", fault_type, text, 0.85)
        return replace(found, advice=advice) if found else None

    return family(pattern, explain)


_LAYER = r"of layer ['\"]([\w/]{1,200})['\"]"
FAMILIES = (
    family(
        _LAYER + r".{0,80}expected axis (-?\d+) of input shape to have value (\d+), but received "
        r"input with shape \(([^)]{0,200})\)",
        _input_width,
    ),
    family(
        _LAYER + r".{0,80}expected (?:min_|max_)?ndim=(\d+), found ndim=(\d+)\. Full shape "
        r"received: \(([^)]{0,200})\)",
        _input_rank,
    ),
    family(
        r"`target` and `output` must have the same (?:shape|rank).{0,80}target\.shape="
        + SIZES
        + r".{0,40}output\.shape="
        + SIZES,
        _loss_shapes,
    ),
    family(r"Shapes " + SIZES + " and " + SIZES + " are incompatible", _loss_shapes),
    family(
        r"(?:could not interpret|unknown) (\w+)(?: function)?(?: identifier)?: (.{1,100})",
        _identifier,
    ),
    family(r"Computed output size would be zero or negative|Negative dimension size", _no_room),
    family(r"when calling (\w+)\.call\(\).{0,20}Could not automatically infer", _own_layer),
    _at_call(
        r"You must call `compile\(\)` before",
        FaultType.API,
        "The model is used for training before it is compiled.",
        "Call `model.compile` first.",
    ),
    _at_call(
        r"isn't built|has not (?:yet )?been built|is not built|has never been called",
        FaultType.API,
        "The model has no weights yet: it was neither built nor called on data.",
        "Add `keras.Input(shape=...)` as the first layer, or call `model.build`.",
    ),
    _at_call(
        r"Data cardinality is ambiguous.{0,120}'x' sizes: ([\d, ]+).{0,40}'y' sizes: ([\d, ]+)",
        FaultType.CPP,
        "The inputs have {0} examples and the targets {1}.",
        None,
    ),
    _at_call(
        r"requires inputs with matching shapes|Inputs have incompatible shapes|merge layer should "
        r"be called on",
        FaultType.SHAPE,
        "The inputs of the merging layer have shapes that do not fit.",
        None,
    ),
    family(
        r"total size of (?:the )?(?:new )?(?:tensor|array) must be unchanged.{0,40}?"
        r"(?:input_shape ?= ?(\([^)]{0,80}\)), target_shape ?= ?(\([^)]{0,80}\)))?",
        _reshape,
    ),
    _at_call(
        r"expected (\d+) variables, but received (\d+) variables|objects could not be loaded|"
        r"Layer count mismatch when loading weights|Weight count mismatch",
        FaultType.API,
        "The saved weights do not fit the model.",
        None,
    ),
)
