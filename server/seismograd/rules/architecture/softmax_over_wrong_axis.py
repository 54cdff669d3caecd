from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import Network, Program
from seismograd.program.operations import PASSING, TRANSPARENT, chain, through
from seismograd.program.scores import layer_of
from seismograd.program.shapes.sizes import BATCH
from seismograd.rules.offers import safe_fix, unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Argument, Call
from seismograd.source.evaluate.values import Object, Tensor, Value, integer, is_none
from seismograd.source.rewrite import replace, set_argument

_NORMALISING = frozenset({"log_softmax", "softmax", "softmin"})
_TORCH = frozenset({
    "torch.nn.Softmax", "torch.nn.LogSoftmax", "torch.nn.Softmin",
    "torch.nn.functional.softmax", "torch.nn.functional.log_softmax",
    "torch.nn.functional.softmin",
})  # fmt: skip
"""What may be called without a dimension, and then guesses one."""
_BATCHED = frozenset({"batch_norm", "conv", "conv_transpose", "max_pool"})
"""Operations in front of which the first axis is the batch."""


class SoftmaxOverWrongAxis(Rule):
    """
    ## What it does
    Finds a softmax over the batch axis, a softmax of attention over another axis than the keys,
    and a PyTorch softmax that does not say over which axis it goes.

    ## Why is this bad?
    Over the batch axis the probabilities of one class sum to one over all examples: an example's
    prediction depends on its neighbours in the batch, and its own classes do not sum to one.
    Attention sums values with weights that do not sum to one, or that mix heads and queries.
    Without `dim`, PyTorch takes axis 0 for one and three axes and axis 1 otherwise: right for a
    matrix, wrong for a batch of sequences; it warns and will stop to guess.

    ## Example
    ```python
    probabilities = F.softmax(self.fc(x))
    weights = F.softmax(scores, dim=0)
    ```

    ## How to fix
    ```python
    probabilities = F.softmax(self.fc(x), dim=1)
    ```

    ## When to ignore
    Where the first axis is not the batch: sequence-first tensors, a single example. Axis 0 is
    reported only where the layers before show that it is the batch.

    ## References
    - PyTorch documentation of `torch.nn.functional.softmax`: `dim` is the dimension along which
      softmax is computed; leaving it out is deprecated.
    """

    code = "SG306"
    name = "softmax-over-wrong-axis"
    fault_type = FaultType.API
    alternatives = (FaultType.ACH,)
    severity = Severity.WARNING
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for network in program.networks:
            for tensor in network.flow.tensors:
                built = _built(tensor)
                if tensor.op in _NORMALISING and built is not None:
                    yield from self._of_softmax(network, tensor, built)

    def _of_softmax(self, network: Network, tensor: Tensor, built: Call) -> Iterator[Finding]:
        layer = layer_of(tensor, network)
        index = None if layer is None else layer.index
        if _axis(tensor, built) == 0 and _has_batch(tensor):
            yield self.finding(
                built.place.span,
                f"{tensor.op} over axis 0 normalises over the batch: each prediction depends on "
                "the other examples, and the classes of one example do not sum to one.",
                because="The layers before it take the batch as their first axis.",
                layer=index,
                severity=Severity.ERROR,
                fixes=_fixes(tensor, built),
            )
        elif _misses_keys(network, tensor, built):
            yield self.finding(
                built.place.span,
                f"{tensor.op} over axis {_axis(tensor, built)} does not normalise attention: the "
                "product that follows sums over the last axis, whose weights do not sum to one.",
                because="The weights are the left factor of a matrix product.",
                layer=index,
                severity=Severity.ERROR,
                fixes=_last_axis_fixes(tensor, built),
            )
        elif built.path in _TORCH and _leaves_axis_open(built):
            yield self.finding(
                built.place.span,
                f"{tensor.op} without `dim` guesses the axis: 0 for one or three axes, else 1.",
                because="No `dim` is given.",
                layer=index,
                fixes=_fixes(tensor, built),
            )


