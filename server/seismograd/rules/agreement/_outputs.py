"""What reaches a loss: the function that made it, the layer behind it, and its width."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.program.model import Layer, LossUse, Program
from seismograd.program.operations import through
from seismograd.program.scores import function_of, layer_of, width_of
from seismograd.source.evaluate.values import Place, Tensor

UNBOUNDED = frozenset(
    {"celu", "elu", "exponential", "gelu", "hard_swish", "leaky_relu", "linear", "log_sigmoid",
     "log_softmax", "mish", "prelu", "relu", "rrelu", "selu", "silu", "softplus", "softshrink",
     "softsign", "tanh", "tanhshrink"}
)  # fmt: skip
"""Functions whose values are no probabilities: some are negative or above one."""
CATEGORICAL = frozenset({"cross_entropy", "sparse_cross_entropy"})
REGRESSION = frozenset({"huber", "log_cosh", "mae", "mape", "mse", "msle"})


@dataclass(frozen=True, slots=True)
class Output:
    """A prediction as it reaches a loss, reshapes and dropout looked through."""

    function: str
    """The activation that made it, or "linear"."""
    tensor: Tensor
    place: Place
    """Where the activation stands, or the layer where there is none."""
    layer: Layer | None
    """The layer of the network that stands for it."""
    units: int | None
    """The width of the learned layer that makes it, where nothing can override it."""

    @property
    def index(self) -> int | None:
        return None if self.layer is None else self.layer.index

    @property
    def described(self) -> str:
        return "raw scores" if self.function == "linear" else f"the result of {self.function}"


def outputs(program: Program) -> list[tuple[LossUse, Output]]:
    """Each loss with what reaches it, where that is known."""
    return program.derived(_all_outputs)


def _all_outputs(program: Program) -> list[tuple[LossUse, Output]]:
    found = ((loss, output_of(loss)) for loss in program.losses)
    return [(loss, output) for loss, output in found if output is not None]


def output_of(loss: LossUse) -> Output | None:
    """What reaches a loss; None where it is not known."""
    tensor = through(loss.prediction, "dropout")
    if not isinstance(tensor, Tensor) or tensor.place is None:
        return None
    function = function_of(tensor)
    if function is None:
        return None
    layer = layer_of(tensor, loss.network)
    place = _stated_activation(layer) if function == "linear" else None
    return Output(function, tensor, place or tensor.place, layer, _width(loss))


def _width(loss: LossUse) -> int | None:
    """The number of scores; PyTorch looks for classes on axis 1, where only vectors have them."""
    value = loss.prediction
    shape = value.shape if isinstance(value, Tensor) and value.op != "conv" else None
    if loss.framework == "torch" and shape is not None and len(shape) != 2:
        return None
    return width_of(value, loss.network)


def _stated_activation(layer: Layer | None) -> Place | None:
    """Where a layer says that it has no activation, or the layer."""
    if layer is None or layer.path.startswith("torch."):
        return None
    stated = layer.setting("activation")
    return layer.place if stated is None or stated.value is None else stated.place
