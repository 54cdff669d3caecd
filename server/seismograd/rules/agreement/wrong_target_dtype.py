from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import LossUse, Program
from seismograd.program.operations import TRANSPARENT, through
from seismograd.program.shapes.operation import shape_of
from seismograd.rules.agreement._labels import encoding_of
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Tensor, Value
from seismograd.source.rewrite import rename_function, replace, source_of

_WANT_FLOATS = frozenset({"bce", "bce_with_logits"})
_INTEGERS = frozenset({"int16", "int32", "int64", "int8", "uint8"})
_FLOATS = frozenset({"bfloat16", "float16", "float32", "float64"})
_CASTS = frozenset({"double", "float", "int", "long"})


class WrongTargetDtype(Rule):
    """
    ## What it does
    Finds PyTorch losses whose target has a type that they do not take: class numbers cast to
    floating point for `nn.CrossEntropyLoss` or `nn.NLLLoss`, and integers for the binary
    cross-entropies.

    ## Why is this bad?
    Class numbers have to be integers: a floating-point target is taken for class probabilities, or
    the call fails. The binary losses compute with the target and need floating-point values: the
    call, or `backward()`, fails.

    ## Example
    ```python
    loss = F.binary_cross_entropy_with_logits(net(x).squeeze(1), y.long())
    ```

    ## How to fix
    ```python
    loss = F.binary_cross_entropy_with_logits(net(x).squeeze(1), y.float())
    ```

    ## When to ignore
    Never: the program stops with an error.

    ## References
    - PyTorch documentation of `torch.nn.CrossEntropyLoss`, "Target", and of
      `torch.nn.BCEWithLogitsLoss`.
    """

    code = "SG120"
    name = "wrong-target-dtype"
    fault_type = FaultType.CPP
    alternatives = (FaultType.API,)
    severity = Severity.ERROR
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for loss in program.losses:
            wanted = _wanted(loss)
            if wanted is not None:
                yield self._finding(loss, wanted)

    def _finding(self, loss: LossUse, wanted: str) -> Finding:
        target, source = loss.target, _typed(loss.target)
        dtype = None if source is None else source.dtype
        place = target.place if target is not None and target.place is not None else loss.place
        number = "floating-point values" if wanted == "float" else "class numbers as integers"
        return self.finding(
            (place if _is_cast(target) else loss.place).span,
            f"The target of this loss is {dtype}, but the loss takes {number}: "
            "the program stops with an error.",
            because=f"The target has the type {dtype}.",
            fixes=_fixes(loss, wanted),
        )


def _wanted(loss: LossUse) -> str | None:
    """The cast that the target needs; None where it is right or not known."""
    source = _typed(loss.target)
    if loss.framework != "torch" or source is None:
        return None
    if loss.kind in _WANT_FLOATS and source.dtype in _INTEGERS:
        return "float"
    if loss.kind in ("cross_entropy", "nll") and source.dtype in _FLOATS:
        labels = encoding_of(through(loss.target))
        numbers = labels is not None and labels.encoding == "integer"
        return "long" if numbers or _lacks_class_axis(loss) else None
    return None


def _lacks_class_axis(loss: LossUse) -> bool:
    """Whether a target has one axis less than the scores: it cannot hold probabilities."""
    scores, target = shape_of(loss.prediction), shape_of(loss.target)
    return scores is not None and target is not None and len(target) == len(scores) - 1


def _typed(value: Value | None) -> Tensor | None:
    """The step that decides the type of a value, where nothing after it can change that."""
    while isinstance(value, Tensor) and value.inputs and _keeps_type(value):
        value = value.inputs[0]
    if not isinstance(value, Tensor):
        return None
    if value.op == "data" and len(value.inputs) == 2:
        # A batch has the type of the data set's own tensors.
        return _typed(value.inputs[1])
    cast = value.op == "cast" and value.call is not None and value.call.method in _CASTS
    return value if cast or value.op == "labels" or _is_made_of_type(value) else None


def _is_made_of_type(tensor: Tensor) -> bool:
    asked = tensor.call is not None and "dtype" in tensor.call.keywords
    return tensor.op in ("FloatTensor", "LongTensor") or (tensor.op == "tensor" and asked)


def _keeps_type(tensor: Tensor) -> bool:
    if tensor.op == "device" and tensor.call is not None and tensor.call.method == "to":
        return all("device" in source_of(argument.place) for argument in tensor.call.arguments)
    return tensor.op in TRANSPARENT and tensor.op != "cast"


def _is_cast(target: object) -> bool:
    return isinstance(target, Tensor) and target.op == "cast"


def _fixes(loss: LossUse, wanted: str) -> list[Fix]:
    target = loss.target
    argument = None if loss.call is None else loss.call.argument(1, "target")
    if not isinstance(target, Tensor) or argument is None:
        return []
    cast = target.call if target.op == "cast" else None
    if cast is not None and cast.method in _CASTS:
        edit = rename_function(cast.place, cast.method, wanted)
    elif isinstance(argument.place.node, ast.Name):
        edit = replace(argument.place, f"{source_of(argument.place)}.{wanted}()")
    else:
        return []
    return safe_fix(f"Use .{wanted}()", edit)
