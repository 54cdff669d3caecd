"""Questions to the trained network itself, once the script is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from importlib.util import find_spec
from io import StringIO
from typing import Any

from ...altering.nested import tensors_in
from ..lost_amplitude import fits
from ..network_questions import MOST_NUMBERS, ask_all
from ..parameter_effects import Effect, effects
from ..quantile_levels import named_levels
from ..torch_gradients import TriedWithGradients
from ..tried_network import Answer
from .curvature import is_flat
from .derivatives import Derivatives
from .draws import Draws
from .kit import Kit
from .loss_functions import LossFunctions
from .modules import Modules
from .tensors import first_tensor
from .untraced import can_be_read


@dataclass
class Call:
    """A call for training, as it was made."""

    network: Any
    inputs: tuple[Any, ...]
    named: dict[str, Any]
    """What it was given by name."""
    target: Any = None
    labels: Any = None
    """What the first loss after it compares with, where it has one row for each example."""
    compared: bool = False
    """Whether there was a loss after it."""
    numbers: Any = None
    """What the loss compares with, where it is one measured number for each example."""
    varied: bool = False
    """Whether another call was given something else."""
    reconstructs: bool = False
    """Whether the loss compares with what the network was given."""
    looked: bool = False
    """Whether the target was looked at: losses are computed in all steps, calls kept in few."""

    @property
    def batch(self) -> Any:
        return self.given[0]

    def with_sources(self, torch: Any) -> tuple[list[Any], Call]:
        """Tensors of real numbers that it is given, ready to be differentiated by, in a copy."""
        sources: list[Any] = []

        def ready(part: Any) -> Any:
            if not isinstance(part, torch.Tensor) or not part.is_floating_point():
                return part
            sources.append(part.detach().clone().requires_grad_())
            return sources[-1]

        inputs = tuple(ready(part) for part in self.inputs)
        named = {name: ready(part) for name, part in self.named.items()}
        return sources, replace(self, inputs=inputs, named=named)

    def again(self, batch: Any) -> Any:
        """The same call with another batch."""
        if self.inputs:
            return self.network(batch, *self.inputs[1:], **self.named)
        return self.network(**{**self.named, next(iter(self.named)): batch})

    @property
    def given(self) -> tuple[Any, ...]:
        return (*self.inputs, *self.named.values())

    def with_other(self, place: int, tensor: Any) -> Call:
        """A copy that is given another tensor in one place."""
        given = [tensor if at == place else one for at, one in enumerate(self.given)]
        count = len(self.inputs)
        named = dict(zip(self.named, given[count:]))
        return replace(self, inputs=tuple(given[:count]), named=named)


class NetworkChecks:
    """Keeps the last sampled call for training, and asks about it at the end."""

    def __init__(
        self, kit: Kit, modules: Modules, functions: LossFunctions, derivatives: Derivatives
    ) -> None:
        self._kit = kit
        self._derivatives = derivatives
        self._modules = modules
        self._functions = functions
        self._call: Call | None = None
        self.draws = Draws(kit)
        self.seen = kit.guard(self._seen)
        self.given = kit.guard(self._given)

    def _seen(self, network: Any, inputs: Any, named: dict[str, Any]) -> None:
        """A network was called in training mode."""
        if not self._kit.torch.is_grad_enabled():
            return
        call = _kept(self._kit.torch, network, inputs, named)
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
        if not call.compared:
            call.compared = True
            call.labels = target.detach().clone() if fits(target, call.batch) else None
        if not target.is_floating_point():
            call.target = target.detach().clone()
            return
        if call.numbers is None and target.numel() == len(call.batch):
            call.numbers = target.detach().clone()
        if not call.looked and target.numel() == call.batch.numel():
            flat = target.detach().reshape(-1), call.batch.reshape(-1)
            call.looked = True
            call.reconstructs = _equal(self._kit.torch, *flat)

    def effects(self, parameters: list[Any]) -> dict[int, Effect]:
        """Of each on the answer, by identity; nothing where it cannot be asked."""
        call, torch = self._call, self._kit.torch
        if call is None or not parameters or find_spec("numpy") is None:
            return {}
        with _undisturbed(torch, call.network):
            tried = TriedModule(self._kit, call, self._derivatives)
            return effects(torch, self._kit.observer.places, tried, parameters)

    def finish(self) -> None:
        call, self._call = self._call, None
        if call is None or find_spec("numpy") is None:
            return  # PyTorch works without it, and then cannot hand out arrays
        with _undisturbed(self._kit.torch, call.network):
            tried = TriedModule(self._kit, call, self._derivatives, self.draws)
            tried.loss = self._functions.own
            for name, answer in ask_all(tried):
                self._tell(name, call, answer)

    def _tell(self, name: str, call: Call, answer: Answer) -> None:
        layer = None if answer.layer is None else self._modules.layer(answer.layer)
        built = None if answer.layer is None else self._kit.births.place_of(answer.layer)
        self._kit.observer.record(
            "network_check",
            check=name,
            network=self._modules.meet_network(call.network),
            result=answer.holds,
            layer=layer,
            shares=answer.shares,
            terms=self._functions.adds_terms if name == "uses-input" else None,
            place=answer.place or built or self._kit.births.place_of(call.network),
        )


class TriedModule(TriedWithGradients):
    channels_last = False

    def __init__(
        self, kit: Kit, call: Call, derivatives: Derivatives, draws: Draws | None = None
    ) -> None:
        self._torch = torch = kit.torch
        self._derivatives = derivatives
        self._draws = draws
        self._places = kit.observer.places
        self._call = call
        self.batch = _array(torch, call.batch)
        self.target = None if call.target is None else _array(torch, call.target)
        self.labels = None if call.labels is None else _array(torch, call.labels)
        self.numbers = None if call.numbers is None else _array(torch, call.numbers)
        self.varied, self.reconstructs = call.varied, call.reconstructs
        self.layers = list(call.network.modules())
        self.uses_batch_statistics = any(
            getattr(part, "track_running_stats", True) is False for part in self.layers
        )

    def answer(self, batch: Any) -> Any:
        torch, call = self._torch, self._call
        torch.manual_seed(0)
        given = torch.as_tensor(batch).to(device=call.batch.device, dtype=call.batch.dtype)
        try:
            made = first_tensor(torch, call.again(given))
        except Exception:  # code of the script: it may want something else
            return None
        usable = can_be_read(torch, made) and made.is_floating_point() and made.dim() > 0
        return _array(torch, made) if usable and bool(torch.isfinite(made).all()) else None

    def other_tokens(self) -> list[tuple[int, Any]]:
        torch = self._torch
        others = list(enumerate(self._call.given))[1:]
        tensors = [(at, one) for at, one in others if can_be_read(torch, one)]
        return [(at, _array(torch, one)) for at, one in tensors if not one.is_floating_point()]

    def answer_with(self, place: int, tokens: Any) -> Any:
        before, torch = self._call, self._torch
        given = torch.as_tensor(tokens).to(before.given[place])
        self._call = before.with_other(place, given)
        try:
            return self.answer(self.batch)
        finally:
            self._call = before

    def answers_of_layers(self, batch: Any) -> list[tuple[Any, Any]]:
        found: list[tuple[Any, Any]] = []

        def note(layer: Any, output: Any) -> None:
            made = first_tensor(self._torch, output)
            if made is not None and made.is_floating_point():
                found.append((layer, _array(self._torch, made)))

        with self._hooked(self._leaves(), note):
            self.answer(batch)
        return found

    def is_reached(self, layer: Any) -> bool:
        return self._reached_layers().get(id(layer), False)

    def cut_by_draw(self) -> Answer | None:
        """As in training: in evaluation mode, networks take the mean instead of a draw."""
        if self._draws is None or not self._draws.any:
            return None
        with self._own_parts_training():
            layer = self.last_layer_without_gradient()
            if layer is None:
                return None
            line = self._draws.line_that_cuts(lambda: self.is_reached(layer))
        return None if line is None else Answer(False, layer, line)

    @contextmanager
    def _own_parts_training(self) -> Iterator[None]:
        """Those that the script defines; running means and dropout of others stay as they are."""
        own = [one for one in self.layers if not type(one).__module__.startswith("torch.")]
        for module in own:
            module.training = True
        try:
            yield
        finally:
            for module in own:
                module.training = False

    def _leaves(self) -> list[Any]:
        return [part for part in self.layers if not any(True for _ in part.children())]

    def _learns(self, layer: Any) -> bool:
        return any(one.requires_grad for one in layer.parameters(recurse=False))

    def _called_again(self) -> Any:
        return self._called_with(self._call.batch)

    def _called_with(self, batch: Any) -> Any:
        self._torch.manual_seed(0)
        given = batch.to(device=self._call.batch.device, dtype=self._call.batch.dtype)
        return first_tensor(self._torch, self._call.again(given))

    def named_levels(self, count: int) -> list[tuple[float, ...]]:
        return named_levels(self._places, count)

    def loss_of(self, output: Any) -> float | None:
        torch, target = self._torch, self._call.numbers
        given = torch.as_tensor(output).to(device=target.device, dtype=target.dtype)
        try:
            return float(self.loss(given, target))
        except Exception:  # code of the script: it may want something else
            return None

    def second_derivative_line(self) -> Any:
        site = self._derivatives.second
        return None if site is None else site.place

    def is_flat(self) -> bool | None:
        """Of layers with weights: what the script makes of their answer may well be curved."""
        made: list[Any] = []
        learning = [one for one in self._leaves() if self._learns(one)]
        keep = self._hooked(learning, lambda leaf, output: made.extend(self._floats(output)))
        with self._torch.enable_grad(), keep:
            sources, call = self._call.with_sources(self._torch)
            try:
                call.again(call.batch)
                return is_flat(self._torch, sources, made)
            except Exception:  # code of the script, and derivatives that do not exist
                return None

    def _floats(self, output: Any) -> list[Any]:
        return [one for one in tensors_in(output, self._is_float) if one.requires_grad]

    @contextmanager
    def _hooked(self, layers: list[Any], action: Callable[[Any, Any], Any]) -> Iterator[None]:
        handles = [
            one.register_forward_hook(lambda layer, inputs, output: action(layer, output))
            for one in layers
        ]
        try:
            yield
        finally:
            for handle in handles:
                handle.remove()


def _kept(torch: Any, network: Any, inputs: Any, named: dict[str, Any]) -> Call | None:
    given = (*inputs, *named.values())
    tensors = [part for part in given if isinstance(part, torch.Tensor)]
    if not given or not isinstance(given[0], torch.Tensor) or given[0].dim() == 0:
        return None
    readable = all(can_be_read(torch, part) for part in tensors)
    if not readable or sum(part.numel() for part in tensors) > MOST_NUMBERS:
        return None

    def kept(part: Any) -> Any:
        return part.detach().clone() if isinstance(part, torch.Tensor) else part

    by_name = {name: kept(part) for name, part in named.items()}
    return Call(network, tuple(kept(part) for part in inputs), by_name)


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


def _equal(torch: Any, first: Any, second: Any) -> bool:
    return first.shape == second.shape and bool(torch.equal(first, second))


def _array(torch: Any, tensor: Any) -> Any:
    """Half precision as single: NumPy does not know all of its kinds, and the sums overflow."""
    here = tensor.detach().cpu()
    is_half = here.dtype in (torch.bfloat16, torch.float16)
    return (here.float() if is_half else here.clone()).numpy()
