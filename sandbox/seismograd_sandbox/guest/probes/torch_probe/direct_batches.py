"""Batches that no loader gave: tensors that a script indexed itself and called a network with.

A call that a backward pass follows is for training. One without a graph, of a network that is
trained, is an evaluation.
"""

from __future__ import annotations

import time
import weakref
from collections import deque
from typing import Any, NamedTuple

from ...batches import arrays_in
from .credit import Credit
from .direct_data import DirectData
from .epochs import Epochs
from .evaluations import Evaluations
from .example_keys import Keys, example_keys
from .kit import Kit
from .loaders import Loaders
from .modules import Modules
from .plan import Plan
from .tensors import first_tensor
from .untraced import aside, can_be_read, may_look

MOST_A_STEP = 4
"""Calls for one backward pass; a network that is called more often is given parts of an example."""
KEYS_SHARE = 0.2
"""Of the budget, for the keys of examples."""
AT_ONCE_S = 1.0
"""Times the budget: seconds that may be spent at the beginning of a run, where most is learned.
Keys and descriptions of batches have half of it each."""


class _Call:
    """A call with a graph, until it is known what it was for."""

    def __init__(self, network: int, training: bool, size: int) -> None:
        self.network = network
        self.training = training
        self.size = size
        self.is_data = False
        self.wanted = False
        self.keys: Keys | None = None
        self.inputs: list[Any] | None = None
        """Kept for a moment where they are looked at: the targets come later."""
        self.targets: Any = None


