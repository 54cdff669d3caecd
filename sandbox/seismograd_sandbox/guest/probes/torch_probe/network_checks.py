"""Questions to the trained network itself, once the script is over: a few calls, one batch.

What a network computes for an example must not depend on the others of its batch; a network for
sequences or images should notice when their order is lost; and one that predicts the next token
must not see it. Several layers without a function between them are as good as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any

from .kit import Kit
from .loss_functions import LossFunctions
from .modules import Modules
from .tensors import first_tensor
from .untraced import can_be_read

MOST_NUMBERS = 4_000_000
"""Of a batch that is kept: it stays in memory until the script is over."""
SAME = 1e-3
"""Of the spread of the output: rounding stays far below it."""
FEWEST_POSITIONS = 4
ATTENTION = ("attention", "transformer")
CONVOLUTIONS = ("Conv1d", "Conv2d", "Conv3d")
LINEAR = ("Linear", *CONVOLUTIONS)
FEWEST_EXAMPLES = 8
RECONSTRUCTED = 0.05
"""Of the differences between inputs, in the outputs: 0.8 and more in healthy autoencoders, also
variational ones, and 0.0002 in those that have collapsed."""
SHIFTED = 0.95
"""Of all tokens that are followed by their own target: the rest may be padding."""


@dataclass
class Call:
    """A call for training, as it was made."""

    network: Any
    inputs: tuple[Any, ...]
    target: Any = None
    varied: bool = False
    """Whether another call was given something else."""
    reconstructs: bool = False
    """Whether the loss compares with what the network was given."""
    looked: bool = False
    """Whether the target was looked at: losses are computed in all steps, calls kept in few."""

    @property
    def batch(self) -> Any:
        return self.inputs[0]


class NetworkChecks:
    """Keeps the last sampled call for training, and asks about it at the end."""

    def __init__(self, kit: Kit, modules: Modules, functions: LossFunctions) -> None:
        self._kit = kit
        self._modules = modules
        self._functions = functions
        self._call: Call | None = None
        self.seen = kit.guard(self._seen)
        self.given = kit.guard(self._given)

    def _seen(self, network: Any, inputs: Any) -> None:
        if not network.training or not self._kit.torch.is_grad_enabled():
            return
        call = _kept(self._kit.torch, network, inputs)
        before = self._call
        if call is not None and before is not None and before.network is network:
            call.varied = before.varied or not _equal(self._kit.torch, before.batch, call.batch)
        self._call = call

    def _given(self, arguments: Any, options: Any) -> None:
        """What the loss after the call compares with."""
        call = self._call
        target = arguments[1] if len(arguments) > 1 else options.get("target")
        if call is None or call.target is not None or not can_be_read(self._kit.torch, target):
            return  # calls are kept in sampled steps only, losses are computed in all
        if not target.is_floating_point():
            call.target = target.detach().clone()
        elif not call.looked and target.numel() == call.batch.numel():
            call.looked = True
            flat = target.detach().reshape(-1), call.batch.reshape(-1)
            call.reconstructs = _equal(self._kit.torch, *flat)

    def finish(self) -> None:
        call, self._call = self._call, None
        if call is None:
            return
        torch = self._kit.torch
        with _undisturbed(torch, call.network):
            plain = _output(torch, call)
            if plain is None or _differs(plain, _output(torch, call), plain):
                return  # it keeps something from call to call
            for name, check in CHECKS.items():
                answer = check(torch, call, plain)
                if answer is not None:
                    self._tell(name, call, answer)

    def _tell(self, name: str, call: Call, answer: Answer) -> None:
        layer = None if answer.layer is None else self._modules.layer(answer.layer)
        place = None if answer.layer is None else self._kit.births.place_of(answer.layer)
        self._kit.observer.record(
            "network_check",
            check=name,
            network=self._modules.meet_network(call.network),
            result=answer.holds,
            layer=layer,
            terms=self._functions.adds_terms if name == "uses-input" else None,
            place=place or self._kit.births.place_of(call.network),
        )


@dataclass
class Answer:
    holds: bool
    layer: Any = None
    """The part of the network that it comes from, where that is known."""


def independent_examples(torch: Any, call: Call, plain: Any) -> Answer | None:
    """Whether an example has the same output when the others of its batch are other ones."""
    batch = call.batch
    pairs = _shared_axes(batch, plain)
    if not pairs or not call.varied or _uses_batch_statistics(call.network):
        return None  # one batch that never changes may be a graph, whose rows belong together
    layer = None
    for axes in pairs:
        mixing = [_mixing_layer(torch, call, plain, axes, row) for row in (0, -1)]
        if None in mixing:
            return None
        if not any(one.found for one in mixing if one):
            return Answer(True)
        layer = layer or next((one.layer for one in mixing if one and one.layer), None)
    return Answer(False, layer)


@dataclass
class Mixing:
    found: bool
    layer: Any = None


def _mixing_layer(
    torch: Any, call: Call, plain: Any, axes: tuple[int, int], row: int
) -> Mixing | None:
    """Whether the output for an example changes when all others become like it."""
    batch, (axis, out_axis) = call.batch, axes
    count = batch.shape[axis]
    same = torch.full((count,), row % count, dtype=torch.long, device=batch.device)
    alike = batch.index_select(axis, same)
    if _equal(torch, alike, batch):
        return None
    with _outputs_of_layers(torch, call.network) as before:
        _output(torch, call)
    with _outputs_of_layers(torch, call.network) as after:
        other = _output(torch, call, alike)
    if other is None or other.shape != plain.shape:
        return None
    if not _differs(plain.select(out_axis, row), other.select(out_axis, row), plain):
        return Mixing(False)
    return Mixing(True, _first_changed(before, after, count, row))


def order_matters(torch: Any, call: Call, plain: Any) -> Answer | None:
    """Whether the output notices that positions or pixels have changed places."""
    axes = _axes_of_order(call)
    if axes is None or _spread(plain) == 0:
        return None
    batch = call.batch
    flat = batch.flatten(*axes) if axes[0] != axes[1] else batch
    count = flat.shape[axes[0]]
    if count < FEWEST_POSITIONS:
        return None
    order = torch.arange(count - 1, -1, -1, device=batch.device).roll(count // 3)
    moved = flat.index_select(axes[0], order).reshape(batch.shape)
    other = _output(torch, call, moved)
    if other is None or other.shape != plain.shape or _equal(torch, moved, batch):
        return None
    if not _differs(plain, other, plain):
        return Answer(False, _layer_of_order(call.network))
    if plain.dim() > 2 and plain.shape[1] == count:
        moves_along = not _differs(plain.index_select(1, order), other, plain)
        return Answer(not moves_along, _layer_of_order(call.network) if moves_along else None)
    return Answer(True)


def future_is_hidden(torch: Any, call: Call, plain: Any) -> Answer | None:
    """Whether a network that is trained to tell the next token can see it."""
    batch, target = call.batch, call.target
    if target is None or batch.dim() != 2 or batch.is_floating_point() or plain.dim() != 3:
        return None
    if target.numel() != batch.numel() or plain.shape[:2] != batch.shape or batch.shape[1] < 3:
        return None
    following = target.reshape(batch.shape)
    shifted = (following[:, :-1] == batch[:, 1:]).float().mean().item()
    if shifted < SHIFTED or _equal(torch, following, batch):
        return None
    changed = batch.clone()
    changed[:, -1] = batch[:, -1].roll(1, 0)
    if _equal(torch, changed, batch):
        changed[:, -1] = batch[:, 0]
    other = _output(torch, call, changed)
    if other is None or other.shape != plain.shape or _equal(torch, changed, batch):
        return None
    return Answer(not _differs(plain[:, :-1], other[:, :-1], plain))


def bends(torch: Any, call: Call, plain: Any) -> Answer | None:
    """Whether the network is more than one linear map, where it has several layers."""
    batch = call.batch
    layers = [part for part in call.network.modules() if type(part).__name__ in LINEAR]
    if not batch.is_floating_point() or len(layers) < 2 or batch.shape[0] < 2:
        return None
    halves = (0.5 * (batch + batch.roll(1, 0)), batch.roll(1, 0))
    middle, rolled = (_output(torch, call, half) for half in halves)
    if middle is None or rolled is None or not middle.shape == rolled.shape == plain.shape:
        return None
    if not _differs(plain, rolled, plain):
        return None  # one answer for everything is linear, and worse
    return Answer(_differs(middle, 0.5 * (plain + rolled), plain), layers[0])


def uses_input(torch: Any, call: Call, plain: Any) -> Answer | None:
    """Whether a network that is trained to give back its input does so at all."""
    batch = call.batch
    if not call.reconstructs or plain.numel() != batch.numel() or batch.shape[0] < FEWEST_EXAMPLES:
        return None
    moved = batch.roll(1, 0)
    other = _output(torch, call, moved)
    if other is None or other.shape != plain.shape or not _spread(batch - moved):
        return None
    return Answer(_spread(plain - other) >= RECONSTRUCTED * _spread(batch - moved))


CHECKS: dict[str, Callable[[Any, Call, Any], Answer | None]] = {
    "independent-examples": independent_examples,
    "order-matters": order_matters,
    "future-is-hidden": future_is_hidden,
    "bends": bends,
    "uses-input": uses_input,
}


def _kept(torch: Any, network: Any, inputs: Any) -> Call | None:
    tensors = [part for part in inputs if isinstance(part, torch.Tensor)]
    if not inputs or not isinstance(inputs[0], torch.Tensor) or inputs[0].dim() == 0:
        return None
    readable = all(can_be_read(torch, part) for part in tensors)
    if not readable or sum(part.numel() for part in tensors) > MOST_NUMBERS:
        return None
    kept = (part.detach().clone() if isinstance(part, torch.Tensor) else part for part in inputs)
    return Call(network, tuple(kept))


@contextmanager
def _undisturbed(torch: Any, network: Any) -> Iterator[None]:
    """In evaluation mode, without gradients; what is drawn at random is not missed afterwards."""
    modes = [(module, module.training) for module in network.modules()]
    # Asking a GPU for its state would start one that the script has not used.
    gpus = range(torch.cuda.device_count()) if torch.cuda.is_initialized() else ()
    with ExitStack() as stack:
        stack.enter_context(torch.random.fork_rng(devices=gpus))
        stack.enter_context(redirect_stdout(StringIO()))  # what it prints was not asked for
        stack.enter_context(torch.inference_mode(False))
        stack.enter_context(torch.no_grad())
        for module, _ in modes:
            module.training = False
        try:
            yield
        finally:
            for module, mode in modes:
                module.training = mode


def _output(torch: Any, call: Call, batch: Any = None) -> Any:
    """With the same random numbers every time; None where the network takes something else."""
    torch.manual_seed(0)
    inputs = (call.batch if batch is None else batch, *call.inputs[1:])
    try:
        made = first_tensor(torch, call.network(*inputs))
    except Exception:  # code of the script: what was given by name is not kept, for one
        return None
    usable = can_be_read(torch, made) and made.is_floating_point() and made.dim() > 0
    return made.clone() if usable and bool(torch.isfinite(made).all()) else None


def _differs(first: Any, second: Any, whole: Any) -> bool:
    """By more than rounding does, beside the spread of all outputs."""
    if second is None or first.shape != second.shape:
        return True
    return float((first - second).abs().max()) > SAME * max(_spread(whole), 1e-6)


def _spread(output: Any) -> float:
    return float(output.std()) if output.numel() > 1 else 0.0


def _equal(torch: Any, first: Any, second: Any) -> bool:
    return first.shape == second.shape and bool(torch.equal(first, second))


def _shared_axes(batch: Any, output: Any) -> list[tuple[int, int]]:
    """Axes that may count the examples, in the input and in the output."""
    return [
        (axis, out_axis)
        for axis in range(min(2, batch.dim()))
        for out_axis in range(min(2, output.dim()))
        if batch.shape[axis] == output.shape[out_axis] > 1
    ]


def _uses_batch_statistics(network: Any) -> bool:
    return any(getattr(part, "track_running_stats", True) is False for part in network.modules())


@contextmanager
def _outputs_of_layers(torch: Any, network: Any) -> Iterator[list[tuple[Any, Any]]]:
    found: list[tuple[Any, Any]] = []

    def note(module: Any, inputs: Any, output: Any) -> None:
        made = first_tensor(torch, output)
        if made is not None and made.is_floating_point():
            found.append((module, made.detach().clone()))

    leaves = [part for part in network.modules() if not any(True for _ in part.children())]
    handles = [leaf.register_forward_hook(note) for leaf in leaves]
    try:
        yield found
    finally:
        for handle in handles:
            handle.remove()


def _first_changed(before: list[Any], after: list[Any], count: int, row: int) -> Any:
    """The first layer whose output for an example has changed."""
    for (layer, made), (_, other) in zip(before, after):
        if made.shape != other.shape:
            return None
        axes = [axis for axis in range(min(2, made.dim())) if made.shape[axis] == count]
        rows = [(made.select(axis, row), other.select(axis, row)) for axis in axes]
        if rows and all(_differs(first, second, made) for first, second in rows):
            return layer
    return None


def _axes_of_order(call: Call) -> tuple[int, int] | None:
    """First and last axis of what has an order, where the network is of a kind that uses it."""
    batch, kinds = call.batch, [type(part).__name__ for part in call.network.modules()]
    if any(kind in CONVOLUTIONS for kind in kinds) and batch.is_floating_point():
        return (2, batch.dim() - 1) if batch.dim() >= 3 else None
    attends = any(word in kind.lower() for kind in kinds for word in ATTENTION)
    is_sequence = batch.dim() == (3 if batch.is_floating_point() else 2)
    return (1, 1) if attends and is_sequence else None


def _layer_of_order(network: Any) -> Any:
    """The first that could have used the order."""
    for part in network.modules():
        kind = type(part).__name__
        if kind in CONVOLUTIONS or any(word in kind.lower() for word in ATTENTION):
            return part
    return None
