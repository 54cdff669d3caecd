"""Batches that no loader gave: tensors that a script indexed itself and called a network with.

A call that a backward pass follows is for training. One without a graph, of a network that is
trained, is an evaluation.
"""

from __future__ import annotations

import time
from collections import deque
from typing import Any, NamedTuple

from ...batches import arrays_in
from ..example_keys import Keys, example_keys
from .credit import Credit
from .direct_data import DirectData
from .epochs import Epochs
from .evaluations import Evaluations
from .kit import Kit
from .loaders import AGAIN_AT_ONCE, AGAIN_SHARE, Loaders
from .modules import Modules
from .network_calls import NetworkCalls
from .network_copies import NetworkCopies
from .plan import Plan
from .readings import Readings
from .tensors import first_tensor
from .untraced import aside, can_be_read, may_look

MOST_A_STEP = 4
"""Calls for one backward pass; a network that is called more often is given parts of an example."""
MOST_OUTPUTS = 4
"""Tensors of what a network gave back that are remembered."""
MOST_FORMS = 64
LOOKS_SHARE = 0.2
"""Of the budget, for looks at calls for training."""
LOOKS_AT_ONCE_S = 0.5
DATA_AT_ONCE_S = 0.2
"""Times the budget: seconds that may be spent at the beginning of a run, where most is learned."""
GROWTH = 1.1
"""Between the steps at which calls are looked at once the passes are known: about 24 for ten times
as many steps."""
NEW_NETWORK = 40
"""Backward passes with looks after a network is met: it may be trained instead of another."""


Form = tuple[int, ...]
"""The sizes of an example."""


