"""Other uses of the framework that it refuses, one row each."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from seismograd.faults import FaultType
from seismograd.localise.crashes.answers import at_last_line, related, without
from seismograd.localise.crashes.crash import Crash
from seismograd.localise.crashes.failure import Failure, place_of
from seismograd.localise.crashes.family import Family, family
from seismograd.localise.crashes.sources import Function, called_name
from seismograd.traces.events import Place

Row = tuple[str, FaultType, float, str, str | None]
ROWS: tuple[Row, ...] = (
    (
        r"can't optimize a non-leaf Tensor",
        FaultType.GRAPH,
        0.8,
        "The optimiser is given a tensor that is computed from others, not a parameter.",
        "Make it a leaf: call `.detach().requires_grad_()` after the last operation on it.",
    ),
    (
        r"cannot assign (?:module|parameters?|buffers?) before Module\.__init__\(\) call",
        FaultType.API,
        0.95,
        "The layer is assigned before `super().__init__()` has run.",
        "Call `super().__init__()` first.",
    ),
    (
        r"embed_dim must be divisible by num_heads",
        FaultType.LCN,
        0.9,
        "The width of the attention is no multiple of its number of heads.",
        None,
    ),
    (
        r"(?:num_channels|in_channels|out_channels) must be divisible by (?:num_)?groups",
        FaultType.LCN,
        0.9,
        "The number of channels is no multiple of the number of groups.",
        None,
    ),
    (
        r"Boolean value of Tensor with more than one value is ambiguous",
        FaultType.API,
        0.8,
        "A tensor with more than one element is used as a condition.",
        "Use `.any()`, `.all()` or a comparison of single elements. A loss has to be built before "
        "it is called: `nn.MSELoss()(output, target)`.",
    ),
    (
        r"Invalid learning rate: (\S+)",
        FaultType.HLR,
        0.95,
        "The learning rate {0} is not allowed.",
        None,
    ),
    (
        r"Invalid (?:momentum|beta parameter|epsilon|alpha|rho)\S*(?: value| at index \d)?: (\S+)",
        FaultType.OCH,
        0.9,
        "The value {0} is not allowed for this optimiser.",
        None,
    ),
    (
        r"Invalid weight_decay value: (\S+)",
        FaultType.RAW,
        0.95,
        "The weight decay {0} is not allowed.",
        None,
    ),
    (
        r"dropout (?:probability|should be a number in range).{0,40}",
        FaultType.RCD,
        0.9,
        "The dropout rate is not between 0 and 1.",
        None,
    ),
    (
        r"batch_size should be a positive integer value, but got batch_size=(\S+)",
        FaultType.HBS,
        0.95,
        "The batch size {0} is not allowed.",
        None,
    ),
    (
        r"Torch not compiled with CUDA enabled|No CUDA GPUs are available|Found no NVIDIA driver",
        FaultType.API,
        0.8,
        "This line asks for CUDA, and there is none on this machine.",
        "Choose the device with `torch.cuda.is_available()`.",
    ),
    (
        r"Attempting to deserialize object on a CUDA device",
        FaultType.API,
        0.9,
        "The file was saved from a GPU, and there is none on this machine.",
        "Pass `map_location='cpu'` to `torch.load`.",
    ),
    (
        r"Weights only load failed|weights_only",
        FaultType.API,
        0.7,
        "The file holds more than tensors, which `torch.load` does not read by default.",
        "Save a state dict, or pass `weights_only=False` for a file that you trust.",
    ),
    (
        r"loaded state dict (?:contains a parameter group|has a different number of parameter)",
        FaultType.API,
        0.85,
        "The saved state of the optimiser is that of other parameters.",
        "Give the optimiser the same parameters in the same groups as when it was saved.",
    ),
    (
        r"forward\(\) (?:missing \d+ required|takes \d+ positional|got an unexpected keyword)",
        FaultType.API,
        0.7,
        "The module is called with other arguments than its `forward` takes.",
        None,
    ),
    (
        r"params argument given to the optimizer should be an iterable",
        FaultType.API,
        0.9,
        "The optimiser is given a single tensor in the place of a list of parameters.",
        "Pass `model.parameters()` or a list.",
    ),
    (
        r"Only Tensors of floating point and complex dtype can require gradients|only tensors of "
        r"floating point dtype can require gradients",
        FaultType.API,
        0.85,
        "A tensor of whole numbers cannot require a gradient.",
        "Make it float first.",
    ),
)


def _row(row: Row) -> Family:
    pattern, fault_type, confidence, cause, advice = row

    def explain(failure: Failure, match: re.Match[str]) -> Crash | None:
        said = [(part or "").strip(".,") for part in match.groups()]
        text = cause.format(*said, *[""] * 2)
        found = at_last_line(failure, "api-misuse", fault_type, text, confidence)
        return replace(found, advice=advice) if found else None

    return family(pattern, explain)


def _empty_parameters(failure: Failure, match: re.Match[str]) -> Crash | None:
    """Layers in a plain list or dict are not registered."""
    cause = "The model has no registered parameters"
    found = at_last_line(failure, "no-parameters", FaultType.REG, f"{cause}.", 0.6)
    hidden = _plain_containers(failure)
    if found is None or not hidden:
        return found
    return replace(
        found,
        place=hidden[0],
        cause=f"{cause}: its layers are in a plain list or dict.",
        confidence=0.9,
        advice="Use `nn.ModuleList` or `nn.ModuleDict`.",
        related=without(related((found.place, "The optimiser gets an empty list.")), hidden[0]),
    )


def _plain_containers(failure: Failure) -> list[Place]:
    return [
        Place(file, node.lineno)
        for file in failure.files
        for node in failure.sources.nodes(file)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.List | ast.Dict | ast.ListComp | ast.DictComp)
        and any(_is_own_attribute(target) for target in node.targets)
        and (_builds_layers(node.value) or _is_filled(failure, file, node))
    ]


def _is_own_attribute(target: ast.expr) -> bool:
    return (
        isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == "self"
    )


def _builds_layers(value: ast.AST) -> bool:
    return any(
        isinstance(node, ast.Call) and called_name(node)[:1].isupper() for node in ast.walk(value)
    )


def _is_filled(failure: Failure, file: str, node: ast.Assign) -> bool:
    """`self.layers.append(nn.Linear(...))` after an empty list."""
    name = ast.unparse(node.targets[0])
    return any(
        isinstance(call.func, ast.Attribute)
        and call.func.attr in ("append", "extend", "insert")
        and ast.unparse(call.func.value) == name
        and any(_builds_layers(part) for part in call.args)
        for call in failure.sources.calls(file)
    )


def _tuple_input(failure: Failure, match: re.Match[str]) -> Crash | None:
    """A recurrent layer gives its outputs and its state; only one of the two is a tensor."""
    kind = match.group(1)
    if kind == "NoneType":
        return _nothing_returned(failure)
    cause = f"A layer is given a {kind} in the place of a tensor"
    found = at_last_line(failure, "not-a-tensor", FaultType.API, f"{cause}.", 0.65)
    layers = [layer for layer in failure.summary.parts.layers if layer.built is not None]
    recurrent = [layer for layer in layers if layer.type in ("LSTM", "GRU", "RNN")]
    if found is None or kind != "tuple" or not recurrent or recurrent[-1].built is None:
        return found
    inside = any(frame.module and frame.module.type == "Sequential" for frame in failure.below)
    place = recurrent[-1].built if inside else found.place
    return replace(
        found,
        place=place,
        cause=f"{cause}: {recurrent[-1].type} returns its outputs and its state.",
        confidence=0.85,
        advice="Take the first element: `output, state = rnn(x)`.",
        related=without(related((found.place, "It is called here.")), place),
    )


def _nothing_returned(failure: Failure) -> Crash | None:
    for file in failure.files:
        for node in failure.sources.nodes(file):
            if isinstance(node, Function) and node.name == "forward" and not _returns(node):
                cause = "`forward` does not return anything."
                found = at_last_line(failure, "no-return", FaultType.API, cause, 0.85)
                return replace(found, place=Place(file, node.lineno)) if found else None
    cause = "A layer is given None in the place of a tensor."
    return at_last_line(failure, "not-a-tensor", FaultType.API, cause, 0.5)


def _returns(function: Function) -> bool:
    return any(
        isinstance(node, ast.Return | ast.Yield) and node.value is not None
        for node in ast.walk(function)
    ) or all(isinstance(node, ast.Raise | ast.Expr | ast.Pass) for node in function.body)


def _no_forward(failure: Failure, match: re.Match[str]) -> Crash | None:
    cause = f"`{match.group(1)}` has no method `forward`."
    found = at_last_line(failure, "no-forward", FaultType.API, cause, 0.9)
    owner = failure.sources.class_named(failure.files, match.group(1))
    if found is None or owner is None or failure.last is None:
        return found
    place = Place(owner[0], owner[1].lineno)
    others = related((place_of(failure.last), "It is called here."))
    return replace(found, place=place, related=without(others, place))


FAMILIES = (
    family(r"optimizer got an empty parameter list", _empty_parameters),
    family(r"must be Tensor, not (\w+)", _tuple_input),
    family(
        r"'NoneType' object has no attribute '(?:backward|shape|size|dim|view)'()",
        lambda f, m: _nothing_returned(f),
    ),
    family(r'Module \[(\w+)\] is missing the required "forward" function', _no_forward),
    *(_row(row) for row in ROWS),
)