class DirectBatches:
    def __init__(
        self,
        kit: Kit,
        plan: Plan,
        modules: Modules,
        loaders: Loaders,
        evaluations: Evaluations,
        epochs: Epochs,
    ) -> None:
        self._kit = kit
        self._plan = plan
        self._modules = modules
        self._loaders = loaders
        self._evaluations = evaluations
        self._epochs = epochs
        self._data = DirectData(kit, loaders)
        self._trained: set[int] = set()
        self._pending: list[_Call] = []
        self._evaluated: _Call | None = None
        self._usual: int | None = None
        self._may_be_evaluation = False
        """Whether there were calls with a graph that no backward pass followed."""
        self._outputs: deque[_Output] = deque(maxlen=8)
        """What networks gave back: it may be given to a network again, without its graph."""
        budget = kit.observer.options.budget
        self._for_keys = Credit(budget * KEYS_SHARE, budget * AT_ONCE_S / 2)
        self._for_data = Credit(0.0, budget * AT_ONCE_S / 2)

    def called(self, network: Any, arguments: Any, options: Any, result: Any) -> None:
        torch = self._kit.torch
        if not self._kit.is_ours or not may_look(torch):
            return
        number = self._modules.network(network)
        given = first_tensor(torch, (arguments, options))
        made = first_tensor(torch, result)
        if number is None or given is None or made is None:
            return
        for_training = made.requires_grad
        self._add_evaluated()
        if for_training or number in self._trained:
            call = _Call(number, bool(network.training), _size(given, made))
            call.is_data = self._is_data(given)
            with aside(torch):
                self._look(call, given, made, (arguments, options), for_training)
        self._outputs.append(_Output(weakref.ref(made), made.data_ptr(), made.numel()))

    def computed(self, arguments: Any, options: Any) -> None:
        """A loss function was called: its target is what the last batch was to be told as."""
        last = self._evaluated or (self._pending[-1] if self._pending else None)
        if last is None or last.inputs is None or last.targets is not None:
            return
        target = arguments[1] if len(arguments) > 1 else options.get("target")
        if can_be_read(self._kit.torch, target) and self._is_data(target):
            last.targets = target

    def differentiated(self) -> None:
        """A backward pass begins: the last calls were for it, those before were not."""
        self._add_evaluated()
        calls, self._pending = self._pending, []
        self._forget_outputs()
        if not calls:
            return
        count = len(calls)
        self._usual = count if self._usual is None else min(self._usual, count)
        if self._usual == 1:
            for call in calls[:-1]:
                self._evaluated_with_graph(call)
        for call in calls[-self._usual :]:
            self._trained_with(call)

    def finish(self) -> None:
        self._add_evaluated()
        if self._usual == 1:
            for call in self._pending:
                self._evaluated_with_graph(call)
        self._pending.clear()
        self._epochs.finish()
        self._data.finish()

    def _look(self, call: _Call, given: Any, made: Any, inputs: Any, for_training: bool) -> None:
        ours = not self._loaders.is_active
        role = "train" if for_training else "validation"
        if ours and call.is_data:
            call.wanted = self._wants(call.network, role)
        if call.wanted or (ours and call.is_data and self._may_be_evaluation):
            call.inputs = [_batched(tensor, given, made) for tensor in arrays_in(inputs)]
        if for_training:
            if ours and call.is_data:
                call.keys = self._keys(call.network, _batched(given, given, made))
            self._hold(call)
        elif ours:
            self._evaluated = call
            self._evaluations.called(call.network, call.training, self._kit.torch.is_grad_enabled())

    def _wants(self, network: int, role: str) -> bool:
        if self._data.is_new(network, role):
            return True
        wanted = not self._data.is_complete(network, role)
        if not wanted or not (self._for_data.is_enough or self._plan.wants_data()):
            wanted = False
            self._data.missed(network, role)
        return wanted

    def _hold(self, call: _Call) -> None:
        self._pending.append(call)
        if len(self._pending) > MOST_A_STEP:
            self._pending[-MOST_A_STEP - 1].inputs = None
        del self._pending[: -2 * MOST_A_STEP]

    def _trained_with(self, call: _Call) -> None:
        self._trained.add(call.network)
        if self._loaders.is_active or (self._usual or 1) > MOST_A_STEP:
            return
        if call.is_data:
            self._loaders.batch = call.size
            self._epochs.add(call.network, call.keys, call.size)
        if self._epochs.repeated(call.network):
            self._data.complete(call.network)
        elif call.wanted and call.inputs is not None:
            self._add(call, "train")

    def _evaluated_with_graph(self, call: _Call) -> None:
        self._may_be_evaluation = True
        if call.network in self._trained and not self._loaders.is_active:
            self._evaluations.called(call.network, call.training, True)
            if call.inputs is not None and self._wants(call.network, "validation"):
                self._add(call, "validation")

    def _add_evaluated(self) -> None:
        call, self._evaluated = self._evaluated, None
        if call is not None and call.inputs is not None:
            self._add(call, "validation")

    def _add(self, call: _Call, role: str) -> None:
        began = time.perf_counter()
        with aside(self._kit.torch):
            seen = self._data.add(call.network, role, call.inputs, call.targets)
        if role == "validation" and seen is not None:
            self._evaluations.seen_in_training(seen)
        seconds = time.perf_counter() - began
        self._for_data.spend(seconds)
        self._plan.charge_data(seconds)

    def _keys(self, network: int, tensor: Any) -> Keys | None:
        if not self._epochs.wants_keys(network) or not self._for_keys.is_enough:
            return None
        began = time.perf_counter()
        keys = example_keys(tensor)
        self._for_keys.spend(time.perf_counter() - began)
        return keys

    def _is_data(self, tensor: Any) -> bool:
        """Not what a network or a computation with parameters has made of it."""
        if tensor.grad_fn is not None or not can_be_read(self._kit.torch, tensor):
            return False
        at, size = tensor.data_ptr(), tensor.numel()
        return not any(output.at == at and output.size == size for output in self._outputs)

    def _forget_outputs(self) -> None:
        """Those that are gone: their memory will be used for something else."""
        for _ in range(len(self._outputs)):
            output = self._outputs.popleft()
            if output.tensor() is not None:
                self._outputs.append(output)


class _Output(NamedTuple):
    tensor: weakref.ref[Any]
    at: int
    size: int


def _batched(tensor: Any, given: Any, made: Any) -> Any:
    """With the examples along the first axis; a single one that a script gives has no such axis."""
    return tensor.unsqueeze(0) if _is_single(given, made) and _is_tensor(tensor) else tensor


def _is_tensor(value: Any) -> bool:
    return hasattr(value, "unsqueeze")


def _is_single(given: Any, made: Any) -> bool:
    return given.dim() == 1 and (made.dim() == 0 or made.shape[0] != given.shape[0])


def _size(given: Any, made: Any) -> int:
    return 1 if given.dim() == 0 or _is_single(given, made) else int(given.shape[0])