class _Call:
    """A call with a graph, until it is known what it was for."""

    def __init__(self, network: int, identity: int, training: bool, size: int) -> None:
        self.network = network
        self.identity = identity
        self.training = training
        self.size = size
        self.is_data = False
        self.has_graph = True
        """Whether gradients are computed, as far as the network has some to compute."""
        self.wanted = False
        self.again = False
        """Whether its examples are but compared with those that are remembered."""
        self.form: Form = ()
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
        self._forms: dict[int, set[Form]] = {}
        """Of the examples that each network is trained with."""
        self._sizes: dict[int, int] = {}
        """Of the largest batch that each network is trained with."""
        self._inner: Any = None
        self._next_look = 0.0
        self._left = NEW_NETWORK
        """Backward passes that are looked at whatever it costs."""
        self.calls = NetworkCalls(kit, self.called)
        self.copies = NetworkCopies(kit, modules)
        self.readings: Readings | None = None
        self._outputs: deque[_Output] = deque(maxlen=2 * MOST_OUTPUTS)
        """What networks gave back: it may be given to a network again, without its graph."""
        budget = kit.observer.options.budget
        self._for_looks = Credit(budget * LOOKS_SHARE, budget * LOOKS_AT_ONCE_S)
        self._for_data = Credit(0.0, budget * DATA_AT_ONCE_S)
        self._for_again = Credit(budget * AGAIN_SHARE, budget * AGAIN_AT_ONCE)

    def called(self, network: Any, arguments: Any, options: Any, result: Any) -> None:
        if not self._kit.is_ours or not may_look(self._kit.torch):
            return
        began = time.perf_counter()
        self._called(network, arguments, options, result)
        self._for_looks.spend(time.perf_counter() - began)

    def _called(self, network: Any, arguments: Any, options: Any, result: Any) -> None:
        torch = self._kit.torch
        given = first_tensor(torch, (arguments, options))
        made = first_tensor(torch, result)
        if given is None or made is None:
            return
        self.copies.called(network, given, made)
        number = self._number(network, for_training=made.requires_grad)
        self._add_evaluated()
        if number is not None and (made.requires_grad or number in self._trained):
            call = _Call(number, id(network), bool(network.training), _size(given, made))
            call.is_data = self._is_data(given)
            call.form = tuple(given.shape[1:])
            call.has_graph = made.requires_grad or self._may_be_for_training(network)
            self._look(call, given, made, (arguments, options))
            if self.readings is not None:
                self.readings.called(network, given, made)
        self._inner = None
        for tensor in [made] if made is result else arrays_in(result)[:MOST_OUTPUTS]:
            if isinstance(tensor, torch.Tensor):
                self._outputs.append(self._output(tensor))

    def _number(self, network: Any, *, for_training: bool) -> int | None:
        number = self._modules.network(network)
        if number is None and for_training and self._modules.has_room():
            return self._modules.meet_network(network)
        return number

    def computed(self, arguments: Any, options: Any) -> None:
        """A loss function was called: its target is that of the last batch.

        Some networks compute their loss themselves: then they were given the target.
        """
        target = arguments[1] if len(arguments) > 1 else options.get("target")
        if self.calls.inside:
            if self.calls.looks or not self._kit.torch.is_grad_enabled():
                self._inner = target
            return
        last = self._evaluated or next((c for c in reversed(self._pending) if c.is_data), None)
        if last is None or last.inputs is None or last.targets is not None:
            return
        if can_be_read(self._kit.torch, target) and self._is_data(target):
            last.targets = target

    def differentiated(self) -> None:
        """A backward pass begins: the last calls were for it, those before were not."""
        self.copies.differentiated()
        self._add_evaluated()
        if self.calls.counted:
            self._skip()
        else:
            self._take_pending()
        self._epochs.follow()
        self.calls.looks = self._wants_a_look()
        self.copies.listen(self.calls.looks)

    def _skip(self) -> None:
        """The calls before a backward pass were counted, and not all were looked at."""
        count, self.calls.counted = self.calls.counted + len(self._pending), 0
        self._pending.clear()
        self._may_be_evaluation = self._may_be_evaluation or (self._usual == 1 and count > 1)
        self._usual = count if self._usual is None else min(self._usual, count)
        self._epochs.missed()
        for network in self._trained:
            self._data.missed(network, "train")

    def _wants_a_look(self) -> bool:
        """Whether the calls up to the next backward pass are looked at."""
        if self._left > 0:
            self._left -= 1
            return True
        if self._kit.observer.steps >= self._next_look or self._epochs.begins_next:
            self._next_look = self._kit.observer.steps * GROWTH + 1
            return True
        if self._epochs.undecided or self._may_be_evaluation:
            return not self._loaders.is_active and self._for_looks.is_enough
        if any(self._wants_again(network) for network in self._trained):
            return not self._loaders.is_active and self._for_looks.is_enough
        return False

    def _take_pending(self) -> None:
        calls, self._pending = self._pending, []
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

    def _look(self, call: _Call, given: Any, made: Any, inputs: Any) -> None:
        """Only at what no loader gave; also which calls there were matters for a backward pass."""
        for_training = made.requires_grad
        ours = call.is_data and not self._loaders.is_active
        if ours and (for_training or self._is_evaluation(call)):
            self._look_at_data(call, given, made, inputs)
            if not for_training:
                self._evaluated = call
                self._evaluations.called(call.network, call.training, call.has_graph)
                self._note_repetition(call, given)
        elif ours and call.training and not call.has_graph:
            self._evaluations.used(call.network)
            self._note_repetition(call, given)
        elif call.training and not call.has_graph and self._loaders.is_without_steps:
            self._evaluations.passed()
            self._note_repetition(call, given)
        elif call.is_data and for_training and self._loaders.wants_again:
            self._keep_inputs(call, given, made, inputs)
        if for_training:
            self._hold(call)

    def _may_be_for_training(self, network: Any) -> bool:
        """Whether gradients are on, and the network is not frozen."""
        if not self._kit.torch.is_grad_enabled():
            return False
        return any(parameter.requires_grad for parameter in network.parameters())

    def _note_repetition(self, call: _Call, given: Any) -> None:
        if call.training:
            with aside(self._kit.torch):
                self._evaluations.repeated.add(given)

    def _look_at_data(self, call: _Call, given: Any, made: Any, inputs: Any) -> None:
        for_training = made.requires_grad
        call.wanted = self._wants(call.network, "train" if for_training else "validation")
        keys = for_training and self._wants_keys(call.network)
        call.again = for_training and not call.wanted and self._wants_again(call.network)
        if not (call.wanted or call.again or keys or self._may_be_evaluation):
            return
        found = [tensor for tensor in arrays_in(inputs) if self._is_input(tensor)]
        with aside(self._kit.torch):
            tensors = [_batched(tensor, given, made) for tensor in found]
            if keys:
                call.keys = example_keys(tensors)
        if call.wanted or call.again or self._may_be_evaluation:
            call.inputs = tensors
            call.targets = self._inner if len(found) < len(arrays_in(inputs)) else None

    def _keep_inputs(self, call: _Call, given: Any, made: Any, inputs: Any) -> None:
        """Of a batch of a loader: the script may have changed it since."""
        found = [tensor for tensor in arrays_in(inputs) if self._is_input(tensor)]
        with aside(self._kit.torch):
            call.inputs = [_batched(tensor, given, made) for tensor in found]

    def _wants_again(self, network: int) -> bool:
        return self._data.wants_again(network) and self._for_again.is_enough

    def _is_input(self, tensor: Any) -> bool:
        return isinstance(tensor, self._kit.torch.Tensor) and (
            tensor is not self._inner and self._is_data(tensor)
        )

    def _is_evaluation(self, call: _Call) -> bool:
        """Not where single examples are asked for while batches are trained with: that is use."""
        return call.size > 1 or self._sizes.get(call.network, 1) == 1

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
        if call.network not in self._trained:
            self._trained.add(call.network)
            self._left = NEW_NETWORK
        self.calls.trained.add(call.identity)
        if self._loaders.is_active and call.inputs is not None:
            self._loaders.given_on(call.inputs, call.targets)
        if self._loaders.is_active or (self._usual or 1) > MOST_A_STEP:
            return
        if call.is_data:
            self._loaders.batch = call.size
            self._sizes[call.network] = max(call.size, self._sizes.get(call.network, 1))
            self._note_form(call)
            self._epochs.add(call.network, call.keys, call.size)
        if self._epochs.repeated(call.network):
            self._data.complete(call.network)
        elif call.wanted and call.inputs is not None:
            self._add(call, "train")
        if call.again:
            self._compare_again(call)

    def _compare_again(self, call: _Call) -> None:
        if call.inputs is None or call.targets is None:
            return
        began = time.perf_counter()
        with aside(self._kit.torch):
            self._data.compare(call.network, call.inputs, call.targets)
        seconds = time.perf_counter() - began
        self._for_again.spend(seconds)
        self._plan.charge_data(seconds)

    def _note_form(self, call: _Call) -> None:
        forms = self._forms.setdefault(call.network, set())
        if len(forms) < MOST_FORMS:
            forms.add(call.form)

    def _evaluated_with_graph(self, call: _Call) -> None:
        self._may_be_evaluation = True
        ours = call.is_data and not self._loaders.is_active
        if ours and call.network in self._trained and self._is_evaluation(call):
            self._evaluations.called(call.network, call.training, True)
            if call.inputs is not None and self._wants(call.network, "validation"):
                self._add(call, "validation")

    def _add_evaluated(self) -> None:
        call, self._evaluated = self._evaluated, None
        if call is not None and call.inputs is not None:
            self._add(call, "validation")

    def _add(self, call: _Call, role: str) -> None:
        forms = self._forms.get(call.network)
        if role == "validation" and forms and call.form not in forms:
            return  # made up by the script, say to go on with a text: no example of the data
        began = time.perf_counter()
        with aside(self._kit.torch):
            seen = self._data.add(call.network, role, call.inputs, call.targets)
        if role == "validation" and seen is not None:
            self._evaluations.seen_in_training(seen)
        seconds = time.perf_counter() - began
        self._for_data.spend(seconds)
        self._plan.charge_data(seconds)

    def _wants_keys(self, network: int) -> bool:
        return self._epochs.wants_keys(network) and self._for_looks.is_enough

    def _is_data(self, tensor: Any) -> bool:
        """Not what a network or a computation with parameters has made of it."""
        if tensor.grad_fn is not None or not can_be_read(self._kit.torch, tensor):
            return False
        at, size = tensor.data_ptr(), tensor.numel()
        return not any(
            output.at == at and output.size == size and not output.memory.expired()
            for output in self._outputs
        )

    def _output(self, tensor: Any) -> _Output:
        reductions = self._kit.torch.multiprocessing.reductions
        memory = reductions.StorageWeakRef(tensor.untyped_storage())
        return _Output(memory, tensor.data_ptr(), tensor.numel())


class _Output(NamedTuple):
    memory: Any
    """Whether it is still the same memory can be asked, without keeping it."""
    at: int
    size: int


def _batched(tensor: Any, given: Any, made: Any) -> Any:
    """With the examples along the first axis; a single one that a script gives has no such axis."""
    return tensor.unsqueeze(0) if _is_single(given, made) and _is_tensor(tensor) else tensor


def _is_tensor(value: Any) -> bool:
    return hasattr(value, "unsqueeze")


def _is_single(given: Any, made: Any) -> bool:
    return bool(given.dim() == 1) and bool(made.dim() == 0 or made.shape[0] != given.shape[0])


def _size(given: Any, made: Any) -> int:
    return 1 if given.dim() == 0 or _is_single(given, made) else int(given.shape[0])