def _built(tensor: Tensor) -> Call | None:
    return tensor.layer.call if isinstance(tensor.layer, Object) else tensor.call


def _axis(tensor: Tensor, built: Call) -> int | None:
    """The axis that a softmax is told to go over."""
    found = _axis_argument(tensor, built)
    return None if found is None else integer(found.value)


def _axis_argument(tensor: Tensor, built: Call) -> Argument | None:
    position = 0 if isinstance(tensor.layer, Object) or built.receiver is not None else 1
    return built.argument(position, "dim") or built.keywords.get("axis")


def _misses_keys(network: Network, tensor: Tensor, built: Call) -> bool:
    """Whether weights of attention, made of a product and put into another one, are normalised
    over another axis than the one that is summed over."""
    scores = through(tensor.inputs[0], "div", "mul", "masked_fill", "add", "where")
    if not isinstance(scores, Tensor) or scores.op != "matmul":
        return False
    path = network.flow.path(tensor, PASSING | {"contiguous", "dropout"})
    product = path[-1] if path and path[-1].op == "matmul" else None
    axis, rank = _axis(tensor, built), 0 if product is None else _rank(tensor, product)
    return axis is not None and rank > 2 and axis % rank != rank - 1


def _rank(weights: Tensor, product: Tensor) -> int:
    """The number of axes of what is put into a product; 0 where not known."""
    by_name = 3 if product.call is not None and product.call.method == "bmm" else 0
    return by_name if weights.shape is None else len(weights.shape)


def _last_axis_fixes(tensor: Tensor, built: Call) -> list[Fix]:
    found = _axis_argument(tensor, built)
    return [] if found is None else unsafe_fix("Use the last axis", replace(found.place, "-1"))


def _leaves_axis_open(built: Call) -> bool:
    position = 0 if built.path.startswith("torch.nn.functional") else -1
    given = built.argument(position + 1, "dim")
    return not built.open and (given is None or is_none(given.value))


def _has_batch(tensor: Tensor) -> bool:
    """Whether the first axis of a tensor is certainly the batch."""
    source = tensor.inputs[0] if tensor.inputs else None
    shape = source.shape if isinstance(source, Tensor) else None
    if shape is not None and len(shape) > 1 and shape[0] == BATCH:
        return True
    made = through(source)
    if not isinstance(made, Tensor) or made.op != "dense":
        return False
    steps = chain(source)
    moved = any(step.op in TRANSPARENT - PASSING - {"flatten", "reshape", "view"} for step in steps)
    return not moved and any(_keeps_batch(step) for step in steps)


def _keeps_batch(step: Tensor) -> bool:
    if step.op == "flatten":
        layer = step.layer
        return isinstance(layer, Object) and not layer.call.positional and not layer.call.keywords
    return step.op in _BATCHED


def _fixes(tensor: Tensor, built: Call) -> list[Fix]:
    """The class axis, where it is certain which one that is."""
    source = tensor.inputs[0] if tensor.inputs else None
    rank = len(source.shape) if isinstance(source, Tensor) and source.shape is not None else None
    made = through(source) if not _is_moved(source) else None
    direct = isinstance(made, Tensor) and made.op == "dense"
    axis = "1" if rank == 2 else "-1" if direct else None
    name = "axis" if "axis" in built.keywords or built.path.startswith("keras") else "dim"
    by_position = bool(built.positional[1 if built.path.startswith("torch.nn.f") else 0 :])
    edit = None if axis is None or by_position else set_argument(built.place, name, axis)
    return safe_fix(f"Use {name}={axis}", edit)


def _is_moved(value: Value | None) -> bool:
    """Whether axes were moved since a layer made a tensor."""
    while isinstance(value, Tensor) and value.op in TRANSPARENT and value.inputs:
        if value.op not in PASSING:
            return True
        value = value.inputs[0]
    return False
