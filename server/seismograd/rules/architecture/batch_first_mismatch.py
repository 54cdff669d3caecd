from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program
from seismograd.program.shapes.operation import shape_of
from seismograd.program.shapes.sizes import BATCH
from seismograd.program.torch.layers import layer_settings
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Const, Object, Sequence, Tensor, Value, integer

_RECURRENT = frozenset({"torch.nn.GRU", "torch.nn.LSTM", "torch.nn.RNN"})


class BatchFirstMismatch(Rule):
    """
    ## What it does
    Finds code that takes the last step of a recurrent layer's output along the axis that holds
    the batch, and a recurrent layer without `batch_first` that is given the batches of a loader
    as they are.

    ## Why is this bad?
    Without `batch_first=True` the output of `nn.LSTM`, `nn.GRU` and `nn.RNN` is ordered time,
    batch, features. `output[:, -1]` is then all steps of the last example, not the last step of
    all examples. Nothing raises an error if the sizes happen to fit, and training goes nowhere.

    ## Example
    ```python
    self.lstm = nn.LSTM(32, 64)
    ...
    output, _ = self.lstm(x)
    return self.fc(output[:, -1])
    ```

    ## How to fix
    Say that the batch comes first, if it does:
    ```python
    self.lstm = nn.LSTM(32, 64, batch_first=True)
    ```

    ## When to ignore
    Hardly ever.

    ## References
    - PyTorch documentation of `torch.nn.LSTM`: with `batch_first=True` the input and output
      tensors are provided as (batch, seq, feature).
    """

    code = "SG322"
    name = "batch-first-mismatch"
    fault_type = FaultType.SHAPE
    alternatives = (FaultType.API,)
    severity = Severity.WARNING
    confidence = 0.85

    def check(self, program: Program) -> Iterator[Finding]:
        for tensor in _taking_part(program):
            if tensor.op == "getitem":
                yield from self._of_index(tensor)
            elif tensor.op == "recurrent":
                yield from self._of_input(tensor)

    def _of_input(self, tensor: Tensor) -> Iterator[Finding]:
        layer = _recurrent(tensor)
        given = shape_of(tensor.inputs[0]) if layer is not None else None
        if layer is None or layer.place is None or _batch_first(layer) is not False:
            return
        if given is not None and given[0] == BATCH and tensor.place is not None:
            yield self.finding(
                layer.place.span,
                "This layer takes the batch for time: with batch_first=False the input is ordered "
                "time, batch, features, but it gets batch, time, features.",
                because="The first axis of what it is given is the batch of a loader.",
                related=[Related(tensor.place.span, "applied here")],
            )

    def _of_index(self, tensor: Tensor) -> Iterator[Finding]:
        layer = _recurrent(tensor.inputs[0])
        batch_first = None if layer is None else _batch_first(layer)
        axis = _last_step_axis(tensor.inputs[1] if len(tensor.inputs) > 1 else None)
        if layer is None or batch_first is None or axis is None or tensor.place is None:
            return
        if axis == (0 if batch_first else 1):
            order = "batch, time, features" if batch_first else "time, batch, features"
            yield self.finding(
                tensor.place.span,
                f"This takes the last example, not the last step: with batch_first={batch_first} "
                f"the output is ordered {order}.",
                because=f"The index -1 stands at axis {axis}, which holds the batch.",
                related=[] if layer.place is None else [Related(layer.place.span, "built here")],
            )


def _taking_part(program: Program) -> Iterator[Tensor]:
    """What networks compute with, and what layers outside of them are given."""
    found = {id(tensor): tensor for network in program.networks for tensor in network.flow.tensors}
    seen: set[int] = set()
    for call in program.index.making("dense"):
        given = call.result.inputs[:1] if isinstance(call.result, Tensor) else ()
        # One layer's input is often computed from another's: what was met before is not met again.
        while given and isinstance(tensor := given[0], Tensor) and id(tensor) not in seen:
            seen.add(id(tensor))
            found[id(tensor)] = tensor
            given = tensor.inputs[:1]
    yield from found.values()


def _recurrent(value: Value) -> Object | None:
    """The recurrent layer whose sequence of outputs a value is; a batch of several is assumed."""
    if not isinstance(value, Tensor) or value.op != "recurrent":
        return None
    layer = value.layer
    known = isinstance(layer, Object) and layer.path in _RECURRENT
    source = value.inputs[0] if value.inputs else None
    if not known or not isinstance(source, Tensor) or source.op in ("pack", "unsqueeze"):
        return None
    if source.shape is not None and (len(source.shape) != 3 or 1 in source.shape[:2]):
        return None
    return layer if isinstance(layer, Object) else None


def _batch_first(layer: Object) -> bool | None:
    setting = layer_settings(layer.path, layer.call).get("batch_first")
    soft = setting is not None and isinstance(setting.value, Const) and setting.value.soft
    return None if setting is None or soft else setting.flag


def _last_step_axis(index: Value | None) -> int | None:
    """The axis at which -1 is picked, where all axes before it are taken whole."""
    if integer(index) == -1:
        return 0
    if not isinstance(index, Sequence) or index.kind == "slice":
        return None
    for axis, item in enumerate(index.items[:2]):
        if integer(item) == -1:
            return axis
        if not _is_whole(item):
            return None
    return None


def _is_whole(item: Value) -> bool:
    return isinstance(item, Sequence) and item.kind == "slice" and all(
        isinstance(bound, Const) and bound.value is None for bound in item.items
    )  # fmt: skip
